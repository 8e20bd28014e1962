// Scores, objectives, the hand, and who sits where.

import { effect, fill, h } from "./ui.js";
import { linked } from "./clauses.js";

/** @typedef {import("../types.js").Update} Update */

/** @param {number} count */
export const cards = (count) => `${count} ${count === 1 ? "card" : "cards"}`;

/**
 * The strip over the board.
 * @param {import("./game.js").Play} game
 * @param {Update} update
 */
export function seatStrip(game, update) {
  const { table, seats } = update;
  return [
    h("div", { class: "turn" }, table.turn),
    ...table.seats.map((seat, i) => {
      const who = seats[i];
      const you = game.welcome.peek()?.own.includes(i);
      return h("div", { class: `seat seat${i % 4} ${update.waiting === i ? "acts" : ""}`, title: who?.here ? "here" : "not here" },
        h("span", { class: "shape", "aria-hidden": "true" }), h("strong", {}, seat.title),
        h("span", { class: "hint" }, you ? "you" : who?.player || "guest", who && !who.here ? " (away)" : ""),
        seat.score !== null && h("span", { class: "score", "aria-label": `score ${seat.score}` }, seat.score),
        seat.cards > 0 && h("span", { class: "cards", title: cards(seat.cards), "aria-label": cards(seat.cards) }, `▮${seat.cards}`));
    }),
  ];
}

/** @param {import("./game.js").Play} game */
export function statePanel(game) {
  const node = h("div", { class: "state" });
  effect(() => {
    const update = game.update();
    if (!update) return fill(node);
    const { table } = update;
    fill(
      node,
      table.hand.length > 0 && h("section", {}, h("h2", {}, "Your hand"), h("ul", { class: "hand" }, ...table.hand.map((card) => h("li", { class: "play-card" }, h("strong", {}, card.name), h("p", {}, card.text))))),
      h("section", {}, h("h2", {}, "State of play"), list(game, table.lines)),
      ...table.seats.map((seat, i) => h("section", { class: `seat${i % 4}` }, h("h2", {}, seat.title), h("p", { class: "hint" }, `${update.seats[i]?.computer ? `computer: ${update.seats[i]?.player}` : update.seats[i]?.player || "a person"}${seat.score === null ? "" : ` · score ${seat.score}`}${seat.cards ? ` · ${cards(seat.cards)}` : ""}`), list(game, seat.lines), roster(game, i))),
    );
  });
  return node;
}

/**
 * @param {import("./game.js").Play} game
 * @param {readonly import("../types.js").Line[]} lines
 */
function list(game, lines) {
  return h("dl", {}, ...lines.flatMap((line) => [h("dt", {}, line.label), h("dd", {}, ...linked(game, line.text))]));
}

/**
 * @param {import("./game.js").Play} game
 * @param {number} seat
 */
function roster(game, seat) {
  const pieces = game.update.peek()?.table.pieces.filter((p) => p.seat === seat) ?? [];
  return h("ul", { class: "roster" }, ...pieces.map((p) => h("li", {}, h("strong", {}, p.id), ` ${p.name}`, p.most ? ` ${p.wounds}/${p.most}` : "", ...p.badges.map((b) => h("span", { class: `tag ${b.tone}` }, b.text)))));
}
