// The table: the board, and beside it what may be done, the state of play, the log and the rulebook.

import { effect, fill, h, onLeave, signal } from "./ui.js";
import { keep } from "./keep.js";
import { play } from "./game.js";
import { failed, topbar } from "./topbar.js";
import { sentence } from "./say.js";
import { zoneBoard } from "./board/zones.js";
import { planeBoard } from "./board/plane.js";
import { lightOf } from "./board/light.js";
import { shots } from "./board/shots.js";
import { optionsPanel } from "./options.js";
import { lookPanel } from "./look.js";
import { logPanel } from "./log.js";
import { rulesPanel } from "./rules.js";
import { statePanel, seatStrip } from "./side.js";
import { diceTray } from "./tray.js";
import { standing } from "./standing.js";
import { clicks } from "./clicks.js";
import { lessonPanel } from "./lesson.js";
import { ongoingPanel } from "./ongoing.js";
import { rulerLight, rulerPanel } from "./ruler.js";
import { wayPanel, wayTool } from "./ways.js";
import { keys } from "./keys.js";
import { menu } from "./menu.js";

const TWICE = 500; // milliseconds after a new decision in which a double click is one click
const TABS = [["moves", "Moves"], ["state", "State"], ["log", "Log"], ["rules", "Rules"]];

/**
 * @param {HTMLElement} root
 * @param {string} match
 * @param {string} key
 */
export function show(root, match, key) {
  keep({ match, key });
  const game = play(match, key);
  const marks = signal(/** @type {string[]} */ ([]));
  const ways = wayTool(game);
  const strip = h("div", { class: "strip" });
  const frame = h("div", { class: "frame", id: "board" });
  const side = h("aside", { class: "side", "aria-label": "Play" });
  const state = h("div", { class: "conn", role: "status" });
  const stage = h("div", { class: "stage" }, frame, diceTray(game), state);
  const main = h("main", { id: "main", class: "table", "data-match": match }, h("h1", { class: "unseen" }, "Table"), strip, stage, side);
  // Who clicks twice means one decision: the second click must not take the next one, too. A tap only looks.
  let clicked = 0;
  main.addEventListener("click", (/** @type {MouseEvent} */ e) => {
    const before = clicked;
    clicked = performance.now();
    const arrived = game.arrived();
    if (e.detail < 2 || before > arrived || clicked - arrived > TWICE || !(e.target instanceof Element) || !e.target.closest(/** @type {any} */ (e).pointerType === "touch" ? ".do, .do-way" : ".options, .odds, .board, .way-tool")) return;
    e.stopPropagation();
    e.preventDefault();
  }, true);
  fill(root, topbar([h("span", { class: "grow" }), ...menu(game)]), main);

  /** @type {ReturnType<typeof zoneBoard> | ReturnType<typeof planeBoard> | null} */
  let board = null;
  const hooks = clicks(game, ways);
  const tools = [wayPanel(game, ways), rulerPanel(game)];
  /** @type {unknown} */
  let drawn = null;
  const shoot = shots();
  effect(() => {
    const welcome = game.welcome();
    if (welcome) document.title = `${welcome.title} – Affray`;
    if (!welcome || game.handOver()) {
      board = drawn = null; // made anew for the next who looks: nothing of the other view stays
      return fill(frame);
    }
    if (drawn !== welcome.board) {
      board = welcome.board.type === "zones" ? zoneBoard(welcome.board, hooks) : planeBoard(welcome.board, hooks);
      drawn = welcome.board;
      if ("bar" in board) board.bar.prepend(...tools);
      fill(frame, board.node);
    }
    const update = game.update();
    const options = update?.decision?.options ?? [];
    const light = lightOf(options, options.length ? game.fitting() : [], game.choice(), { marks: new Set(marks()), looked: game.looked(), ...rulerLight(game), ...(welcome.board.type === "plane" ? ways.light() : {}) });
    if (!update || !board) return;
    board.draw(update.table, light);
    shoot(board.stage, update);
  });
  effect(() => {
    const update = game.update();
    fill(strip, ...(update ? seatStrip(game, update) : game.handOver() ? [] : [h("p", {}, "Joining the match…")]));
  });
  effect(() => {
    const now = game.net.state();
    if (now === "ended" && !game.welcome.peek()) return failed(root, `${sentence(game.refused.peek() || "this link opens no match here")}.`);
    state.textContent = now === "lost" ? "The connection broke; trying again…" : now === "ended" ? "This link opens no match here." : "";
    state.classList.toggle("on", now === "lost" || now === "ended");
  });
  effect(() => {
    const hand = game.handOver();
    document.querySelector(".hand-over")?.remove();
    for (const part of [strip, stage, side]) part.inert = hand !== null;
    if (!hand) return;
    const go = h("button", { class: "main", onclick: () => game.net.send({ type: "ready", seat: hand.seat }) }, `I play ${hand.name}: show my view`);
    main.append(h("div", { class: "hand-over", role: "dialog", "aria-modal": "true", "aria-label": "Hand over" }, h("div", { class: "card" }, h("h2", {}, `Pass the screen to whoever plays ${hand.name}`), h("p", {}, "Nothing is shown until the next player is looking."), go)));
    go.focus();
  });

  /** @type {Record<string, HTMLElement>} */
  const panels = {
    moves: h("div", {}, lessonPanel(game, marks), optionsPanel(game, ongoingPanel(game)), lookPanel(game)),
    state: statePanel(game),
    log: logPanel(game),
    rules: rulesPanel(game),
  };
  const tabs = h("div", { class: "tabs", role: "tablist", "aria-label": "Panels" }, ...TABS.map(([id, label]) => h("button", { id: `tab-${id}`, role: "tab", "aria-controls": `panel-${id}`, onclick: () => game.tab.set(id ?? "moves") }, label)));
  tabs.addEventListener("keydown", (/** @type {KeyboardEvent} */ e) => {
    const step = e.key === "ArrowRight" ? 1 : e.key === "ArrowLeft" ? -1 : 0;
    if (!step) return;
    const at = TABS.findIndex(([id]) => id === game.tab.peek());
    const next = TABS[(at + step + TABS.length) % TABS.length]?.[0] ?? "moves";
    game.tab.set(next);
    document.getElementById(`tab-${next}`)?.focus();
  });
  fill(side, tabs, ...TABS.map(([id = "", label]) => h("section", { id: `panel-${id}`, class: `panel panel-${id}`, role: "tabpanel", "aria-labelledby": `tab-${id}`, "aria-label": label }, panels[id])), standing(game));
  effect(() => {
    const now = game.tab();
    for (const [id] of TABS) {
      const on = id === now;
      document.getElementById(`tab-${id}`)?.setAttribute("aria-selected", String(on));
      document.getElementById(`tab-${id}`)?.setAttribute("tabindex", on ? "0" : "-1");
      document.getElementById(`panel-${id}`)?.classList.toggle("on", on);
    }
  });
  onLeave(keys(game, () => board?.focus()));
  onLeave(() => document.querySelectorAll("dialog, .notice").forEach((node) => node.remove()));
}
