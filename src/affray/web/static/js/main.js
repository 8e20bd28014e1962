// Which screen is shown: the address's fragment says it. The secret key of a seat stands there, and goes nowhere else.

import { h, leave } from "./ui.js";
import { dress } from "./keep.js";
import { sentence } from "./say.js";
import { failed } from "./topbar.js";

dress();

/** @type {Record<string, () => Promise<{show: (root: HTMLElement, ...parts: string[]) => void | Promise<void>}>>} */
const SCREENS = {
  "": () => import("./lobby.js"),
  match: () => import("./table.js"),
  replay: () => import("./replay.js"),
  rules: () => import("./rulebook.js"),
};

// The first page is shown before these have come.
const SHEETS = ["table", "play", "board", "plane"];
/** @type {Promise<unknown> | null} */
let dressed = null;

/** The styles of the table, asked for once. */
function styles() {
  dressed ??= Promise.all(SHEETS.map((name) => new Promise((done) => document.head.append(h("link", { rel: "stylesheet", href: `/static/css/${name}.css`, onload: done, onerror: done })))));
  return dressed;
}

let visit = 0;

async function route() {
  const [, name = "", ...parts] = location.hash.split("/");
  if (location.hash && !location.hash.startsWith("#/")) return; // a link within the page
  leave();
  const mine = ++visit;
  const root = /** @type {HTMLElement} */ (document.getElementById("page"));
  const screen = SCREENS[name];
  try {
    if (!screen) throw new Error("There is no such page.");
    const [module] = await Promise.all([screen(), name ? styles() : null]);
    if (mine === visit) await module.show(root, ...parts.map(decodeURIComponent));
    styles();
  } catch (error) {
    if (mine !== visit) return; // somebody is elsewhere by now
    failed(root, sentence(error instanceof Error ? error.message : String(error)));
  }
}

addEventListener("hashchange", route);
route();
