// "Why not?": an action typed, or a target clicked, is answered with the clause that forbids it.

import { fill, h, onLeave } from "./ui.js";
import { clauseLink } from "./clauses.js";

/** Patterns of actions seen so far, by game; a place or piece clicked is put into them. @type {Map<string, Set<string>>} */
const patterns = new Map();

/** @param {import("./game.js").Play} game */
function learn(game) {
  const update = game.update.peek();
  const board = game.welcome.peek()?.board;
  const name = game.welcome.peek()?.game ?? "";
  const known = patterns.get(name) ?? new Set();
  patterns.set(name, known);
  for (const option of update?.decision?.options ?? []) {
    const zone = board?.type === "zones" && option.zone >= 0 ? board.zones[option.zone]?.name : "";
    const words = option.action.split(" ").map((word) => (word === option.actor ? "{actor}" : word === option.target ? "{target}" : word === zone ? "{zone}" : word));
    const text = words.join(" ");
    if (text.includes("{actor}") && (text.includes("{target}") || text.includes("{zone}"))) known.add(text);
  }
  return known;
}

/**
 * Ask why a place or a piece that was clicked cannot be chosen.
 * @param {import("./game.js").Play} game
 * @param {{zone?: string, target?: string | undefined}} at
 */
export async function whyNot(game, at) {
  const choice = game.choice.peek();
  const known = [...learn(game)];
  const actor = choice.actor;
  const wanted = known.filter((p) => (!choice.verb || p.startsWith(`${choice.verb} `)) && (at.target ? p.includes("{target}") && !p.includes("{zone}") : false || (at.zone && p.includes("{zone}") && !p.includes("{target}"))));
  /** @type {Map<string, string>} */
  const byVerb = new Map();
  for (const p of wanted) if (!byVerb.has(p.split(" ")[0] ?? "")) byVerb.set(p.split(" ")[0] ?? "", p);
  const texts = [...byVerb.values()].slice(0, 4).map((p) => p.replace("{actor}", actor).replace("{target}", at.target ?? "").replace("{zone}", at.zone ?? ""));
  const found = await Promise.all(texts.map((text) => game.net.ask("why", text).then((a) => ({ text, why: a.text || "it is allowed", clause: a.clause }), (e) => ({ text, why: e.message, clause: e.clause ?? "" }))));
  if (found.length) reveal(game, found);
}

/** @type {HTMLElement | null} */
let answers = null;

/**
 * @param {import("./game.js").Play} game
 * @param {{text: string, why: string, clause: string}[]} found
 */
function reveal(game, found) {
  if (!answers) return;
  game.tab.set("moves");
  fill(answers, ...found.map((one) => h("p", { class: "why" }, h("code", {}, one.text), " ", one.why, " ", clauseLink(game, one.clause))));
  answers.scrollIntoView({ block: "nearest" });
}

/**
 * The line into which any action may be typed.
 * @param {import("./game.js").Play} game
 * @param {any} ways
 */
export function whyBox(game, ways) {
  const input = h("input", { id: "typed", autocomplete: "off", spellcheck: "false", placeholder: game.update.peek()?.decision?.options[0]?.action ?? "" });
  const out = h("div", { class: "answers", "aria-live": "polite" });
  answers = out;
  onLeave(() => (answers = null));
  const plan = async () => {
    const text = input.value.trim();
    if (!text) return;
    try {
      const answer = await game.net.ask("plan", text);
      if (answer.option) game.looked.set(answer.option);
      if (answer.text) reveal(game, [{ text, why: answer.text, clause: answer.clause }]);
      else fill(out, h("p", { class: "why ok" }, h("code", {}, text), " is allowed. ", h("button", { class: "main", onclick: () => game.act(text) }, "Do it")));
    } catch (error) {
      const said = /** @type {any} */ (error);
      reveal(game, [{ text, why: said.message, clause: said.clause ?? "" }]);
    }
  };
  return h("form", { class: "why-box", onsubmit: (/** @type {Event} */ e) => { e.preventDefault(); plan(); } }, h("label", { for: "typed" }, "Why not? Type an action, or click a dark place"), h("div", { class: "row" }, input, h("button", { type: "submit" }, "Why not?")), wayButtons(game, ways, input), out);
}

/**
 * On a plane: way-points clicked on the board become a path.
 * @param {import("./game.js").Play} game
 * @param {any} ways
 * @param {any} input
 */
function wayButtons(game, ways, input) {
  if (game.welcome.peek()?.board?.type !== "plane") return h("div", { class: "row way-tools" });
  const use = async () => {
    const { actor } = game.choice.peek();
    const verb = game.choice.peek().verb || game.fitting().find((/** @type {any} */ o) => o.actor === actor && o.path.length)?.action.split(" ")[0] || "";
    const points = ways.peek().map((/** @type {number[]} */ p) => `${p[0]},${p[1]}`).join(" ");
    try {
      input.value = (await game.net.ask("way", `${verb} ${actor}`, points)).text;
    } catch (error) {
      const said = /** @type {any} */ (error);
      reveal(game, [{ text: `${verb} ${actor}`, why: said.message, clause: said.clause ?? "" }]);
    }
  };
  return h("div", { class: "row way-tools" }, h("button", { type: "button", onclick: use }, "Use way-points"), h("button", { type: "button", onclick: () => ways.set(ways.peek().slice(0, -1)) }, "Remove the last"));
}
