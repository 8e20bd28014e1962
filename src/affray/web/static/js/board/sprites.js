// Silhouettes of troops, drawn by us: head and shoulders of the family, what it holds, and a sign of the type. About (0, 0), radius 40.

import { s } from "../ui.js";
import { typeSign } from "./signs.js";

/** Layers from back to front: ink is dark, mid between, glow the light of the base, eye bright. @typedef {[string, string][]} Layers */

const SHOULDERS = "M-38 36C-38 20-29 12-14 9L-9 4H9L14 9C29 12 38 20 38 36Z";

/** @type {Record<string, Layers>} */
const BUSTS = {
  marine: [
    ["ink", SHOULDERS], ["mid", "M-36 30C-36 20-30 14-20 12L-22 26ZM36 30C36 20 30 14 20 12L22 26Z"], ["glow", "M-13 12-7 15V36H-10V17ZM13 12 7 15V36H10V17Z"],
    ["glow", "M-14-6H14V3C14 11 8 16 0 16S-14 11-14 3Z"], ["ink", "M-20-3C-22-24-12-35 0-35S22-24 20-3L23-1V5L14 3V-5C8-8-8-8-14-5V3L-23 5V-1Z"], ["mid", "M-15-14C-14-26-8-31 0-31-5-27-9-22-10-14Z"], ["ink", "M-9-1H-3V2H-9ZM3-1H9V2H3ZM-4 9H4V11H-4Z"],
  ],
  gunner: [
    ["ink", SHOULDERS], ["mid", "M-30 36C-30 24-22 16-12 13L-2 36ZM30 36C30 24 22 16 12 13L2 36Z"], ["glow", "M-14-10H14V2C14 11 8 17 0 17S-14 11-14 2Z"],
    ["ink", "M-18-8C-18-28-9-34 0-34S18-28 18-8L15-2 14-12C6-16-6-16-14-12L-15-2Z"], ["mid", "M-18-14H18V-8H-18Z"], ["ink", "M-18-8H-8V0H-18ZM4-3H10V0H4ZM-4 10H4V12H-4Z"], ["eye", "M-13-6A2.500 2.500 0 1 0-13-1 2.500 2.500 0 1 0-13-6Z"],
  ],
  bare: [
    ["ink", SHOULDERS], ["mid", "M-8 10H8L0 24Z"], ["glow", "M-14-14H14V2C14 12 8 18 0 18S-14 12-14 2Z"], ["ink", "M-19 0C-22-24-12-35 0-35S22-24 19 0L14 2V-10C6-10 0-14-4-20-6-14-10-10-14-9V2ZM-9-2H-3V1H-9ZM3-2H9V1H3ZM-4 10H4V12H-4Z"],
  ],
  long: [
    ["ink", SHOULDERS], ["ink", "M-21 18C-26-20-16-35 0-35S26-20 21 18L12 12H-12Z"], ["glow", "M-13-14H13V2C13 12 8 18 0 18S-13 12-13 2Z"], ["ink", "M-14-8C-8-10-2-14 2-22 4-14 8-10 14-8V-18H-14ZM-9-2H-3V1H-9ZM3-2H9V1H3ZM-4 10H4V12H-4Z"],
  ],
  synthetic: [
    ["ink", SHOULDERS], ["mid", "M-8 10H8L0 24Z"], ["glow", "M-15-16C-15-28-8-33 0-33S15-28 15-16V2C15 12 8 18 0 18S-15 12-15 2Z"], ["ink", "M-17-12C-18-30-8-36 0-36S18-30 17-12C12-20 6-22 0-22S-12-20-17-12ZM-1-22H1V18H-1ZM-10-5H-4V-1H-10ZM4-5H10V-1H4ZM-5 10H5V12H-5ZM6 1H14V3H9V8H6Z"], ["eye", "M6-4H8V-2H6Z"],
  ],
  xeno: [
    ["ink", "M-38-12C-36-32 4-40 25-24 35-16 37-4 32 6L27 15 19 13 21 8 9 9C4 12 2 16 0 22L4 36H-30C-30 24-24 10-16 1-25 0-36-3-38-12Z"], ["mid", "M-30-14C-20-27 4-29 21-19 8-21-14-19-24-8-28-8-31-10-30-14ZM-14 20-26 36H-20L-10 22ZM-6 20-12 36H-6L-1 24Z"], ["glow", "M-24-19C-12-28 6-27 16-21 4-24-12-23-24-19Z"], ["eye", "M21 7 33 3 31 8 28.500 6 27 10 25 7 23 10Z"],
  ],
  queen: [
    ["ink", "M-40-20-30-38-20-26-10-42 0-28 10-42 20-26 30-38 40-20 22-4 18 12 8 26H-8L-18 12-22-4Z"], ["ink", "M-34 36C-30 26-20 20-8 20H8C20 20 30 26 34 36Z"], ["mid", "M-33-20-29-31-21-20-10-35 0-22 10-35 21-20 29-31 33-20 14-11C6-16-6-16-14-11Z"], ["glow", "M0-18 3-6 0-2-3-6Z"], ["eye", "M-10 13-7 20-4 14 0 21 4 14 7 20 10 13C4 11-4 11-10 13Z"],
  ],
  crusher: [
    ["ink", "M-38-4C-38-26-22-34 0-34S38-26 38-4L24 8 14 10 10 26H-10L-14 10-24 8ZM-34 36C-30 28-20 24-10 24H10C20 24 30 28 34 36Z"], ["mid", "M-32-6C-30-22-16-28 0-28S30-22 32-6C20-14 10-12 0-4-10-12-20-14-32-6Z"], ["glow", "M-2-26H2V-8L0-5-2-8Z"], ["eye", "M-8 14-5 21-2 15 0 21 2 15 5 21 8 14Z"],
  ],
  predalien: [
    ["ink", "M-36-14C-34-32 2-38 22-26 33-18 35-6 31 4L26 14 18 13 20 8 8 9C4 12 2 16 0 22L4 36H-28C-28 24-24 14-18 6L-26 26-32 24-25 2-36 14-40 10-28-4C-34-6-37-9-36-14Z"], ["mid", "M-28-14C-18-26 4-28 19-20 6-21-12-19-22-9ZM-12 20-18 36H-12L-6 22Z"], ["eye", "M20 5 34 0 31 14 28 8 25 17 23 9Z"],
  ],
  facehugger: [
    ["ink", "M0-18C10-18 12-8 12 0S8 16 0 16-12 8-12 0-10-18 0-18ZM-10-9-25-24-36-8-32-6-25-16-11-3ZM10-9 25-24 36-8 32-6 25-16 11-3ZM-11 1-30-5-38 10-34 12-29 1-10 6ZM11 1 30-5 38 10 34 12 29 1 10 6ZM-9 8-26 10-30 25-26 26-22 14-7 13ZM9 8 26 10 30 25 26 26 22 14 7 13ZM-4 14C-6 24 10 24 6 38L11 37C16 22 3 24 5 14Z"], ["mid", "M0-13C6-13 8-6 8 0S5 11 0 11-8 6-8 0-6-13 0-13Z"], ["glow", "M-1-11H1V9H-1ZM-6-4H6V-2H-6ZM-6 2H6V4H-6Z"],
  ],
  hunter: [
    ["ink", "M-38 36C-38 24-28 17-14 16L-22 22-28 18-24-12C-22-30-12-37 0-37S22-30 24-12L28 18 22 22 14 16C28 17 38 24 38 36Z"], ["mid", "M-19-12-23 16-19 18-15 0ZM19-12 23 16 19 18 15 0ZM-34 36C-34 28-28 22-18 21L-12 36ZM34 36C34 28 28 22 18 21L12 36Z"], ["glow", "M-15-16C-15-28-8-32 0-32S15-28 15-16L13 0 7 16H-7L-13 0Z"], ["ink", "M-13-8-3-4V0L-12-3ZM13-8 3-4V0L12-3ZM-1-30H1V-10H-1ZM-5 6H5L3 10H-3ZM-4 12H4V14H-4Z"],
  ],
  berserker: [
    ["ink", "M-38 36C-38 24-28 17-14 16L-22 22-28 18-24-12C-22-30-12-37 0-37S22-30 24-12L28 18 22 22 14 16C28 17 38 24 38 36Z"], ["mid", "M-19-12-23 16-19 18-15 0ZM19-12 23 16 19 18 15 0Z"], ["glow", "M-16-18C-16-28-8-32 0-32S16-28 16-18L14 0 9 8H-9L-14 0Z"], ["ink", "M-13-9-3-4V0L-12-3ZM13-9 3-4V0L12-3Z"], ["eye", "M-16 4-8 2-4 12-8 22-10 12ZM16 4 8 2 4 12 8 22 10 12ZM-3 6H3L0 12Z"],
  ],
  hellhound: [
    ["ink", "M-32-34-18-22C-8-28 8-28 18-22L32-34 30-10 34 4 22 14 14 32H-14L-22 14-34 4-30-10Z"], ["mid", "M-20-14C-10-20 10-20 20-14L12-4 8 8H-8L-12-4Z"], ["eye", "M-18-8-8-4-10 0-18-3ZM18-8 8-4 10 0 18-3ZM-18 8-12 28-9 12ZM18 8 12 28 9 12ZM-6 14-4 24-1 14ZM6 14 4 24 1 14Z"],
  ],
  sentry: [
    ["ink", "M-34-18H6V-24H18V-18H38V-8H18V2H8L22 36H14L0 10-14 36H-22L-8 2H-34Z"], ["mid", "M-30-14H0V-2H-30Z"], ["glow", "M18-15H36V-11H18Z"], ["eye", "M-24-12A4 4 0 1 0-24-4 4 4 0 1 0-24-12Z"],
  ],
  loader: [
    ["ink", "M-14-36H14V-22H32V4L38 10 34 26 28 26 29 14 24 10V-4H16V12L22 36H8L4 14H-4L-8 36H-22L-16 12V-4H-24V10L-29 14-28 26-34 26-38 10-32 4V-22H-14Z"], ["glow", "M-8-30H8V-16H-8Z"], ["ink", "M-5-26H5V-23H-5Z"], ["mid", "M-12-12H12V6H-12ZM-29-18H-20V-8H-29ZM20-18H29V-8H20Z"], ["eye", "M-12-8-4 2H-12ZM-2-12 12 2V6L-6-12Z"],
  ],
  astartes: [
    ["mid", "M-28-30A9 9 0 1 0-10-30V-12H-28ZM28-30A9 9 0 1 1 10-30V-12H28Z"], ["ink", "M-38 14A19 19 0 0 1-8 0H8A19 19 0 0 1 38 14 19 19 0 0 1 32 30L26 36H-26L-32 30A19 19 0 0 1-38 14Z"], ["glow", "M-34 14A13 13 0 0 1-14 6 18 18 0 0 0-24 26 12 12 0 0 1-34 14ZM34 14A13 13 0 0 0 14 6 18 18 0 0 1 24 26 12 12 0 0 0 34 14Z"],
    ["ink", "M-16-6C-17-25-9-34 0-34S17-25 16-6L14 7 7 15H-7L-14 7Z"], ["mid", "M-11-14C-10-25-6-29 0-30V-12ZM-4 3H4V12H-4Z"], ["eye", "M-13-7-3-4V0L-12-2ZM13-7 3-4V0L12-2Z"], ["glow", "M-9 5H-6V11H-9ZM6 5H9V11H6ZM-8 24H8V27H-8Z"],
  ],
  plague: [
    ["mid", "M-28-28A9 9 0 1 0-10-28V-12H-28ZM28-28A9 9 0 1 1 10-28V-12H28Z"], ["ink", "M-39 14A20 20 0 0 1-8 0H8A20 20 0 0 1 39 14 20 20 0 0 1 30 32L24 36H-24L-30 32A20 20 0 0 1-39 14Z"], ["glow", "M-33 10A6 6 0 1 0-21 10 6 6 0 1 0-33 10ZM24 18A5 5 0 1 0 34 18 5 5 0 1 0 24 18ZM-24 23A3.500 3.500 0 1 0-17 23 3.500 3.500 0 1 0-24 23Z"],
    ["ink", "M-16-4C-17-22-10-30-4-32L0-46 5-32C12-30 17-22 16-4L13 8C6 17-6 17-13 8Z"], ["mid", "M-11-12C-10-22-6-27-1-28V-11ZM-9 4H9V7H-9ZM-8 9H8V12H-8Z"], ["eye", "M-10-8A4 4 0 1 0-2-4L-9-9ZM10-8A4 4 0 1 1 2-4L9-9Z"], ["mid", "M5 10C14 12 16 22 10 32L6 30C10 22 9 16 3 14Z"],
  ],
  ork: [
    ["ink", "M-40 36C-40 18-30 8-16 8H16C30 8 40 18 40 36Z"], ["mid", "M-34 36C-34 24-28 16-18 14L-10 36ZM34 36C34 24 28 16 18 14L10 36Z"], ["ink", "M-24-12-36-18-33-4-25 2C-25 16-14 26 0 26S25 16 25 2L33-4 36-18 24-12C22-26 12-34 0-34S-22-26-24-12Z"], ["glow", "M-22 2C-14-2 14-2 22 2 22 14 13 22 0 22S-22 14-22 2Z"], ["ink", "M-17 8H17V12C8 16-8 16-17 12Z"], ["eye", "M-15 12-12-6-8 12ZM15 12 12-6 8 12ZM-6 9-4 14-1 9ZM6 9 4 14 1 9Z"], ["eye", "M-15-12-4-7-6-4-14-7ZM15-12 4-7 6-4 14-7Z"], ["mid", "M-14-20C-8-28 8-28 14-20 6-24-6-24-14-20Z"],
  ],
  grot: [
    ["ink", "M-22 36C-22 26-14 20-8 19H8C14 20 22 26 22 36Z"], ["ink", "M-16-8-40-22-34 0-17 4C-14 16-8 24 0 24S14 16 17 4L34 0 40-22 16-8C14-20 8-26 0-26S-14-20-16-8Z"], ["mid", "M-18-3-34-16-31-3ZM18-3 34-16 31-3Z"], ["glow", "M-3-2H3L5 10C5 15-5 15-5 10Z"], ["eye", "M-12-9A4 4 0 1 0-4-7L-12-11ZM12-9A4 4 0 1 1 4-7L12-11ZM-8 17 8 16 5 20-5 20Z"],
  ],
  squig: [
    ["ink", "M-30 4C-32-20-16-30 0-30S32-20 30 4C32 24 20 30 14 30L16 38H6L4 30H-4L-6 38H-16L-14 30C-20 30-32 24-30 4ZM-22-22-30-36-14-28ZM22-22 30-36 14-28Z"], ["glow", "M-24 2C-12-4 12-4 24 2 22 18 12 24 0 24S-22 18-24 2Z"], ["ink", "M-20 6C-10 2 10 2 20 6 18 16 10 20 0 20S-18 16-20 6Z"], ["eye", "M-18 5-14 13-10 4-5 13 0 3 5 13 10 4 14 13 18 5C8 1-8 1-18 5ZM-12-14A5 5 0 1 0-2-11L-12-17ZM12-14A5 5 0 1 1 2-11L12-17Z"],
  ],
  krieg: [
    ["ink", SHOULDERS], ["mid", "M-30 36C-30 24-22 16-10 14L-3 36ZM30 36C30 24 22 16 10 14L3 36Z"], ["ink", "M-15-6H15L13 8C9 16-9 16-13 8Z"], ["ink", "M-27-4C-25-10-21-12-20-14-20-28-10-36 0-36S20-28 20-14C21-12 25-10 27-4 14-9-14-9-27-4Z"], ["mid", "M-2-36H2V-14H-2ZM-15-16C-14-25-10-30-6-31-8-26-9-22-9-16Z"], ["eye", "M-8-5A5.500 5.500 0 1 0-8 6 5.500 5.500 0 1 0-8-5ZM8-5A5.500 5.500 0 1 1 8 6 5.500 5.500 0 1 1 8-5Z"], ["glow", "M-5 8A5 5 0 1 0 5 8 5 5 0 1 0-5 8Z"], ["mid", "M-2 13H3C4 22 10 22 12 30L7 31C5 25-2 24-2 13Z"],
  ],
};

/** What is held across the breast. @type {Record<string, string>} */
const ARMS = {
  rifle: "M-32 28-30 22-8 20 22 12 32 9 33 13 24 17 23 20 8 25 7 32 1 33 1 27-12 29-18 36H-26L-22 29Z",
  heavy: "M-36 24-34 16-6 14V9H4V13L34 8V14L38 14V19L32 19 34 24 8 27V34H0V28L-16 31-20 37H-29L-26 30Z",
  sniper: "M-34 31-31 26-10 22 36 6 37 9 8 23 6 30 0 31 1 26-12 29-17 35H-25L-21 29ZM-8 17 8 12 9 15-7 20Z",
  pistol: "M6 18H32V24H20L18 34H11L12 25H6Z",
  blade: "M-34-4-29-6-12 24-17 27ZM-20 24-8 17-6 20-18 28ZM-16 28-12 25-7 34-11 36Z",
  launcher: "M-38 20H20L36 12V34L20 27H-38ZM-6 27H2V36H-6Z",
  tube: "M-36 22H-20V15H24L34 11V29L24 26H-20V31H-36ZM0 26H7V36H0Z",
  hammer: "M12-8H38V6H28V36H22V6H12Z",
  claw: "M12 16H24V36H12ZM13 16 16 0 18 16ZM18 16 23-4 24 16ZM8 18 8 2 12 18Z",
  box: "M-16 20H16V36H-16ZM12 20V0H15V20ZM-11 24V32H2V24ZM5 24H12V27H5Z",
  pole: "M26-36H29V36H26ZM6-34H26V-8L16-14 6-8Z",
  disc: "M18 10A12 12 0 1 0 18 34 12 12 0 1 0 18 10ZM18 17A5 5 0 1 1 18 27 5 5 0 1 1 18 17Z",
  spear: "M-36 34 28-2 26-6 38-8 31 3 29 0-34 37Z",
  glass: "M-20 10H-4V13H4V10H20V24H6V19H-6V24H-20Z",
};

/** Bust and arms of every sprite. @type {Record<string, string>} */
const TROOPS = {
  marine: "marine rifle", tracker: "marine box", smartgunner: "gunner heavy", medic: "marine tube", sergeant: "marine pistol", captain: "gunner rifle", lynn: "long pistol", synthetic: "synthetic", sentry_gun: "sentry", power_loader: "loader",
  facehugger: "facehugger", stalker: "xeno", infant: "xeno", warrior: "xeno", evolved_warrior: "xeno", royal_guard: "queen", praetorian: "queen", queen: "queen", crusher: "crusher", predalien: "predalien",
  p_warrior: "hunter spear", p_hunter: "hunter disc", p_berserker: "berserker claw", youngblood: "hunter", hellhound: "hellhound",
  "aod.cpt": "astartes hammer", "aod.ais": "astartes blade", "aod.ins": "astartes rifle", "aod.grn": "astartes pistol", "aod.aiw": "astartes blade", "aod.els": "astartes sniper", "aod.hig": "astartes heavy", "aod.ing": "astartes tube", "aod.inw": "astartes rifle",
  "plm.cha": "plague blade", "plm.bom": "plague tube", "plm.ftr": "plague hammer", "plm.hgn": "plague heavy", "plm.icb": "plague pole", "plm.mpc": "plague pistol", "plm.war": "plague rifle",
  "kom.nob": "ork hammer", "kom.boy": "ork pistol", "kom.bre": "ork hammer", "kom.bur": "ork tube", "kom.com": "ork box", "kom.dak": "ork heavy", "kom.rok": "ork launcher", "kom.sla": "ork blade", "kom.sni": "ork sniper", "kom.gro": "grot", "kom.squ": "squig",
  "dkk.wat": "krieg blade", "dkk.bru": "krieg hammer", "dkk.con": "krieg pistol", "dkk.guf": "krieg tube", "dkk.gug": "krieg launcher", "dkk.gum": "krieg tube", "dkk.gup": "krieg heavy", "dkk.med": "krieg pistol", "dkk.sap": "krieg hammer", "dkk.snp": "krieg sniper", "dkk.spo": "krieg glass", "dkk.trp": "krieg rifle", "dkk.vet": "krieg rifle", "dkk.vox": "krieg box", "dkk.zea": "krieg pole",
};

/**
 * A figure about (0, 0). A troop without a drawing gets the plainest, with its letters.
 * @param {string} sprite
 * @param {string} name
 */
export function figure(sprite, name) {
  if (sprite === "token" || sprite === "mimicry") return back();
  const [bust = "", arms = ""] = (TROOPS[sprite] ?? TROOPS[sprite.replace("elder_", "p_").replace(/_sd$/, "")] ?? "").split(" ");
  const letters = name.split(/[\s-]+/).map((word) => word[0] ?? "").join("").slice(0, 3).toUpperCase();
  return s(
    "g",
    { class: "figure" },
    s("g", sprite === "infant" ? { transform: "translate(3 7) scale(0.78)" } : {}, ...(BUSTS[bust] ?? BUSTS.bare ?? []).map(([layer, d]) => s("path", { class: layer, d, "fill-rule": "evenodd" }))),
    arms && s("path", { class: "arms", d: ARMS[arms] ?? "", "fill-rule": "evenodd" }),
    !bust && s("text", { class: "letters", y: 34, "text-anchor": "middle" }, letters),
    typeSign(sprite),
    sprite.startsWith("elder_") && s("path", { class: "elder", d: "M-8-38 0-46 8-38 0-34Z" }),
  );
}

/** The back of a token that lies face down: rings of a tracker, and a question. */
function back() {
  return s("g", { class: "back" }, ...[34, 24].map((r) => s("circle", { class: "ring", r })), s("path", { class: "sweep", d: "M0 0 26-22A34 34 0 0 1 34 0Z" }), s("text", { class: "query", y: 15, "text-anchor": "middle" }, "?"));
}

/** The shape under a figure tells the side apart without its colour. @param {number} seat @param {number} r @param {string} name */
export function base(seat, r, name) {
  if (seat % 4 === 0) return s("circle", { class: name, r });
  const corners = [0, 6, 4, 8][seat % 4] ?? 6;
  const grow = [1, 1.08, 1.2, 1.05][seat % 4] ?? 1;
  const points = Array.from({ length: corners }, (_, i) => {
    const a = (i / corners) * 2 * Math.PI - Math.PI / 2;
    return `${(Math.cos(a) * r * grow).toFixed(1)},${(Math.sin(a) * r * grow).toFixed(1)}`;
  });
  return s("polygon", { class: name, points: points.join(" "), "stroke-linejoin": "round" });
}
