// A few troops of each game, for its card on the first page.

import { s } from "../ui.js";
import { base, figure } from "./sprites.js";
import { paint } from "./paint.js";

/** @type {Record<string, [string, number][]>} */
const CAST = {
  avp: [["queen", 1], ["warrior", 1], ["smartgunner", 0], ["marine", 0], ["p_hunter", 2]],
  killteam: [["kom.nob", 1], ["kom.dak", 1], ["aod.cpt", 0], ["plm.war", 2], ["dkk.snp", 3]],
};

/** @param {string} game */
export function cast(game) {
  return (CAST[game] ?? []).map(([sprite, seat], i) => s("svg", { viewBox: "-54 -54 108 108" }, i === 0 && !document.getElementById("face0") && paint(), s("g", { class: `piece seat${seat}` }, base(seat, 44, "base"), base(seat, 38.5, "face"), s("g", { transform: "translate(0 -2) scale(0.9)" }, figure(sprite, sprite)))));
}
