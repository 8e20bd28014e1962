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

const SHOWN = 2; // clauses that stand beside a line; more are folded

/**
 * The clauses at work in a line; those beyond the first are shown when they are asked for.
 * @param {readonly string[]} ids
 * @param {(id: string) => import("./ui.js").Child} show
 */
export function cites(ids, show) {
  const [first, rest] = ids.length > SHOWN + 1 ? [ids.slice(0, SHOWN), ids.slice(SHOWN)] : [ids, []];
  const node = h("span", { class: "cites" }, ...first.map(show));
  const unfold = () => {
    const shown = rest.map(show);
    more.replaceWith(.../** @type {any[]} */ (shown));
    const [next] = shown;
    if (next instanceof HTMLElement) next.focus({ preventScroll: true });
  };
  const more = h("button", { class: "more", "aria-label": `${rest.length} more rules`, onclick: unfold }, `+${rest.length}`);
  if (rest.length) node.append(more);
  return node;
}

/**
 * @param {import("./game.js").Play} game
 * @param {string} id
 */
export function openClause(game, id) {
  const from = game.tab.peek();
  if (from !== "rules") {
    came = document.activeElement;
    game.back.set(from);
  }
  game.clause.set(""); // so that it is looked for again, whatever has been searched since
  game.clause.set(id);
  game.tab.set("rules");
  queueMicrotask(() => /** @type {HTMLElement | null} */ (document.querySelector(".rules-back"))?.focus());
}

/** Where a clause was asked for. @type {Element | null} */
let came = null;

/**
 * Back to where a clause was asked for.
 * @param {import("./game.js").Play} game
 */
export function goBack(game) {
  const link = came;
  game.tab.set(game.back.peek());
  game.back.set("");
  queueMicrotask(() => link instanceof HTMLElement && link.focus());
}

/** Ids of clauses, as they stand in texts, with the space and brackets about them. */
export const CLAUSES = /\s*\(?\b[A-Z]{3,}-[A-Z0-9_]+(?:\.[A-Z0-9_]+)*\)?/g;

/** One of them, to split a text at. */
export const CLAUSE = /\b([A-Z]{3,}-[A-Z0-9_]+(?:\.[A-Z0-9_]+)*)/;

const BRACKETED = new RegExp(`\\(?${CLAUSE.source}\\)?`);

/**
 * A text in which clause ids become links, without the brackets about them.
 * @param {import("./game.js").Play} game
 * @param {string} text
 * @returns {import("./ui.js").Child[]}
 */
export function linked(game, text) {
  return text.split(BRACKETED).map((part, i) => (i % 2 ? clauseLink(game, part) : part));
}
