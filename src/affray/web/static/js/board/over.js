// What is drawn over a plane: where a piece may go, a way or an aim that is looked at, the ruler, the crosshair.

import { s } from "../ui.js";

/** @typedef {{x: number, y: number}} Place */
/** @typedef {import("../../types.js").Region} Region */
/**
 * @typedef {object} Ground
 * @property {(x: number, y: number) => Place} at from units to the drawing
 * @property {number} k
 * @property {number} inch units of an inch
 * @property {(name: string) => (Place & {r: number}) | null} where the place of a piece, or of one written ``x:y`` in inches
 */

/**
 * The outline of a region, its steps smoothed.
 * @param {Region} region
 * @param {Ground} ground
 */
export function outline(region, ground) {
  return region.rings.map((ring) => {
    const cut = corners(ring.map(([x, y]) => ground.at(x, y)), (ground.inch * ground.k) / 2);
    const middles = cut.map((a, i) => between(a, cut[(i + 1) % cut.length] ?? a, 0.5));
    const last = middles.at(-1) ?? { x: 0, y: 0 };
    return `M${last.x} ${last.y}${cut.map((c, i) => `Q${c.x} ${c.y} ${middles[i]?.x} ${middles[i]?.y}`).join("")}Z`;
  }).join("");
}

/**
 * A ring with its corners cut off: two points for each, none twice.
 * @param {Place[]} ring
 * @param {number} most how much of a side is cut off at a corner at most
 */
function corners(ring, most) {
  return ring.flatMap((a, i) => {
    const b = ring[(i + 1) % ring.length] ?? a;
    const part = Math.min(0.5, most / (Math.hypot(b.x - a.x, b.y - a.y) || 1));
    return part < 0.5 ? [between(a, b, part), between(b, a, part)] : [between(a, b, 0.5)];
  });
}

/** @param {Place} a @param {Place} b @param {number} part */
const between = (a, b, part) => ({ x: a.x + (b.x - a.x) * part, y: a.y + (b.y - a.y) * part });

/**
 * What lies under the pieces: where one may go.
 * @param {import("./light.js").Light} light
 * @param {Ground} ground
 */
export function under(light, ground) {
  const regions = light.reach?.regions ?? [];
  return regions.map((region) => s("path", { class: region.z ? "reach high" : "reach", "fill-rule": "evenodd", d: outline(region, ground) }));
}

/**
 * @param {import("./light.js").Light} light
 * @param {Ground} ground
 */
export function overlay(light, ground) {
  const { at } = ground;
  const found = [];
  for (const option of light.ends.slice(0, 200)) {
    const end = option.path.at(-1);
    if (!end) continue;
    const p = at(end[0], end[1]);
    found.push(s("circle", { class: `end ${option === light.looked ? "looked" : ""} ${end[2] ? "high" : ""}`, "data-end": option.action, cx: p.x, cy: p.y, r: 6 }));
  }
  const look = light.looked;
  if (look?.actor && look.path.length && !light.plan) found.push(...way(light, ground, { actor: look.actor, path: look.path, ok: true }));
  if (light.plan) found.push(...way(light, ground, light.plan));
  light.turns.forEach(([x, y], i) => {
    const p = at(x, y);
    found.push(s("circle", { class: "way-point", cx: p.x, cy: p.y, r: 11 }), s("text", { class: "way-number", x: p.x, y: p.y + 5, "text-anchor": "middle" }, i + 1));
  });
  const from = look && ground.where(look.actor);
  const to = look?.target ? ground.where(look.target) : null;
  if (from && to) found.push(s("path", { class: "aim-line", "marker-end": "url(#tip)", d: `M${from.x} ${from.y}L${to.x} ${to.y}` }));
  found.push(...ruler(light, ground));
  return found;
}

/**
 * A way with its legs, and the base as it would stand at its end.
 * @param {import("./light.js").Light} light
 * @param {Ground} ground
 * @param {import("./light.js").Plan} plan
 */
function way(light, ground, plan) {
  const start = ground.where(plan.actor);
  const legs = plan.path.map(([x, y, z]) => ({ ...ground.at(x, y), z }));
  const end = legs.at(-1);
  if (!end) return [];
  const tone = plan.ok ? "" : "bad";
  const r = start?.r || 20;
  return [
    start && s("path", { class: `way-line ${tone}`, "marker-end": "url(#tip)", d: `M${start.x} ${start.y}${legs.map((p) => `L${p.x} ${p.y}`).join("")}` }),
    ...legs.slice(0, -1).map((p) => s("circle", { class: `joint ${tone}`, cx: p.x, cy: p.y, r: 6 })),
    s("circle", { class: `ghost ${tone}`, cx: end.x, cy: end.y, r }),
    !plan.ok && s("path", { class: "cross bad", d: `M${end.x - r * 0.6} ${end.y - r * 0.6}l${r * 1.2} ${r * 1.2}m0 ${-r * 1.2}l${-r * 1.2} ${r * 1.2}` }),
    end.z > 0 && s("text", { class: "ghost-level", x: end.x, y: end.y - r - 6, "text-anchor": "middle" }, `↑${Number((end.z / ground.inch).toFixed(2))}"`),
  ].filter(Boolean);
}

/**
 * The ruler with what it says.
 * @param {import("./light.js").Light} light
 * @param {Ground} ground
 */
function ruler(light, ground) {
  const ends = light.ruler.map(ground.where).filter((p) => p !== null);
  const [a, b] = ends;
  const found = ends.map((p) => s("circle", { class: "ruler-end", cx: p.x, cy: p.y, r: Math.max(12, p.r + 6) }));
  if (!a || !b) return found;
  found.push(s("path", { class: "ruler-line", d: `M${a.x} ${a.y}L${b.x} ${b.y}` }));
  if (light.said) {
    const x = (a.x + b.x) / 2;
    const y = (a.y + b.y) / 2;
    const wide = light.said.length * 11 + 18;
    found.push(s("g", { class: "ruler-said", transform: `translate(${x} ${y})` }, s("rect", { x: -wide / 2, y: -17, width: wide, height: 34, rx: 9 }), s("text", { y: 7, "text-anchor": "middle" }, light.said)));
  }
  return found;
}
