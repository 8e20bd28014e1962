// What boards and pieces are painted with: gradients, patterns, the tip of an arrow. The colours are the theme's (board.css).

import { s } from "../ui.js";

/**
 * A gradient from the upper left to the lower right; its stops get their colours by class.
 * @param {string} id
 * @param {string} kind
 * @param {string[]} stops
 */
function gradient(id, kind, stops) {
  const place = kind === "radialGradient" ? { cx: 0.38, cy: 0.3, r: 0.85 } : { x1: 0, y1: 0, x2: 0.35, y2: 1 };
  return s(kind, { id, ...place }, ...stops.map((name, i) => s("stop", { class: name, offset: stops.length > 1 ? i / (stops.length - 1) : 0 })));
}

/** The rim of a printed board of tiles; patterns of tiles begin where it ends. */
export const HULL = 34;

/**
 * @param {string} id
 * @param {number} size
 * @param {...any} parts
 */
function pattern(id, size, ...parts) {
  const rim = size === 100 ? HULL : 0;
  return s("pattern", { id, x: rim, y: rim, width: size, height: size, patternUnits: "userSpaceOnUse" }, ...parts);
}

/** @param {string} name @param {number} size */
const bed = (name, size) => s("rect", { class: name, width: size, height: size });

/** Rivets at the corners of a plate. @param {number} x @param {number} y @param {number} size */
function rivets(x, y, size) {
  const far = size - 7;
  return [[7, 7], [far, 7], [7, far], [far, far]].map(([dx = 0, dy = 0]) => s("circle", { class: "rivet", cx: x + dx, cy: y + dy, r: 1.6 }));
}

/** A plate of the deck with a lit and a shaded edge. @param {number} x @param {number} y @param {number} size @param {string} tone */
function plate(x, y, size, tone) {
  return [s("rect", { class: `plate ${tone}`, x: x + 1, y: y + 1, width: size - 2, height: size - 2, rx: 3 }), s("path", { class: "edge-light", d: `M${x + 3} ${y + size - 4}V${y + 3}H${x + size - 4}` }), s("path", { class: "edge-dark", d: `M${x + 4} ${y + size - 3}H${x + size - 3}V${y + 4}` })];
}

const TREAD = "M6 12l7-7M20 5l7 7M6 20l7 7M20 27l7-7";

export function paint() {
  return s(
    "defs",
    {},
    s("marker", { id: "tip", viewBox: "0 0 10 10", refX: 8, refY: 5, markerWidth: 4, markerHeight: 4, orient: "auto-start-reverse" }, s("path", { d: "M0 0 10 5 0 10Z" })),
    ...[0, 1, 2, 3].map((seat) => gradient(`face${seat}`, "radialGradient", [`light${seat}`, `mid${seat}`, `deep${seat}`])),
    ...[0, 1, 2, 3].map((seat) => gradient(`rim${seat}`, "linearGradient", [`light${seat}`, `dark${seat}`])),
    gradient("slab", "linearGradient", ["slab-light", "slab-dark"]),
    gradient("resin", "radialGradient", ["resin-in", "resin-out"]),
    pattern("deck", 100, bed("floor-bed", 100), s("g", { class: "tread" }, ...[0, 1, 2].flatMap((x) => [0, 1, 2].map((y) => s("path", { d: TREAD, transform: `translate(${x * 33.3} ${y * 33.3})` })))), s("path", { class: "edge-light", d: "M1 99V1H99" }), s("path", { class: "edge-dark", d: "M1 99H99V1" })),
    pattern("room", 100, bed("room-bed", 100), ...plate(0, 0, 50, "a"), ...plate(50, 0, 50, "b"), ...plate(0, 50, 50, "b"), ...plate(50, 50, 50, "a"), ...rivets(0, 0, 100)),
    pattern("shaft", 100, bed("vent-bed", 100), s("rect", { class: "shaft-rim", x: 9, y: 22, width: 82, height: 68, rx: 8 })),
    pattern("hull", 40, bed("hull-bed", 40), s("path", { class: "hull-lines", d: "M0 40 40 0M-4 4 4-4M36 44 44 36" })),
    pattern("ground", 200, bed("ground-bed", 200), s("path", { class: "speckle", d: "M12 20h3M60 44h2M131 12h4M180 60h3M35 96h4M92 80h2M150 110h4M20 150h3M75 166h4M118 142h2M170 184h3M104 30h3M48 130h2M190 130h2" }), s("path", { class: "speckle two", d: "M28 62h2M82 18h3M160 34h2M124 70h3M62 112h2M14 112h3M140 160h3M40 186h4M96 190h2M186 92h3" })),
    pattern("concrete", 60, bed("heavy-bed", 60), s("path", { class: "edge-dark", d: "M0 30H60M30 0V30M0 30V60" })),
    pattern("planks", 24, bed("light-bed", 24), s("path", { class: "edge-dark", d: "M0 8H24M0 16H24M12 0V8M4 8V16M18 16V24" })),
  );
}
