// The rulebook beside the board, with a search.

import { effect, fill, h } from "./ui.js";
import { CLAUSE, goBack, openClause } from "./clauses.js";

/** @param {import("./game.js").Play} game */
export function rulesPanel(game) {
  const input = h("input", { id: "rules-words", type: "search", autocomplete: "off" });
  const out = h("div", { class: "rules", "aria-live": "polite" });
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const look = (/** @type {string} */ words) => {
    if (!words.trim()) return fill(out, h("p", { class: "hint" }, "Search by words, or by the id of a clause. ", h("a", { href: `#/rules/${game.welcome.peek()?.game}`, target: "_blank" }, "The whole rulebook")));
    game.net.ask("rules", words).then((answer) => fill(out, ...(answer.rules.length ? answer.rules.map((rule) => clauseCard(rule, (id) => openClause(game, id))) : [h("p", {}, "No clause has these words.")])), () => fill(out, h("p", {}, "Not connected.")));
  };
  input.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(() => look(input.value), 200);
  });
  effect(() => {
    const id = game.clause();
    if (!game.welcome()) return;
    if (!id) return look("");
    input.value = id;
    look(id);
  });
  const back = h("button", { class: "rules-back", onclick: () => goBack(game) });
  effect(() => {
    back.hidden = !game.back();
    back.textContent = `‹ Back to ${game.back()}`;
  });
  return h("div", { class: "rules-panel" }, back, h("label", { for: "rules-words" }, "Search the rulebook"), input, out);
}

/**
 * @param {import("../types.js").ClauseText} rule
 * @param {(id: string) => void} open
 */
export function clauseCard(rule, open) {
  const parts = rule.text.split(CLAUSE);
  return h("article", { class: "rule", id: `rule-${rule.id}` }, h("h2", {}, rule.title, h("code", {}, rule.id)), h("p", {}, ...parts.map((part, i) => (i % 2 ? h("button", { class: "clause", onclick: () => open(part) }, part) : part))), h("p", { class: "hint" }, [rule.section, rule.source].filter(Boolean).join(" · ")));
}
