// The ruler: two pieces or places, how far apart they are, who sees whom, and what is between.

import { effect, fill, h } from "./ui.js";
import { linked } from "./clauses.js";

/** @typedef {import("./game.js").Play} Play */

/**
 * With the ruler out, a click sets an end of it.
 * @param {Play} game
 * @param {string} name a piece, or a place as the game writes it
 * @returns {boolean} whether the ruler took the click
 */
export function measured(game, name) {
  const ends = game.measuring.peek();
  if (!ends) return false;
  const next = ends.length === 1 ? [...ends, name] : [name];
  game.measuring.set(next);
  game.tab.set("moves");
  const [from, to] = next;
  if (!from || !to) {
    game.lines.set(null);
    return true;
  }
  const title = `From ${from} to ${to}`;
  game.net.ask("measure", from, to).then(
    (answer) => game.measuring.peek() === next && game.lines.set({ title, lines: answer.lines }),
    (error) => game.measuring.peek() === next && game.lines.set({ title, lines: [{ label: "", text: error.message, marks: [] }] }),
  );
  return true;
}

/**
 * A place on a plane as the ruler and notation name it: inches.
 * @param {number} x
 * @param {number} y
 * @param {number} unit
 */
export function placeName(x, y, unit) {
  const inches = (/** @type {number} */ length) => String(Number((length / unit).toFixed(1)));
  return `${inches(x)}:${inches(y)}`;
}

/**
 * What the board draws of it.
 * @param {Play} game
 */
export function rulerLight(game) {
  const ruler = game.measuring() ?? [];
  const lines = ruler.length === 2 ? game.lines()?.lines ?? [] : [];
  const far = lines.find((line) => line.label === "Distance")?.text ?? "";
  return { ruler, said: far.match(/[\d.]+(?:"| \w+)/)?.[0] ?? "", named: new Set(lines.flatMap((line) => line.marks ?? [])) };
}

/**
 * What it says, under the board.
 * @param {Play} game
 */
export function rulerPanel(game) {
  const node = h("section", { class: "ruler", "aria-label": "Ruler", "aria-live": "polite" });
  effect(() => {
    const ends = game.measuring();
    const said = game.lines();
    node.hidden = !ends;
    if (!ends) return fill(node);
    const lines = ends.length === 2 ? said?.lines ?? [] : [];
    fill(
      node,
      h("div", { class: "row" }, h("strong", {}, ends.length === 2 ? `From ${ends[0]} to ${ends[1]}` : ends.length ? `From ${ends[0]} to …` : "Ruler: choose two pieces or places."), h("button", { class: "quiet", "data-key": "ruler away", onclick: () => { game.measuring.set(null); game.lines.set(null); } }, "Put the ruler away")),
      h("dl", {}, ...lines.filter((line) => line.label).flatMap((line) => [h("dt", {}, line.label), h("dd", {}, ...linked(game, line.text))])),
      ...lines.filter((line) => !line.label && lines.length === 1).map((line) => h("p", {}, line.text)),
    );
  });
  return node;
}
