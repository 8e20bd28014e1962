// Links from a clause's id to its text.

import { h } from "./ui.js";

/**
 * @param {import("./game.js").Play} game
 * @param {string} id
 */
export function clauseLink(game, id) {
  if (!id) return "";
  return h("button", { class: "clause", title: `Rule ${id}`, onclick: () => openClause(game, id) }, id);
}

/**
 * @param {import("./game.js").Play} game
 * @param {string} id
 */
export function openClause(game, id) {
  game.clause.set(id);
  game.tab.set("rules");
}

/**
 * A text in which clause ids in brackets become links.
 * @param {import("./game.js").Play} game
 * @param {string} text
 * @returns {import("./ui.js").Child[]}
 */
export function linked(game, text) {
  return text.split(/(\b[A-Z]{3,}(?:-[A-Z]+)?(?:\.?-?[A-Z]+)*[.-][A-Z.]*\d+\b)/).map((part, i) => (i % 2 ? clauseLink(game, part) : part));
}
