// The table: the board, and beside it what may be done, the state of play, the log and the rulebook.

import { effect, fill, h, onLeave, signal } from "./ui.js";
import { keep } from "./keep.js";
import { NOTHING, play } from "./game.js";
import { topbar } from "./topbar.js";
import { zoneBoard } from "./board/zones.js";
import { planeBoard } from "./board/plane.js";
import { lightOf } from "./board/light.js";
import { optionsPanel } from "./options.js";
import { lookPanel } from "./look.js";
import { logPanel } from "./log.js";
import { rulesPanel } from "./rules.js";
import { statePanel, seatStrip } from "./side.js";
import { diceTray } from "./tray.js";
import { whyNot } from "./why.js";
import { lessonPanel } from "./lesson.js";
import { keys } from "./keys.js";
import { menu } from "./menu.js";

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
  const ways = signal(/** @type {[number, number, number][]} */ ([]));
  const strip = h("div", { class: "strip" });
  const frame = h("div", { class: "frame", id: "board" });
  const side = h("aside", { class: "side", "aria-label": "Play" });
  const state = h("div", { class: "conn", role: "status" });
  const main = h("main", { id: "main", class: "table" }, h("h1", { class: "unseen" }, "Table"), strip, h("div", { class: "stage" }, frame, diceTray(game), state), side);
  fill(root, topbar([h("span", { class: "grow" }), ...menu(game)]), main);

  /** @type {ReturnType<typeof zoneBoard> | ReturnType<typeof planeBoard> | null} */
  let board = null;
  const made = signal(0);
  const hooks = {
    /** @type {(zone: number, name: string) => void} */
    zone: (zone, name) => clickZone(game, zone, name),
    /** @type {(id: string) => void} */
    piece: (id) => clickPiece(game, id),
    /** @type {(edge: number, name: string) => void} */
    edge: (edge, name) => {
      const options = game.fitting().filter((o) => o.edge === edge);
      if (options.length) narrow(game, options, { edge });
      else whyNot(game, { zone: name });
    },
    /** @type {(x: number, y: number) => void} */
    point: (x, y) => {
      const z = ways.peek().at(-1)?.[2] ?? 0;
      ways.set([...ways.peek(), [Math.round(x), Math.round(y), z]]);
    },
    /** @type {(option: import("../types.js").Option) => void} */
    end: (option) => narrow(game, [option], {}),
    /** @type {(option: import("../types.js").Option) => void} */
    look: (option) => game.looked.set(option),
    /** @type {(zone: number, piece: string) => void} */
    hover: (zone, piece) => {
      if (!piece && zone < 0) return;
      const fits = game.fitting().filter((o) => (piece ? o.target === piece : o.zone === zone));
      if (fits.length === 1 && fits[0]) game.looked.set(fits[0]);
    },
  };
  effect(() => {
    const welcome = game.welcome();
    if (!welcome) return;
    document.title = `${welcome.title} – Affray`;
    board = welcome.board.type === "zones" ? zoneBoard(welcome.board, hooks) : planeBoard(welcome.board, hooks);
    fill(frame, board.node);
    made.set(made.peek() + 1);
  });
  effect(() => {
    made();
    const update = game.update();
    const options = update?.decision?.options ?? [];
    const light = lightOf(options, options.length ? game.fitting() : [], game.choice(), { marks: new Set(marks()), looked: game.looked(), ruler: game.measuring() ?? [], way: ways() });
    if (update && board) board.draw(update.table, light);
    frame.classList.toggle("covered", !update);
  });
  effect(() => {
    const update = game.update();
    fill(strip, ...(update ? seatStrip(game, update) : [h("p", {}, "Joining the match…")]));
  });
  effect(() => {
    const now = game.net.state();
    state.textContent = now === "lost" ? "The connection broke; trying again…" : now === "ended" ? "This link opens no match here." : "";
    state.classList.toggle("on", now === "lost" || now === "ended");
  });
  effect(() => {
    const hand = game.handOver();
    document.querySelector(".hand-over")?.remove();
    if (!hand) return;
    const go = h("button", { class: "main", onclick: () => game.net.send({ type: "ready", seat: hand.seat }) }, `I am ${hand.name}: show my view`);
    main.append(h("div", { class: "hand-over", role: "dialog", "aria-modal": "true", "aria-label": "Hand over" }, h("div", { class: "card" }, h("h2", {}, `Pass the screen to ${hand.name}`), h("p", {}, "Nothing is shown until the next player is looking."), go)));
    go.focus();
  });

  /** @type {Record<string, HTMLElement>} */
  const panels = {
    moves: h("div", {}, lessonPanel(game, marks), optionsPanel(game, ways), lookPanel(game)),
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
  fill(side, tabs, ...TABS.map(([id = "", label]) => h("section", { id: `panel-${id}`, class: `panel panel-${id}`, role: "tabpanel", "aria-labelledby": `tab-${id}`, "aria-label": label }, panels[id])));
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

/** @typedef {import("./game.js").Play} Play */

/**
 * Take the only option that a click means, or show those that it may mean.
 * @param {Play} game
 * @param {readonly import("../types.js").Option[]} options
 * @param {Partial<import("./game.js").Choice>} where
 */
function narrow(game, options, where) {
  const touch = matchMedia("(pointer: coarse)").matches;
  const only = options.length === 1 ? options[0] : undefined;
  if (only && (!touch || game.looked.peek() === only) && only.actor === game.choice.peek().actor) return game.act(only);
  game.choice.set({ ...game.choice.peek(), zone: -1, edge: -1, target: "", ...where });
  if (options[0]) game.looked.set(options[0]);
  game.tab.set("moves");
  const first = document.querySelector(".options button[data-action]");
  if (first instanceof HTMLElement && document.activeElement?.closest("svg")) first.focus();
}

/**
 * @param {Play} game
 * @param {number} zone
 * @param {string} name
 * @returns {void}
 */
function clickZone(game, zone, name) {
  if (measure(game, name)) return;
  const all = game.update.peek()?.decision?.options ?? [];
  const choice = game.choice.peek();
  game.choice.set({ ...choice, zone: -1, edge: -1, target: "" });
  const fits = game.fitting();
  const here = fits.filter((o) => o.zone === zone);
  if (here.length) return narrow(game, here, { zone });
  const there = (game.update.peek()?.table.pieces ?? []).filter((p) => p.zone === zone);
  const aims = there.filter((p) => p.id !== choice.actor && fits.some((o) => o.target === p.id));
  const actors = there.filter((p) => all.some((o) => o.actor === p.id));
  const next = aims[0] ?? actors[(actors.findIndex((p) => p.id === choice.actor) + 1) % (actors.length || 1)];
  if (next && next.id !== choice.actor) return clickPiece(game, next.id);
  if (choice.actor || choice.verb) whyNot(game, { zone: name, target: there[0]?.id });
}

/**
 * @param {Play} game
 * @param {string} id
 * @returns {void}
 */
function clickPiece(game, id) {
  if (measure(game, id)) return;
  const all = game.update.peek()?.decision?.options ?? [];
  const choice = game.choice.peek();
  game.choice.set({ ...choice, zone: -1, edge: -1, target: "" });
  const aims = game.fitting().filter((o) => o.target === id && o.actor !== id);
  profile(game, id);
  if (aims.length && choice.actor !== id) return narrow(game, aims, { target: id });
  if (all.some((o) => o.actor === id)) {
    game.choice.set(choice.actor === id ? NOTHING : { ...NOTHING, actor: id });
    game.tab.set("moves");
    return;
  }
  const zone = game.update.peek()?.table.pieces.find((p) => p.id === id)?.zone ?? -1;
  if (zone >= 0 && game.fitting().some((o) => o.zone === zone)) return clickZone(game, zone, "");
  if (choice.actor) whyNot(game, { target: id });
}

/**
 * @param {Play} game
 * @param {string} id
 */
export async function profile(game, id) {
  try {
    const { profile: found } = await game.net.ask("profile", id);
    if (found) game.lines.set({ title: found.title, lines: [{ label: "", text: found.facts.map((f) => `${f.label} ${f.text}`).join(" · ") }, ...found.lines] });
  } catch {
    // The connection broke; the next click asks again.
  }
}

/**
 * With the ruler out, a click sets an end of it.
 * @param {Play} game
 * @param {string} name
 */
function measure(game, name) {
  const ends = game.measuring.peek();
  if (!ends) return false;
  const next = ends.length === 1 ? [...ends, name] : [name];
  game.measuring.set(next);
  const [from, to] = next;
  if (from && to) {
    game.net.ask("measure", from, to).then(
      (answer) => game.lines.set({ title: `From ${from} to ${to}`, lines: answer.lines }),
      (error) => game.lines.set({ title: `From ${from} to ${to}`, lines: [{ label: "", text: error.message }] }),
    );
  }
  return true;
}
