// Silhouettes of troops, drawn by us: a figure of the family and a sign of the type. 80 units wide, about (0, 0).

import { s } from "../ui.js";

const TROOPER = "M-17-6C-18-24-8-30 0-30S18-24 17-6L14-2 14 2C26 4 32 12 33 30H-33C-32 12-26 4-14 2L-14-2ZM-11-12V-4H11V-12C6-15-6-15-11-12Z";
const XENO = "M-34-2C-38-20-14-32 10-28 26-26 35-16 34-6L30 6 22 16 18 10 15 18 11 10 8 16 4 8C-6 8-10 14-12 30H-32C-34 18-26 12-28 6Z";
const HUNTER = "M-16-20C-14-31 14-31 16-20L17-2 10 14H-10L-17-2ZM-12-10 -3-5V-2L-11-5ZM12-10 3-5V-2L11-5ZM-20-18-28 16-23 16-18 4ZM20-18 28 16 23 16 18 4ZM-33 31C-32 20-24 16-12 16L0 22 12 16C24 16 32 20 33 31Z";
const HUGGER = "M0-16C9-16 11-8 11 0S7 14 0 14-11 8-11 0-9-16 0-16ZM-10-8-26-22-34-8-30-7-25-15-11-3ZM10-8 26-22 34-8 30-7 25-15 11-3ZM-10 4-28 2-33 18-29 19-25 7-9 9ZM10 4 28 2 33 18 29 19 25 7 9 9ZM-3 13C-4 24 8 24 6 33L10 33C13 22 3 22 4 13Z";
const HOUND = "M-34 4-22-8-10-8 10-14 18-28 22-18 34-12 34-4 22-2 20 30H12L10 10-12 10-18 30H-26L-24 6Z";
const GUN = "M-30-14H4V-20H16V-14H34V-6H16V2H6L18 30H10L0 8-10 30H-18L-6 2H-30Z";
const LOADER = "M-12-30H12V-16H30V6L34 10 28 18 24 10V-6H14V10L20 30H8L4 12H-4L-8 30H-20L-14 10V-6H-24V10L-28 18-34 10-30 6V-16H-12ZM-7-25V-16H7V-25Z";
const QUERY = "M-24-24H24V24H-24ZM-19-19V19H19V-19ZM-8-8C-8-17 9-17 9-7 9 0 2 0 3 6H-4C-5-3 3-3 3-7 3-11-2-11-2-7ZM-4 9H3V15H-4Z";
const CREST = "M-30-18-38-34-22-28-16-40-8-30 2-42 8-30 20-38 20-26Z";

/** @type {Record<string, string>} */
const FIGURES = {
  token: QUERY, marine: TROOPER, tracker: TROOPER, smartgunner: TROOPER, medic: TROOPER, sergeant: TROOPER, captain: TROOPER, lynn: TROOPER, synthetic: TROOPER,
  sentry_gun: GUN, power_loader: LOADER, facehugger: HUGGER, hellhound: HOUND, mimicry: QUERY,
  stalker: XENO, infant: XENO, warrior: XENO, royal_guard: XENO, crusher: XENO, evolved_warrior: XENO, predalien: XENO, praetorian: XENO, queen: XENO,
  p_warrior: HUNTER, p_hunter: HUNTER, p_berserker: HUNTER, youngblood: HUNTER, elder_warrior: HUNTER, elder_hunter: HUNTER, elder_berserker: HUNTER, p_warrior_sd: HUNTER,
};

/** Signs of types, drawn at the lower right. @type {Record<string, string>} */
const SIGNS = {
  tracker: "M-8 6A10 10 0 0 1 8 6L5 8A6 6 0 0 0-5 8ZM-12 1A16 16 0 0 1 12 1L9 3A12 12 0 0 0-9 3ZM-2 8H2V12H-2Z",
  smartgunner: "M-12-3H6V-7H10V-3H13V2H2L4 10H-2L-4 2H-12Z",
  medic: "M-4-12H4V-4H12V4H4V12H-4V4H-12V-4H-4Z",
  sergeant: "M-10-2 0-10 10-2V3L0-5-10 3ZM-10 7 0-1 10 7V12L0 4-10 12Z",
  captain: "M0-12 3-4 12-4 5 2 8 10 0 5-8 10-5 2-12-4-3-4Z",
  synthetic: "M-10-10H10V10H-10ZM-6-6V6H6V-6ZM-2-2H2V2H-2Z",
  stalker: "M-12 0C-6-8 6-8 12 0 6 8-6 8-12 0ZM-4 0A4 4 0 1 0 4 0 4 4 0 1 0-4 0Z",
  infant: "M0-8A8 8 0 1 1 0 8 8 8 0 1 1 0-8Z",
  warrior: "M-10 10-4-12 0 10ZM0 10 6-12 10 10Z",
  evolved_warrior: "M-12 10-8-12-4 10ZM-4 10 0-12 4 10ZM4 10 8-12 12 10Z",
  royal_guard: "M-10-10H10V2L0 12-10 2Z",
  crusher: "M-12-6 0-12 12-6 8 10H-8Z",
  predalien: "M-12-10H-4L0-2 4-10H12L4 12H-4Z",
  praetorian: "M-12 8V-8L-4 0 0-12 4 0 12-8V8Z",
  queen: "M-12 10V-8L-5 0 0-12 5 0 12-8V10Z",
  p_hunter: "M-12-2H4V-8L13 0 4 8V2H-12Z",
  p_berserker: "M-10-12-2-4-2 12-6 12-6 0-12-6ZM10-12 2-4 2 12 6 12 6 0 12-6Z",
  youngblood: "M0-10 10 10H-10Z",
  p_warrior_sd: "M-10-10H10V10H-10ZM-5-5V5H5V-5Z",
};
const CRESTED = ["queen", "praetorian", "royal_guard", "predalien"];

/**
 * A figure about (0, 0).
 * @param {string} sprite
 * @param {string} name
 */
export function figure(sprite, name) {
  const path = FIGURES[sprite];
  if (!path) {
    const letters = name.split(/[\s-]+/).map((word) => word[0] ?? "").join("").slice(0, 3).toUpperCase();
    return s("g", { class: "figure" }, s("path", { d: TROOPER, "fill-rule": "evenodd" }), s("text", { class: "letters", y: 26, "text-anchor": "middle" }, letters));
  }
  const kind = sprite.startsWith("elder_") ? sprite.replace("elder_", "p_") : sprite;
  const sign = SIGNS[sprite] ?? SIGNS[kind];
  return s(
    "g",
    { class: "figure" },
    CRESTED.includes(sprite) && s("path", { d: CREST }),
    s("path", { d: path, "fill-rule": "evenodd" }),
    sign && s("g", { class: "sign", transform: "translate(22 22) scale(0.95)" }, s("circle", { r: 17 }), s("path", { d: sign, "fill-rule": "evenodd" })),
    sprite.startsWith("elder_") && s("path", { class: "elder", d: "M-8-38 0-46 8-38 0-34Z" }),
  );
}

/** The shape under a figure tells the side apart without its colour. @param {number} seat @param {number} r */
export function base(seat, r) {
  if (seat % 3 === 0) return s("circle", { class: "base", r });
  const corners = seat % 3 === 1 ? 6 : 4;
  const grow = seat % 3 === 1 ? 1.06 : 1.16;
  const points = Array.from({ length: corners }, (_, i) => {
    const a = (i / corners) * 2 * Math.PI - Math.PI / 2;
    return `${(Math.cos(a) * r * grow).toFixed(1)},${(Math.sin(a) * r * grow).toFixed(1)}`;
  });
  return s("polygon", { class: "base", points: points.join(" ") });
}

/** Signs of markers, about (0, 0). @type {Record<string, string>} */
const MARKERS = {
  fire: "M0-34C6-20 22-14 20 8 18 24 8 30 0 30S-20 24-20 8C-20-4-12-8-10-18-4-12-4-6 0-4 6-12 2-24 0-34Z",
  acid: "M-4-30C4-16 14-8 14 4A16 16 0 0 1-18 4C-18-8-10-16-4-30ZM20-10C24-2 28 2 28 8A8 8 0 0 1 12 8C12 2 16-2 20-10Z",
  exit: "M-26-28H6V-20H-18V20H6V28H-26ZM-8-6H12V-18L32 0 12 18V6H-8Z",
  scoring: "M0-30 8-10 30-9 13 5 19 27 0 15-19 27-13 5-30-9-8-10Z",
  recorder: "M-26-16H26V20H-26ZM-18-8V4H18V-8ZM-14 9A5 5 0 1 0-4 9ZM4 9A5 5 0 1 0 14 9Z",
  engaged: "M-26-26-20-28 2-4-4 2ZM26-26 20-28-26 22-20 28ZM10 6 28 22 20 28 6 10Z",
  smoke: "M-26 16A12 12 0 0 1-18-6 16 16 0 0 1 12-12 14 14 0 0 1 26 16Z",
};
const FLAG = "M-16-30H-10V-26H24L16-14 24-2H-10V30H-16Z";

/** @param {string} kind */
export function markerSign(kind) {
  return s("path", { d: MARKERS[kind] ?? FLAG, "fill-rule": "evenodd" });
}
