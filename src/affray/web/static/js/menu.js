// The table's buttons: sharing, ruler, dice, record, report, keys.

import { h } from "./ui.js";
import { request } from "./api.js";
import { change, settings } from "./keep.js";
import { dialog, notice } from "./say.js";
import { help, ruler } from "./keys.js";
import { diceTables } from "./dice.js";
import { report, save } from "./reports.js";
import { invite, share } from "./share.js";

/** @param {import("./game.js").Play} game */
export function menu(game) {
  invite(game);
  const more = () => {
    const node = dialog("Match", h("div", { class: "menu-list" },
      h("button", { onclick: () => tried(save(game.match, game.key, Boolean(game.update.peek()?.result))) }, "Save the record"),
      h("button", { onclick: () => tried(dice(game)) }, "Dice so far"),
      h("button", { onclick: () => seed(game) }, "Seed"),
      h("button", { onclick: () => report(game.match, game.key) }, "Report a bug"),
      h("button", { onclick: help }, "Keys"),
      h("a", { class: "button", href: `#/replay/${game.match}/${game.key}` }, "Replay"),
      check("routine", "Hold back by itself where only flips are offered"),
      check("confirm", "Ask before what cannot be taken back"),
      check("motion", "Animate")));
    // Closed before what was chosen opens a dialog of its own or gives notice.
    node.addEventListener("click", (e) => {
      if (e.target instanceof Element && e.target.closest(".menu-list :is(button, a)")) node.close();
    }, true);
  };
  return [
    h("button", { class: "quiet", onclick: () => ruler(game), title: "Ruler and line of sight (m)" }, "Ruler"),
    h("button", { class: "quiet", onclick: () => share(game), title: "Links and QR codes" }, "Share"),
    h("button", { class: "quiet", onclick: more }, "Menu"),
  ];
}

/**
 * @param {"routine" | "confirm" | "motion"} name
 * @param {string} label
 */
function check(name, label) {
  return h("label", { class: "check" }, h("input", { type: "checkbox", checked: settings.peek()[name], onchange: (/** @type {any} */ e) => change({ [name]: e.target.checked }) }), label);
}

/** @param {Promise<unknown>} work */
function tried(work) {
  work.catch((error) => notice([error.message], "bad"));
}

/** @param {import("./game.js").Play} game */
async function dice(game) {
  /** @type {import("../types.js").DiceReport} */
  const found = await request(`/api/match/${game.match}/dice`, { key: game.key });
  dialog("Dice so far", ...diceTables(found, game.update.peek()?.seats.map((s) => s.title) ?? []));
}

/** @param {import("./game.js").Play} game */
function seed(game) {
  const over = game.update.peek()?.seed;
  dialog("Seed of the dice", h("p", {}, "Its hash was fixed before the first roll: ", h("code", {}, game.welcome.peek()?.seed_hash ?? "")), h("p", {}, over ? "The seed: " : "The seed is published when the match is over.", over && h("code", {}, over)));
}
