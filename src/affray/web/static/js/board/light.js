// What is lit on a board: a function of the options that fit what is chosen. Both renderers take it.

/** @typedef {import("../../types.js").Option} Option */
/**
 * @typedef {object} Light
 * @property {Map<string, string>} pieces piece id to "chosen", "can" (may act), "aim" (a target)
 * @property {Map<number, string[]>} zones zone to what may be done there
 * @property {Map<number, string[]>} edges edge to what may be done there
 * @property {Set<string>} marks pieces and places that a lesson points at
 * @property {number} zone the zone chosen, or -1
 * @property {Option | null} looked the option under the pointer or the focus
 * @property {readonly Option[]} ends options that lead to a place on a plane
 * @property {string[]} ruler the ends of the ruler
 * @property {readonly (readonly [number, number, number])[]} way way-points set by hand
 */

/**
 * @param {readonly Option[]} all
 * @param {readonly Option[]} fitting
 * @param {import("../game.js").Choice} choice
 * @param {Partial<Light>} more
 * @returns {Light}
 */
export function lightOf(all, fitting, choice, more) {
  /** @type {Map<string, string>} */
  const pieces = new Map();
  /** @type {Map<number, string[]>} */
  const zones = new Map();
  /** @type {Map<number, string[]>} */
  const edges = new Map();
  for (const option of all) if (option.actor) pieces.set(option.actor, "can");
  for (const option of fitting) {
    const verb = option.action.split(" ")[0] ?? "";
    if (option.target && option.target !== choice.actor) pieces.set(option.target, "aim");
    if (option.zone >= 0) zones.set(option.zone, [...(zones.get(option.zone) ?? []), verb]);
    if (option.edge >= 0) edges.set(option.edge, [...(edges.get(option.edge) ?? []), verb]);
  }
  if (choice.actor) pieces.set(choice.actor, "chosen");
  return { pieces, zones, edges, marks: new Set(), zone: choice.zone, looked: null, ends: fitting.filter((o) => o.path.length), ruler: [], way: [], ...more };
}
