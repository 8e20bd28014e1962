// What is lit on a board: a function of the options that fit what is chosen. Both renderers take it.

/** @typedef {import("../../types.js").Option} Option */
/**
 * A way, or a place, that is looked at before it is chosen.
 * @typedef {object} Plan
 * @property {string} actor who is to go there, if anybody is
 * @property {readonly (readonly [number, number, number])[]} path the ends of its legs
 * @property {boolean} ok whether it is allowed
 */
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
 * @property {string} said what stands beside the ruler
 * @property {Set<string>} named terrain and pieces that an answer speaks of
 * @property {import("../../types.js").Reach | null} reach where the piece chosen may go on a plane
 * @property {readonly (readonly [number, number])[]} turns way-points set by hand
 * @property {Plan | null} plan
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
  const ends = fitting.filter((o) => o.path.length && (o.actor === choice.actor || !o.actor));
  return { pieces, zones, edges, marks: new Set(), zone: choice.zone, looked: null, ends, ruler: [], said: "", named: new Set(), reach: null, turns: [], plan: null, ...more };
}
