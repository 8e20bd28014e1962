// The whole rulebook of a game as a screen of its own.

import { fill, h } from "./ui.js";
import { once } from "./api.js";
import { topbar } from "./topbar.js";
import { clauseCard } from "./rules.js";

/**
 * @param {HTMLElement} root
 * @param {string} game
 */
export async function show(root, game) {
  document.title = "Rulebook – Affray";
  const input = h("input", { id: "words", type: "search", autocomplete: "off" });
  const out = h("div", { class: "rules" });
  fill(root, topbar([]), h("main", { id: "main", class: "plain" }, h("h1", {}, "Rulebook"), h("label", { for: "words" }, "Search"), input, out));
  /** @type {import("../types.js").ClauseText[]} */
  const all = await once(`/api/games/${encodeURIComponent(game)}/rules?words=`);
  const draw = () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    const found = all.filter((rule) => words.every((/** @type {string} */ word) => `${rule.id} ${rule.title} ${rule.text}`.toLowerCase().includes(word)));
    fill(out, h("p", { class: "hint", role: "status" }, `${found.length} ${found.length === 1 ? "clause" : "clauses"}`), ...found.slice(0, 150).map((rule) => clauseCard(rule, (id) => { input.value = id; draw(); })));
  };
  input.addEventListener("input", draw);
  draw();
}
