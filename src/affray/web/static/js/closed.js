// What the piece in hand may not do now: greyed actions under the reason and the clause that forbid them.

import { effect, fill, h, signal } from "./ui.js";
import { clauseLink } from "./clauses.js";

/** @typedef {import("../types.js").Closed} Closed */

/** @param {import("./game.js").Play} game */
export function closedPanel(game) {
  const node = h("section", { class: "closed", "aria-label": "Not now" });
  const found = signal(/** @type {readonly Closed[]} */ ([]));
  let wanted = "";
  effect(() => {
    const decision = game.update()?.decision;
    const { actor } = game.choice();
    const own = decision && game.update()?.table.pieces.some((p) => p.id === actor && p.seat === decision.seat);
    const name = own ? `${decision.number} ${actor}` : "";
    if (name === wanted) return;
    wanted = name;
    found.set([]);
    if (own) game.ask("closed", actor).then((answer) => name === wanted && found.set(answer.closed), () => (wanted = ""));
  });
  effect(() => {
    const { verb } = game.choice();
    /** @type {Map<string, Closed[]>} */
    const groups = new Map();
    for (const one of found()) {
      if (verb && one.option.action.split(" ")[0] !== verb) continue;
      const reason = `${one.text}\n${one.clause}`;
      groups.set(reason, [...(groups.get(reason) ?? []), one]);
    }
    fill(node, groups.size > 0 && h("h3", {}, "Not now"), ...[...groups.values()].map((all) => reasonRow(game, all)));
  });
  return node;
}

/**
 * @param {import("./game.js").Play} game
 * @param {Closed[]} all
 */
function reasonRow(game, all) {
  const [first] = all;
  return h("div", { class: "forbidden" },
    h("div", { class: "chips" }, ...all.map((one) => {
      const { action, text } = one.option;
      const why = () => game.reasons.set([{ action, text: one.text, clause: one.clause }]);
      return h("button", { class: "chip grey", "aria-disabled": "true", "data-closed": action, "data-key": `closed ${action}`, title: `${text}: ${one.text}`, onclick: why }, (action.split(" ")[0] ?? "").replaceAll("_", " "));
    })),
    h("p", { class: "hint" }, first?.text, " ", clauseLink(game, first?.clause ?? "")));
}
