// What is always in sight beside the board: the hand, the objectives, what is in force, what is still to come.

import { effect, fill, h } from "./ui.js";
import { linked } from "./clauses.js";
import { NOTHING } from "./game.js";
import { sentence } from "./say.js";

/** @param {import("./game.js").Play} game */
export function standing(game) {
  const node = h("section", { class: "standing", tabindex: 0, "aria-label": "Hand and objectives" });
  const said = h("p", { class: "hint" });
  /** What a card does, while it is pointed at. @param {import("../types.js").Card} card */
  const tell = (card) => fill(said, h("strong", {}, card.name), ": ", ...linked(game, card.text));
  effect(() => {
    const update = game.update();
    if (!update) return fill(node);
    fill(said);
    const { table } = update;
    const seats = table.seats.filter((seat) => seat.lines.length);
    const open = new Set([...node.querySelectorAll("details[open]")].map((one) => /** @type {HTMLElement} */ (one).dataset.card));
    fill(node,
      table.hand.length > 0 && h("div", { class: "hand", role: "group", "aria-label": "Your hand" }, ...table.hand.map((card, i) => h("details", { class: "hand-card", onpointerenter: (/** @type {PointerEvent} */ e) => e.pointerType === "mouse" && tell(card), onfocusin: () => tell(card), "data-card": `${i} ${card.id}`, open: open.has(`${i} ${card.id}`) }, h("summary", { "data-key": `card ${i} ${card.id}` }, card.name), h("p", {}, ...linked(game, card.text)), ...uses(game, card.id)))),
      said,
      ...table.lines.map((line) => h("p", {}, h("strong", {}, line.label), " ", ...linked(game, line.text))),
      ...seats.map((seat) => h("p", {}, h("strong", {}, seat.title), ...seat.lines.flatMap((line, i) => [i ? " · " : " ", `${line.label}: `, ...linked(game, line.text)]))));
  });
  return node;
}

/**
 * What can be done with a card now.
 * @param {import("./game.js").Play} game
 * @param {string} card
 */
function uses(game, card) {
  const starts = new Set((game.update.peek()?.decision?.options ?? []).map((o) => o.action.split(" ").slice(0, 2)).filter(([, word]) => word === card).map((words) => words.join(" ")));
  const show = (/** @type {string} */ verb) => {
    game.choice.set({ ...NOTHING, verb });
    game.tab.set("moves");
  };
  return [...starts].map((start) => h("button", { class: "chip", onclick: () => show(start) }, sentence((start.split(" ")[0] ?? "").replaceAll("_", " "))));
}
