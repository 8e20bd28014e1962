// The table's buttons: sharing, ruler, dice, record, report, keys.

import { h } from "./ui.js";
import { download, request } from "./api.js";
import { change, settings } from "./keep.js";
import { dialog, notice } from "./say.js";
import { help, ruler } from "./keys.js";
import { diceTables } from "./dice.js";
import { invite, share } from "./share.js";

/** @param {import("./game.js").Play} game */
export function menu(game) {
  invite(game);
  const more = () => {
    const node = dialog("Match", h("div", { class: "menu-list" },
      h("button", { onclick: () => tried(record(game)) }, "Save the record"),
      h("button", { onclick: () => tried(dice(game)) }, "Dice so far"),
      h("button", { onclick: () => seed(game) }, "Seed"),
      h("button", { onclick: () => report(game) }, "Report a bug"),
      h("button", { onclick: help }, "Keys"),
      h("a", { class: "button", href: `#/replay/${game.match}/${game.key}`, onclick: () => node.close() }, "Replay"),
      check("routine", "Hold back by itself where only flips are offered"),
      check("confirm", "Ask before what cannot be taken back"),
      check("motion", "Animate")));
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
async function record(game) {
  download(`${game.match}.affray`, await request(`/api/match/${game.match}/record`, { key: game.key, text: true }));
  if (!game.update.peek()?.result) notice(["Saved. While the match goes on its record leaves out what you may not know, so it can be read but not opened; the whole record is there at the end."]);
}

/** @param {import("./game.js").Play} game */
async function dice(game) {
  /** @type {import("../types.js").DiceReport} */
  const found = await request(`/api/match/${game.match}/dice`, { key: game.key });
  dialog("Dice so far", ...diceTables(found, game.update.peek()?.seats.map((s) => s.name) ?? []));
}

/** @param {import("./game.js").Play} game */
function seed(game) {
  const over = game.update.peek()?.seed;
  dialog("Seed of the dice", h("p", {}, "Its hash was fixed before the first roll: ", h("code", {}, game.welcome.peek()?.seed_hash ?? "")), h("p", {}, over ? "The seed: " : "The seed is published when the match is over.", over && h("code", {}, over)));
}

/** @param {import("./game.js").Play} game */
function report(game) {
  const text = h("textarea", { id: "bug", rows: 6 });
  const send = async () => {
    /** @type {import("../types.js").Report} */
    const made = await request(`/api/match/${game.match}/report`, { key: game.key, body: { text: text.value, about: `${navigator.userAgent}; ${innerWidth}×${innerHeight}` } });
    download(made.name, made.text);
    node.close();
  };
  const node = dialog("Report a bug", h("label", { for: "bug" }, "What went wrong, and what did you expect?"), text, h("p", { class: "hint" }, "The report holds your words, the versions and the record as far as you may know it. You get it as a file to send to the maintainers."), h("button", { class: "main", onclick: () => tried(send()) }, "Make the report"));
}
