// How tiles are furnished: resin on them, and where pieces stand on one.

import { s } from "../ui.js";

const GROWTH = "M4 92C18 70 8 56 22 40S14 16 30 6M96 88C76 80 84 60 70 50S86 22 72 6M30 96C44 84 40 66 52 58S44 30 54 8M20 60C34 58 40 66 52 58M70 50C62 46 58 52 52 58M22 40C34 36 38 30 46 32";
const HALF = "M96 96C80 84 86 70 72 62S84 40 74 26M60 96C64 82 58 76 72 62M96 60C88 56 82 62 72 62";
const BLOBS = [[22, 40, 6], [52, 58, 8], [70, 50, 5], [30, 22, 3.5], [78, 74, 4], [40, 82, 4]];

/** Resin on a tile. @param {string} surface */
export function grown(surface) {
  if (surface !== "infested" && surface !== "half") return [];
  const half = surface === "half";
  const d = half ? HALF : GROWTH;
  const mid = half ? 74 : 50;
  const blobs = half ? [[72, 62, 6], [84, 84, 5]] : BLOBS;
  return [s("circle", { class: "stain", cx: mid, cy: mid, r: half ? 34 : 52 }), s("path", { class: "vein deep", d }), s("path", { class: "vein", d }), ...blobs.map(([cx, cy, r]) => s("circle", { class: "blob", cx, cy, r })), s("path", { class: "vein gleam", d })];
}

/**
 * Where the n-th of several pieces stands on a tile.
 * @param {{x: number, y: number}} mid
 * @param {number} n
 * @param {number} many
 * @param {number} size
 */
export function spot(mid, n, many, size) {
  const grow = size >= 6 ? 1.1 : size >= 3 ? 1.05 : 1;
  const low = mid.y + 6; // the tile's name stands above
  if (many <= 1) return { x: mid.x, y: low - 1, scale: 0.68 * grow };
  const columns = many <= 4 ? 2 : 3;
  const rows = Math.ceil(many / columns);
  const gap = columns === 2 ? 46 : 31;
  const step = rows > 2 ? 27 : 40;
  const row = Math.floor(n / columns);
  const inRow = Math.min(columns, many - row * columns);
  const scale = rows === 1 ? 0.48 : columns === 2 ? 0.4 : rows === 2 ? 0.33 : 0.28;
  return { x: mid.x + ((n % columns) - (inRow - 1) / 2) * gap, y: low + (row - (rows - 1) / 2) * step, scale: scale * grow };
}

/**
 * The tiles between two, by a shortest way through open edges: for the eye only.
 * @param {number} from
 * @param {number} to
 * @param {Map<number, number[]>} beside
 */
export function trail(from, to, beside) {
  /** @type {Map<number, number>} */
  const came = new Map([[from, -1]]);
  const queue = [from];
  for (const here of queue) {
    if (here === to) break;
    for (const next of beside.get(here) ?? []) {
      if (came.has(next)) continue;
      came.set(next, here);
      queue.push(next);
    }
  }
  const found = [];
  for (let at = came.get(to) ?? -1; at >= 0 && at !== from; at = came.get(at) ?? -1) found.unshift(at);
  return found;
}
