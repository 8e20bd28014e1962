// "Why not?": an action typed, greyed or clicked for is answered with the clause that forbids it.

import { effect, fill, h, signal } from "./ui.js";
import { clauseLink } from "./clauses.js";

/**
 * Ask why a place or a piece that was chosen on the board cannot be aimed at.
 * @param {import("./game.js").Play} game
 * @param {string} at
 */
export async function whyNot(game, at) {
  const { actor, verb } = game.choice.peek();
  if (!actor || !at) return;
  try {
    const { closed } = await game.ask("closed", actor, at);
    const wanted = closed.filter((one) => !verb || one.option.action.split(" ")[0] === verb);
    game.reasons.set(wanted.map((one) => ({ action: one.option.action, text: one.text, clause: one.clause })));
    if (!wanted.length) game.reasons.set([{ action: `${actor}, ${at}`, text: "nothing that this piece can do now is aimed there", clause: "" }]);
    game.tab.set("moves");
  } catch {
    // The connection broke, or the decision has passed; the next click asks again.
  }
}

/**
 * Actions that are forbidden for the same reason stand together.
 * @param {readonly import("./game.js").Reason[]} reasons
 */
function grouped(reasons) {
  /** @type {Map<string, import("./game.js").Reason[]>} */
  const groups = new Map();
  for (const one of reasons) groups.set(`${one.text} ${one.clause}`, [...(groups.get(`${one.text} ${one.clause}`) ?? []), one]);
  return [...groups.values()];
}

/**
 * The line into which any action may be typed, and all answers to "why not?".
 * @param {import("./game.js").Play} game
 */
export function whyBox(game) {
  const input = h("input", { id: "typed", autocomplete: "off", spellcheck: "false" });
  const out = h("div", { class: "answers", "aria-live": "polite" });
  const allowed = signal("");
  const plan = async () => {
    const text = input.value.trim();
    if (!text) return;
    game.reasons.set([]);
    allowed.set("");
    try {
      const answer = await game.net.ask("plan", text);
      if (answer.text) return game.reasons.set([{ action: text, text: answer.text, clause: answer.clause }]);
      if (answer.option) game.looked.set(answer.option);
      allowed.set(text);
    } catch (error) {
      const said = /** @type {any} */ (error);
      game.reasons.set([{ action: text, text: said.message, clause: said.clause ?? "" }]);
    }
  };
  effect(() => {
    const update = game.update();
    input.placeholder = update?.decision?.options.at(-1)?.action ?? "";
    if (!update) input.value = "";
    allowed.set("");
  });
  effect(() => {
    const reasons = game.reasons();
    const text = allowed();
    fill(out,
      ...grouped(reasons).map((all) => h("p", { class: "why" }, ...all.flatMap((one, i) => [i ? ", " : "", h("code", {}, i ? one.action.split(" ")[0] : one.action)]), " ", all[0]?.text, " ", clauseLink(game, all[0]?.clause ?? ""))),
      text && h("p", { class: "why ok" }, h("code", {}, text), " is allowed. ", h("button", { class: "main", onclick: () => game.act(text) }, "Do it")));
    if (reasons.length) out.scrollIntoView({ block: "nearest" });
  });
  return h("form", { class: "why-box", onsubmit: (/** @type {Event} */ e) => { e.preventDefault(); plan(); } }, h("label", { for: "typed" }, "Why not? Type an action, or choose a dark place"), h("div", { class: "row" }, input, h("button", { type: "submit" }, "Why not?")), out);
}
