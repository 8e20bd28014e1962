// What the browser remembers: keys of matches, and settings.

import { signal } from "./ui.js";

/** @typedef {{match: string, key: string, links?: readonly import("../types.js").SeatLink[], watch?: string}} Kept */

/**
 * @template T
 * @param {string} name
 * @param {T} other
 * @returns {T}
 */
function load(name, other) {
  try {
    return JSON.parse(localStorage.getItem(name) || "null") ?? other;
  } catch {
    return other;
  }
}

/**
 * @param {string} name
 * @param {unknown} value
 */
function save(name, value) {
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // A browser that keeps nothing plays all the same.
  }
}

/** @returns {Kept[]} */
export const matches = () => load("affray.matches", []);

/** @param {Kept} kept */
export function keep(kept) {
  const old = matches().find((one) => one.match === kept.match && one.key === kept.key);
  save("affray.matches", [{ ...old, ...kept }, ...matches().filter((one) => one !== old && !(one.match === kept.match && one.key === kept.key))].slice(0, 60));
}

/**
 * @param {string} match
 * @param {string} key
 */
export function forget(match, key) {
  save("affray.matches", matches().filter((one) => one.match !== match || one.key !== key));
}

const first = { theme: "auto", confirm: false, routine: false, motion: true };

/** The settings of this browser. */
export const settings = signal(/** @type {typeof first} */ ({ ...first, ...load("affray.settings", {}) }));

/** @param {Partial<typeof first>} some */
export function change(some) {
  settings.set({ ...settings.peek(), ...some });
  save("affray.settings", settings.peek());
  dress();
}

/** Put the theme on. */
export function dress() {
  const { theme, motion } = settings.peek();
  document.documentElement.dataset.theme = theme;
  document.documentElement.dataset.motion = motion ? "yes" : "no";
}
