// Short animations of what happened. The board is drawn as it is at once, these only lead the eye: none delays play, any
// key or click ends them all, and there are none for those who want no motion.

import { s } from "../ui.js";

/** @type {Set<Animation>} */
const running = new Set();

/** Whether anything may move at all; in a hidden tab nothing would come to its end. */
export const lively = () => !document.hidden && document.documentElement.dataset.motion !== "no" && !matchMedia("(prefers-reduced-motion: reduce)").matches;

/** End everything that still moves. */
export function skip() {
  for (const one of running) one.finish();
}
addEventListener("pointerdown", skip, true);
addEventListener("keydown", skip, true);

/**
 * Animate an element; while it moves, `data-anim` says what it does.
 * @param {any} node
 * @param {string} kind
 * @param {Keyframe[]} frames
 * @param {KeyframeAnimationOptions} how
 * @param {() => void} [after]
 */
export function run(node, kind, frames, how, after) {
  if (!lively()) return after?.();
  const one = node.animate(frames, { easing: "ease-in-out", ...how });
  running.add(one);
  node.dataset.anim = kind;
  const over = () => {
    running.delete(one);
    delete node.dataset.anim;
    after?.();
  };
  one.onfinish = over;
  one.oncancel = over;
}

/** @typedef {{x: number, y: number, scale: number}} Place */

/** @param {Place} place */
export const transform = ({ x, y, scale }) => `translate(${x}px, ${y}px) scale(${scale})`;

/**
 * A piece goes from where it is seen to where it is, by way of some points.
 * @param {any} node
 * @param {Place} from
 * @param {readonly {x: number, y: number}[]} via
 * @param {Place} to
 */
export function glide(node, from, via, to) {
  const now = node.dataset.anim === "glide" ? getComputedStyle(node).transform : transform(from);
  const far = Math.hypot(to.x - from.x, to.y - from.y);
  run(node, "glide", [now, ...via.map((p) => transform({ ...p, scale: to.scale })), transform(to)].map((t) => ({ transform: t })), { duration: Math.min(560, 220 + far * 0.8 + via.length * 60) });
}

/** A piece is gone: it fades; no click and no reader finds it any more. @param {any} node */
export function fade(node) {
  delete node.dataset.piece;
  for (const name of ["role", "tabindex", "aria-label"]) node.removeAttribute(name);
  node.setAttribute("aria-hidden", "true");
  node.classList.add("leaving");
  const at = node.style.transform;
  run(node, "fade", [{ opacity: 1, transform: at }, { opacity: 1, transform: `${at} scale(1.15)`, offset: 0.25 }, { opacity: 0, transform: `${at} scale(0.5) rotate(35deg)` }], { duration: 520 }, () => node.remove());
}

/** @param {any} node */
export const appear = (node) => run(node, "appear", [{ opacity: 0, transform: "scale(1.6)" }, { opacity: 1, transform: "none" }], { duration: 300, easing: "ease-out" });

/** A token is turned over. @param {any} node */
export const flip = (node) => run(node, "flip", [{ transform: "scaleX(0.02)" }, { transform: "scaleX(-0.6)", offset: 0.4 }, { transform: "scaleX(1)" }], { duration: 420 });

/** A piece is hurt. @param {any} node */
export const shake = (node) => run(node, "hit", [0, -9, 8, -6, 4, 0].map((x) => ({ transform: `translateX(${x}px)` })), { duration: 380 });

/**
 * Something drawn over the board for a moment.
 * @param {any} layer
 * @param {any} node
 * @param {string} kind
 * @param {Keyframe[]} frames
 * @param {KeyframeAnimationOptions} how
 */
function briefly(layer, node, kind, frames, how) {
  if (!lively()) return;
  layer.append(node);
  run(node, kind, frames, { fill: "both", ...how }, () => node.remove());
}

/** @typedef {{x: number, y: number}} Point */

/** Words that rise from a place: wounds lost, a miss. @param {any} layer @param {Point} at @param {string} text @param {string} kind @param {number} [delay] */
export function rise(layer, at, text, kind, delay = 0) {
  const node = s("text", { class: `risen ${kind}`, x: at.x, y: at.y - 38, "text-anchor": "middle" }, text);
  briefly(layer, node, kind, [{ opacity: 0, transform: "translateY(14px)" }, { opacity: 1, transform: "translateY(0)", offset: 0.25 }, { opacity: 1, transform: "translateY(-14px)", offset: 0.7 }, { opacity: 0, transform: "translateY(-26px)" }], { duration: 560 - delay, delay });
}

/** A star where something strikes. @param {any} layer @param {Point} at @param {number} [delay] */
export function burst(layer, at, delay = 0) {
  const star = s("g", { class: "burst" }, s("path", { d: "M0-30 7-11 26-20 13-3 31 7 11 9 14 29 0 14-14 29-11 9-31 7-13-3-26-20-7-11Z" }), s("circle", { r: 8 }));
  const here = `translate(${at.x}px, ${at.y}px)`;
  briefly(layer, star, "burst", [{ opacity: 1, transform: `${here} scale(0.2)` }, { opacity: 1, transform: `${here} scale(1.2)`, offset: 0.4 }, { opacity: 0, transform: `${here} scale(1.5)` }], { duration: 320, delay });
}

/**
 * An attack: a tracer from far, a stroke from near.
 * @param {any} layer
 * @param {Point} from
 * @param {Point} to
 * @param {number} near distance up to which it is a stroke
 * @returns {boolean} whether it came from far
 */
export function attack(layer, from, to, near) {
  const far = Math.hypot(to.x - from.x, to.y - from.y);
  if (far <= near) {
    const [mx, my] = [(from.x + to.x) / 2, (from.y + to.y) / 2];
    const turn = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
    const node = s("g", { transform: `translate(${mx} ${my}) rotate(${turn})` }, s("path", { class: "stroke", d: "M-8-34Q26 0-8 34Q6 0-8-34Z" }));
    briefly(layer, node, "strike", [{ opacity: 0 }, { opacity: 1, offset: 0.3 }, { opacity: 0 }], { duration: 360 });
    return false;
  }
  const line = s("path", { class: "tracer", d: `M${from.x} ${from.y}L${to.x} ${to.y}`, "stroke-dasharray": `${Math.min(60, far / 2)} ${far + 60}` });
  briefly(layer, line, "shot", [{ opacity: 1, strokeDashoffset: 0 }, { opacity: 1, strokeDashoffset: -far, offset: 0.8 }, { opacity: 0, strokeDashoffset: -far }], { duration: 380, easing: "ease-in" });
  return true;
}

/** Look here: this sets off a reaction. @param {any} layer @param {Point} at @param {number} r */
export function flash(layer, at, r) {
  const ring = s("circle", { class: "flash", r });
  const here = `translate(${at.x}px, ${at.y}px)`;
  briefly(layer, ring, "flash", [{ opacity: 0, transform: `${here} scale(2.4)` }, { opacity: 1, transform: `${here} scale(1)`, offset: 0.45 }, { opacity: 1, transform: `${here} scale(1.15)`, offset: 0.7 }, { opacity: 0, transform: `${here} scale(1.4)` }], { duration: 580 });
}
