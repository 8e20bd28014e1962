// A place on a plane chosen by keys: arrows move a crosshair, Enter sets it.

import { s } from "../ui.js";
import { say } from "../say.js";

const STEP = 0.5; // inches of an arrow key
const FINE = 0.1; // with Shift

/**
 * @typedef {object} Steering
 * @property {number} unit the length of an inch
 * @property {number} width
 * @property {number} height
 * @property {(x: number, y: number) => {x: number, y: number}} at
 * @property {() => {x: number, y: number}} start where it first stands, in units
 * @property {(x: number, y: number) => void} set a place has been chosen
 * @property {() => void} turn the way turns here
 * @property {() => void} back the last place is taken back
 */

/** @param {Steering} steering */
export function crosshair(steering) {
  const node = s("g", { class: "crosshair" });
  let on = false;
  let place = { x: 0, y: 0 };
  const inches = (/** @type {number} */ length) => Number((length / steering.unit).toFixed(2));

  function draw() {
    const p = steering.at(place.x, place.y);
    node.replaceChildren(...(on ? [s("path", { d: `M${p.x - 30} ${p.y}h60M${p.x} ${p.y - 30}v60` }), s("circle", { cx: p.x, cy: p.y, r: 14 }), s("text", { x: p.x + 20, y: p.y - 20 }, `${inches(place.x)}:${inches(place.y)}`)] : []));
  }
  /** @param {boolean} now */
  function show(now) {
    on = now;
    if (on) place = steering.start();
    draw();
    say(on ? `Crosshair at ${inches(place.x)}, ${inches(place.y)}. Arrows move it, Enter chooses the place, t turns there, Backspace takes back, Escape ends.` : "Crosshair put away.");
  }
  return {
    node,
    on: () => on,
    show,
    /**
     * @param {KeyboardEvent} e
     * @returns {boolean} whether the key was meant for the crosshair
     */
    key(e) {
      if (!on) {
        if (e.key !== "c") return false;
        show(true);
        return true;
      }
      const step = steering.unit * (e.shiftKey ? FINE : STEP);
      const dx = { ArrowRight: 1, ArrowLeft: -1 }[e.key] ?? 0;
      const dy = { ArrowUp: 1, ArrowDown: -1 }[e.key] ?? 0;
      if (dx || dy) {
        const grid = steering.unit * FINE;
        const go = (/** @type {number} */ from, /** @type {number} */ by, /** @type {number} */ most) => Math.min(most, Math.max(0, Math.round((from + by * step) / grid) * grid));
        place = { x: go(place.x, dx, steering.width), y: go(place.y, dy, steering.height) };
        draw();
        say(`${inches(place.x)}, ${inches(place.y)}`);
        return true;
      }
      if (e.key === "Enter" || e.key === " ") steering.set(place.x, place.y);
      else if (e.key === "t") steering.turn();
      else if (e.key === "Backspace") steering.back();
      else if (e.key === "Escape" || e.key === "c") show(false);
      else return false;
      return true;
    },
  };
}
