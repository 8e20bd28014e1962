// The matches that this browser knows, and opening records.

import { fill, h } from "./ui.js";
import { request } from "./api.js";
import { forget, keep, matches } from "./keep.js";
import { agreed, notice, say } from "./say.js";

/** @typedef {import("../types.js").MatchCard} MatchCard */
/** @typedef {import("../types.js").MatchLinks} MatchLinks */

/**
 * Start a match and keep its keys.
 * @param {Record<string, unknown>} wish
 * @returns {Promise<MatchLinks>}
 */
async function started(wish) {
  say("The match begins.");
  /** @type {MatchLinks} */
  const links = await request("/api/matches", { body: wish });
  keep({ match: links.match, key: links.own, links: links.links, watch: links.watch });
  return links;
}

/**
 * Start a match and go there.
 * @param {Record<string, unknown>} wish
 */
export async function begin(wish) {
  const links = await started(wish);
  location.hash = `#/match/${links.match}/${links.own}`;
}

/**
 * Open a record: one that is over is shown from its beginning, another goes on.
 * @param {string} record
 */
async function open(record) {
  const links = await started({ record });
  /** @type {MatchCard} */
  const card = await request(`/api/match/${links.match}`, { key: links.own });
  location.hash = `#/${card.result ? "replay" : "match"}/${links.match}/${links.own}`;
}

/** Offers to open a record from a file or from text. */
export function recordCard() {
  const text = h("textarea", { id: "record", rows: 4, spellcheck: "false" });
  const said = h("p", { class: "hint", role: "alert" });
  const tried = () => {
    fill(said);
    return open(text.value).catch((error) => fill(said, error.message));
  };
  const file = h("input", {
    id: "record-file", type: "file", accept: ".affray,text/plain",
    onchange: async () => {
      text.value = (await file.files[0]?.text()) ?? "";
      file.value = "";
      if (text.value) await tried();
    },
  });
  return h(
    "section",
    { class: "card", "aria-labelledby": "import" },
    h("h2", { id: "import" }, "Open a record"),
    h("details", {}, h("summary", {}, "Look at a match again, or go on with it"), h("div", { class: "form" }, h("label", { for: "record-file" }, "From a file"), file, h("label", { for: "record" }, "or its text"), text, said, h("div", { class: "row" }, h("button", { onclick: tried }, "Open")))),
  );
}

/** The list of matches, which looks again whenever one comes back to the window. */
export function heldCard() {
  const node = h("section", { class: "card going", "aria-labelledby": "going" });
  const load = () => show(node).catch((error) => notice([error.message], "bad"));
  const look = () => {
    if (!node.isConnected) removeEventListener("focus", look);
    else load();
  };
  addEventListener("focus", look);
  load();
  return node;
}

/** @param {HTMLElement} node */
async function show(node) {
  const heading = h("h2", { id: "going" }, "Your matches");
  const held = matches();
  if (!held.length) return fill(node, heading, h("p", { class: "hint" }, "Matches that you start or join are kept here, in this browser."));
  if (!node.children.length) fill(node, heading, h("p", { class: "hint" }, "Looking for them…"));
  /** @type {MatchCard[]} */
  const cards = await request("/api/matches/held", { body: { held: held.map(({ match, key }) => ({ match, key })) } });
  // The answers come in the order of the questions; matches that are not there any more are left out.
  let at = 0;
  const rows = cards.map((card) => {
    while (held[at] && held[at]?.match !== card.match) at++;
    return row(card, held[at++]?.key ?? "", node);
  });
  fill(node, heading, rows.length ? h("ul", { class: "matches" }, ...rows) : h("p", { class: "hint" }, "This server knows none of the matches that are kept in this browser."));
}

/**
 * @param {MatchCard} card
 * @param {string} key
 * @param {HTMLElement} node
 */
function row(card, key, node) {
  const who = card.seats.map((seat) => `${seat.title}${seat.player ? ` (${seat.player})` : ""}`).join(" v ");
  const own = card.own.map((seat) => card.seats[seat]?.title).join(" and ");
  const state = card.result || (!card.playable ? "played by other rules" : card.own.includes(card.waiting) ? "your turn" : `${card.moves} moves`);
  const drop = async () => {
    if (!(await agreed("Forget this match?", "The browser forgets the key; without its link nobody can go on at this seat.", "Forget it"))) return;
    forget(card.match, key);
    await show(node);
  };
  return h(
    "li",
    {},
    h("div", {}, h("strong", {}, card.title), h("div", {}, who), h("div", { class: "hint" }, `${new Date(card.created * 1000).toLocaleString()} · ${own ? `you play ${own}` : "you watch"} · ${state}`)),
    h("div", { class: "row" },
      h("a", { class: "button", "data-key": `go ${key}`, href: `#/match/${card.match}/${key}`, "aria-label": `${card.result ? "Look at" : "Resume"} ${who}` }, card.result ? "Look" : "Resume"),
      h("a", { class: "button", "data-key": `replay ${key}`, href: `#/replay/${card.match}/${key}`, "aria-label": `Replay ${who}` }, "Replay"),
      h("button", { class: "quiet", "data-key": `forget ${key}`, "aria-label": `Forget ${who}`, onclick: drop }, "✕")),
  );
}
