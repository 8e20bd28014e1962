// Keys of the table.

import { h } from "./ui.js";
import { NOTHING } from "./game.js";
import { dialog } from "./say.js";

const HELP = [
  ["Tab, Enter", "go on, choose"], ["arrow keys", "on the board: from place to place; in lists: up and down"], ["c", "on a board in inches: a crosshair; arrows move it, with Shift finely, Enter looks at the place, t turns the way there, Backspace takes back"], ["o", "to the options"], ["b", "to the board"], ["1 – 9", "take the n-th option"], ["d", "do what is shown"], ["n", "to what is not open now, and why"],
  ["u", "undo"], ["p", "play now: the computer thinks no longer"], ["m", "ruler"], ["w", "why not?"], ["/", "search the rules"], ["l, s", "log, state"], ["h", "to the hand"], ["Escape", "choose nothing"], ["+ − 0", "on the board: zoom"], ["?", "these keys"],
];

export function help() {
  dialog("Keys", h("dl", { class: "keys" }, ...HELP.flatMap(([key, text]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, text)])));
}

/**
 * @param {import("./game.js").Play} game
 * @param {() => void} toBoard
 * @returns {() => void} ends it
 */
export function keys(game, toBoard) {
  /** @param {string} selector */
  const focus = (selector) => queueMicrotask(() => {
    const one = document.querySelector(selector);
    if (one instanceof HTMLElement) one.focus();
    if (one instanceof HTMLInputElement) one.select();
  });
  /** @type {Record<string, () => void>} */
  const map = {
    o: () => { game.tab.set("moves"); focus(".options button[data-action]"); },
    b: toBoard,
    d: () => { const option = game.looked.peek(); if (option) game.act(option); },
    n: () => { game.tab.set("moves"); focus(".closed button"); },
    p: () => { if (game.update.peek()?.thinking) game.net.send({ type: "play_now" }); },
    u: () => { if (game.update.peek()?.may_undo) game.net.send({ type: "undo" }); },
    m: () => ruler(game),
    w: () => { game.tab.set("moves"); focus("#typed"); },
    "/": () => { game.tab.set("rules"); focus("#rules-words"); },
    l: () => { game.tab.set("log"); focus(".log"); },
    s: () => { game.tab.set("state"); focus("#tab-state"); },
    h: () => focus(".standing summary"),
    "?": help,
    Escape: () => { game.choice.set(NOTHING); game.looked.set(null); game.aimed.set(""); game.reasons.set([]); game.measuring.set(null); },
  };
  const listen = (/** @type {KeyboardEvent} */ e) => {
    const target = /** @type {HTMLElement} */ (e.target);
    if (e.key === "Escape" && target instanceof HTMLInputElement && !target.closest("dialog")) return target.blur();
    if (game.handOver.peek() || e.ctrlKey || e.metaKey || e.altKey || target.closest("input, textarea, select, dialog")) return;
    const does = map[e.key];
    if (does) {
      e.preventDefault();
      does();
    } else if (/^[1-9]$/.test(e.key)) {
      const button = document.querySelectorAll(".options button[data-action]")[Number(e.key) - 1];
      if (button instanceof HTMLElement) button.click();
    }
  };
  addEventListener("keydown", listen);
  return () => removeEventListener("keydown", listen);
}

/** @param {import("./game.js").Play} game */
export function ruler(game) {
  game.measuring.set(game.measuring.peek() ? null : []);
  game.lines.set(null);
  game.tab.set("moves");
}
