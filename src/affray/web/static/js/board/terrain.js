// The ground of a plane: terrain by height, marked areas, a scale of inches along two edges.

import { s } from "../ui.js";

/** @typedef {import("../../types.js").PlaneBoard} PlaneBoard */
/** @typedef {import("../../types.js").Block} Block */

export const INCH = 50; // units of the drawing
const EVERY = 5; // inches between two numbers of the scale

/**
 * @param {PlaneBoard} board
 */
export function terrain(board) {
  const k = INCH / board.unit;
  const width = board.width * k;
  const height = board.height * k;
  /** @param {{x0: number, y0: number, x1: number, y1: number}} box */
  const rect = (box) => ({ x: box.x0 * k, y: height - box.y1 * k, width: (box.x1 - box.x0) * k, height: (box.y1 - box.y0) * k });
  const inches = (/** @type {number} */ length) => Number((length / board.unit).toFixed(2));
  const columns = Math.round(width / INCH);
  const rows = Math.round(height / INCH);
  const grid = Array.from({ length: columns - 1 }, (_, i) => `M${(i + 1) * INCH} 0V${height}`).join("") + Array.from({ length: rows - 1 }, (_, i) => `M0 ${(i + 1) * INCH}H${width}`).join("");
  const numbers = [
    ...Array.from({ length: Math.floor(columns / EVERY) + 1 }, (_, i) => s("text", { x: i * EVERY * INCH, y: height + 21, "text-anchor": "middle" }, i * EVERY)),
    ...Array.from({ length: Math.floor(rows / EVERY) + 1 }, (_, i) => s("text", { x: -8, y: height - i * EVERY * INCH + 6, "text-anchor": "end" }, i * EVERY)),
  ];
  const sorted = [...board.blocks].sort((a, b) => a.high - b.high);
  const blocks = sorted.map((block) => {
    const box = rect(block);
    const lift = Math.min(14, inches(block.high) * 3);
    return s("g", { class: `block ${block.kind}`, "data-name": block.name }, s("rect", { class: "cast", ...box, x: box.x + lift, y: box.y + lift, rx: 2 }), s("rect", { class: "top", ...box, rx: 2 }), s("title", {}, `${block.name}: ${block.kind}, ${inches(block.low)}–${inches(block.high)}"`));
  });
  const areas = board.areas.map((area) => {
    const box = rect(area);
    return s("g", { class: `drop seat${(area.seat ?? 2) % 4}` }, s("rect", { ...box }), s("text", { x: box.x + box.width / 2, y: box.y - 9, "text-anchor": "middle" }, area.name));
  });
  const labels = sorted.filter((block) => named(block, sorted)).map((block) => {
    const box = rect(block);
    const standing = block.kind === "vantage";
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const turn = box.height > 1.5 * box.width ? ` rotate(-90)` : "";
    return s("text", { class: standing ? "level" : "height", transform: `translate(${x} ${y})${turn}`, y: 5, "text-anchor": "middle" }, standing ? `${block.name} ↑${inches(block.high)}"` : `${block.name} ${inches(block.high)}"`);
  });
  const over = s("g", { class: "heights" }, ...labels);
  return {
    width, height, k,
    nodes: [s("rect", { class: "ground", width, height }), s("path", { class: "plates", d: grid }), s("g", { class: "scale" }, ...numbers), ...areas, ...blocks, over],
    /**
     * Light up the terrain that an answer speaks of.
     * @param {Set<string>} names
     */
    name(names) {
      for (const node of blocks) node.classList.toggle("named", names.has(node.dataset.name ?? ""));
    },
  };
}

/**
 * Whether a block bears the label of its feature: its largest part, and every level to stand on.
 * @param {Block} block
 * @param {readonly Block[]} all
 */
function named(block, all) {
  const size = (/** @type {Block} */ b) => (b.x1 - b.x0) * (b.y1 - b.y0);
  const own = all.filter((other) => other.name === block.name);
  const levels = own.filter((other) => other.kind === "vantage");
  const kin = levels.length ? levels.filter((other) => other.high === block.high) : own;
  return kin.includes(block) && kin.every((other) => size(other) < size(block) || (size(other) === size(block) && all.indexOf(other) >= all.indexOf(block)));
}
