// Signs: of ranks and types at the lower right of a figure, of markers on the board. Our own drawings, about (0, 0).

import { s } from "../ui.js";

const CHEVRONS = "M-10-2 0-10 10-2V3L0-5-10 3ZM-10 7 0-1 10 7V12L0 4-10 12Z";
const STAR = "M0-12 3-4 12-4 5 2 8 10 0 5-8 10-5 2-12-4-3-4Z";
const CROSS = "M-4-12H4V-4H12V4H4V12H-4V4H-12V-4H-4Z";
const CROWN = "M-12 10V-8L-5 0 0-12 5 0 12-8V10Z";
const SHELL = "M-10-10H10V2L0 12-10 2Z";
const BOMB = "M-10 3A9 9 0 1 0 8 3 9 9 0 1 0-10 3ZM3-7 9-13 12-10 6-4Z";
const WAVES = "M-8 6A10 10 0 0 1 8 6L5 8A6 6 0 0 0-5 8ZM-12 1A16 16 0 0 1 12 1L9 3A12 12 0 0 0-9 3ZM-2 8H2V12H-2Z";
const EYE = "M-12 0C-6-8 6-8 12 0 6 8-6 8-12 0ZM-4 0A4 4 0 1 0 4 0 4 4 0 1 0-4 0Z";
const FLAME = "M0-12C3-6 9-4 9 4 9 9 5 12 0 12S-9 9-9 4C-9 0-5-1-4-5-1-3-1-1 0 0 3-3 2-8 0-12Z";
const SCOPE = "M-2-12H2V-8A8 8 0 0 1 8-2H12V2H8A8 8 0 0 1 2 8V12H-2V8A8 8 0 0 1-8 2H-12V-2H-8A8 8 0 0 1-2-8ZM0-4A4 4 0 1 0 0 4 4 4 0 1 0 0-4Z";
const BLADES = "M-12-12-7-11 2 0 0 3ZM12-12 7-11-12 9-9 12ZM5 2 12 9 9 12 2 5Z";
const FIST = "M-9-6H-5V-10H0V-8H5V-6H9V4L5 10H-5L-9 4Z";
const BANNER = "M-9-12H-6V-10H9L5-4 9 2H-6V12H-9Z";
const RADIO = "M-9-2H9V11H-9ZM-6-12H-3V-2H-6ZM-5 2V8H1V2ZM4 2V4H7V2Z";
const PROP = "M-12-2A12 10 0 0 1 12-2L6 0 3 12H-3L-6 0Z";

/** @type {Record<string, string>} */
const SIGNS = {
  tracker: WAVES, smartgunner: SCOPE, medic: CROSS, sergeant: CHEVRONS, captain: STAR,
  stalker: EYE, infant: "M0-8A8 8 0 1 1 0 8 8 8 0 1 1 0-8Z", warrior: "M-10 10-4-12 0 10ZM0 10 6-12 10 10Z", evolved_warrior: "M-12 10-8-12-4 10ZM-4 10 0-12 4 10ZM4 10 8-12 12 10Z",
  royal_guard: SHELL, crusher: "M-12-6 0-12 12-6 8 10H-8Z", predalien: "M-12-10H-4L0-2 4-10H12L4 12H-4Z", praetorian: "M-12 8V-8L-4 0 0-12 4 0 12-8V8Z", queen: CROWN,
  p_warrior: SHELL, p_hunter: "M-12-2H4V-8L13 0 4 8V2H-12Z", p_berserker: BLADES, youngblood: "M0-10 10 10H-10Z", _sd: BOMB,
  "aod.cpt": STAR, "aod.ais": CHEVRONS, "aod.ins": CHEVRONS, "aod.grn": BOMB, "aod.aiw": BLADES, "aod.els": SCOPE, "aod.hig": SHELL, "aod.ing": BOMB,
  "plm.cha": STAR, "plm.bom": BOMB, "plm.ftr": FIST, "plm.hgn": SHELL, "plm.icb": BANNER, "plm.mpc": WAVES,
  "kom.nob": CROWN, "kom.bre": FIST, "kom.bur": FLAME, "kom.com": RADIO, "kom.dak": "M-12-6H12V-2H-12ZM-12 2H12V6H-12Z", "kom.rok": "M-12-4H2L12 0 2 4H-12ZM-12-8H-8V8H-12Z", "kom.sla": BLADES, "kom.sni": SCOPE, "kom.squ": BOMB,
  "dkk.wat": CHEVRONS, "dkk.bru": FIST, "dkk.con": "M-11-8H11V4H2L-5 11V4H-11Z", "dkk.guf": FLAME, "dkk.gug": BOMB, "dkk.gum": "M-12-3 0-9-3-2H12L0 9 3 2Z", "dkk.gup": "M0-10A10 10 0 1 0 0 10 10 10 0 1 0 0-10ZM0-5A5 5 0 1 1 0 5 5 5 0 1 1 0-5Z", "dkk.med": CROSS, "dkk.sap": PROP, "dkk.snp": SCOPE, "dkk.spo": EYE, "dkk.vet": SHELL, "dkk.vox": RADIO, "dkk.zea": FLAME,
};

/** The sign of a type, nothing for the plain ones. @param {string} sprite */
export function typeSign(sprite) {
  const kind = sprite.replace("elder_", "p_").replace(/_sd$/, "");
  const d = sprite.endsWith("_sd") ? SIGNS._sd : SIGNS[sprite] ?? SIGNS[kind];
  return d ? s("g", { class: "sign", transform: "translate(27 17)" }, s("circle", { r: 15 }), s("path", { d, transform: "scale(0.82)", "fill-rule": "evenodd" })) : null;
}

/** @type {Record<string, string>} */
const MARKERS = {
  fire: "M0-34C6-20 22-14 20 8 18 24 8 30 0 30S-20 24-20 8C-20-4-12-8-10-18-4-12-4-6 0-4 6-12 2-24 0-34Z",
  acid: "M-4-30C4-16 14-8 14 4A16 16 0 0 1-18 4C-18-8-10-16-4-30ZM20-10C24-2 28 2 28 8A8 8 0 0 1 12 8C12 2 16-2 20-10Z",
  exit: "M-26-28H6V-20H-18V20H6V28H-26ZM-8-6H12V-18L32 0 12 18V6H-8Z",
  scoring: "M0-30 8-10 30-9 13 5 19 27 0 15-19 27-13 5-30-9-8-10Z",
  recorder: "M-26-16H26V20H-26ZM-18-8V4H18V-8ZM-14 9A5 5 0 1 0-4 9ZM4 9A5 5 0 1 0 14 9Z",
  engaged: "M-26-26-20-28 2-4-4 2ZM26-26 20-28-26 22-20 28ZM10 6 28 22 20 28 6 10Z",
  smoke: "M-26 16A12 12 0 0 1-18-6 16 16 0 0 1 12-12 14 14 0 0 1 26 16Z",
  ladder: "M-20-30H-12V-22H12V-30H20V30H12V22H-12V30H-20ZM-12-14V-4H12V-14ZM-12 4V14H12V4Z",
  mine: "M-6-30H6V-20C14-18 20-12 21-6H30V6H21C20 14 14 20 6 21V30H-6V21C-14 20-20 14-21 6H-30V-6H-21C-20-12-14-18-6-20ZM0-9A9 9 0 1 0 0 9 9 9 0 1 0 0-9Z",
};
const FLAG = "M-16-30H-10V-26H24L16-14 24-2H-10V30H-16Z";

/** @param {string} kind */
export function markerSign(kind) {
  return s("path", { d: MARKERS[kind] ?? FLAG, "fill-rule": "evenodd" });
}
