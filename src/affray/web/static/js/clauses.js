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

/** Ids of clauses, as they stand in texts, with the space and brackets about them. */
export const CLAUSES = /\s*\(?\b[A-Z]{3,}-[A-Z0-9_]+(?:\.[A-Z0-9_]+)*\)?/g;

/** One of them, to split a text at. */
export const CLAUSE = /\b([A-Z]{3,}-[A-Z0-9_]+(?:\.[A-Z0-9_]+)*)/;

/**
 * A text in which clause ids become links.
 * @param {import("./game.js").Play} game
 * @param {string} text
 * @returns {import("./ui.js").Child[]}
 */
export function linked(game, text) {
  return text.split(CLAUSE).map((part, i) => (i % 2 ? clauseLink(game, part) : part));
}
