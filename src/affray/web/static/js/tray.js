// Dice that have just been rolled, over the board.

import { effect, fill, h, s } from "./ui.js";
import { CLAUSES } from "./clauses.js";

/**
 * @param {number} face
 * @param {number} sides
 */
export function die(face, sides) {
  const shape = sides === 6 ? s("rect", { x: 2, y: 2, width: 36, height: 36, rx: 7 }) : s("polygon", { points: "20,1 37,10.500 37,29.500 20,39 3,29.500 3,10.500" });
  return s("svg", { class: "die", viewBox: "0 0 40 40", role: "img", "aria-label": `D${sides}: ${face}` }, shape, sides !== 6 && s("path", { class: "facet", d: "M20 5 34 29H6ZM20 5V1M34 29L37 29.5M6 29L3 29.5M20 5 37 10.5M20 5 3 10.5M34 29 37 10.5M6 29 3 10.5M34 29 20 39 6 29" }), s("text", { x: 20, y: 26.5, "text-anchor": "middle" }, face));
}

/** @param {import("./game.js").Play} game */
export function diceTray(game) {
  const node = h("div", { class: "tray", "aria-hidden": "true" });
  let known = -1;
  effect(() => {
    const notes = game.log();
    if (!notes.length) fill(node);
    const fresh = known < 0 || notes.length < known ? [] : notes.slice(known);
    known = notes.length;
    for (const note of fresh.filter((one) => one.faces.length).slice(-3)) {
      const roll = h("div", { class: `rolled seat${note.seat % 4}` }, h("span", {}, note.text.replace(CLAUSES, "")), h("span", { class: "faces" }, ...note.faces.map((face) => die(face, note.sides))));
      node.append(roll);
      while (node.children.length > 4) node.firstElementChild?.remove();
      setTimeout(() => roll.remove(), 6000);
    }
  });
  return node;
}
