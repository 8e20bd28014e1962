// The log: what happened, every die, and the clauses at work.

import { effect, fill, h } from "./ui.js";
import { CLAUSE, cites, clauseLink, linked } from "./clauses.js";
import { sentence } from "./say.js";
import { die } from "./tray.js";

/** @param {import("./game.js").Play} game */
export function logPanel(game) {
  const list = h("ol", { class: "log", tabindex: 0, "aria-label": "Log" });
  const more = h("button", { onclick: () => game.whole() }, "Show everything");
  /** @type {readonly import("../types.js").Note[]} */
  let shown = [];
  effect(() => {
    const notes = game.log();
    more.hidden = !game.more();
    let same = 0;
    while (same < shown.length && same < notes.length && shown[same] === notes[same]) same++;
    while (list.children.length > same) list.lastElementChild?.remove();
    for (const note of notes.slice(same)) list.append(line(game, note));
    shown = notes;
    list.scrollTop = list.scrollHeight;
    if (game.tab() === "log") requestAnimationFrame(() => (list.scrollTop = list.scrollHeight));
  });
  return h("div", { class: "log-panel" }, more, list);
}

/**
 * @param {import("./game.js").Play} game
 * @param {import("../types.js").Note} note
 */
function line(game, note) {
  const named = new Set(note.text.split(CLAUSE).filter((_, i) => i % 2));
  return h("li", { class: note.faces.length ? `roll seat${note.seat % 4}` : "" }, h("span", {}, ...linked(game, sentence(note.text))), " ", ...note.faces.map((face) => die(face, note.sides)), cites(note.clauses.filter((id) => !named.has(id)), (id) => clauseLink(game, id)));
}
