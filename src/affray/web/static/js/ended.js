// A match that is over: the result, the scores, the seed of its dice and how they fell.

import { effect, fill, h } from "./ui.js";
import { request } from "./api.js";
import { CLAUSES, clauseLink } from "./clauses.js";
import { diceTables } from "./dice.js";

/** @param {import("./game.js").Play} game */
export function endedPanel(game) {
  const node = h("section", { class: "ended", "aria-label": "Result" });
  const dice = h("div", {});
  let asked = false;
  effect(() => {
    const update = game.update();
    if (!update?.result) {
      asked = false;
      return fill(node);
    }
    if (!asked) count(game, dice);
    asked = true;
    const scored = update.table.seats.some((seat) => seat.score !== null);
    fill(node,
      h("h2", { class: "result" }, update.result.replace(CLAUSES, "")),
      h("p", { class: "hint" }, "by rule ", ...(update.result.match(CLAUSES) ?? []).map((id) => clauseLink(game, id.replace(/[\s()]/g, "")))),
      scored && h("table", { class: "scores" }, h("caption", {}, "Scores"), ...update.table.seats.map((seat) => h("tr", {}, h("th", { scope: "row" }, seat.title), h("td", { class: "num" }, seat.score ?? "–")))),
      h("div", { class: "row" }, h("a", { class: "button main", href: `#/replay/${game.match}/${game.key}` }, "Watch the replay"), h("a", { class: "button", href: "#/" }, "To the lobby")),
      h("h3", {}, "Seed of the dice"),
      h("p", { class: "seed" }, h("code", { class: "seed-text" }, update.seed)),
      h("p", { class: "hint seed" }, "Its hash, published before the first roll: ", h("code", {}, game.welcome()?.seed_hash ?? "")),
      h("h3", {}, "How the dice fell"),
      dice);
  });
  return node;
}

/**
 * @param {import("./game.js").Play} game
 * @param {HTMLElement} node
 */
async function count(game, node) {
  fill(node, h("p", { class: "hint" }, "Counting…"));
  try {
    /** @type {import("../types.js").DiceReport} */
    const found = await request(`/api/match/${game.match}/dice`, { key: game.key });
    fill(node, ...diceTables(found, game.update.peek()?.seats.map((seat) => seat.title) ?? []));
  } catch (error) {
    fill(node, h("p", { class: "hint" }, /** @type {Error} */ (error).message));
  }
}
