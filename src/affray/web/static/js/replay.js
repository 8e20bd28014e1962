// A match once more, step by step, through the eyes of a seat or of everybody.

import { effect, fill, h, onLeave, signal } from "./ui.js";
import { request } from "./api.js";
import { topbar } from "./topbar.js";
import { zoneBoard } from "./board/zones.js";
import { planeBoard } from "./board/plane.js";
import { lightOf } from "./board/light.js";
import { showAttacks } from "./board/shots.js";
import { NOTHING } from "./game.js";
import { diceTables } from "./dice.js";
import { dialog, notice, sentence } from "./say.js";
import { cites } from "./clauses.js";
import { cards } from "./side.js";
import { die } from "./tray.js";
import { report, save } from "./reports.js";

/** @typedef {import("../types.js").Replay} Replay */
/** @typedef {import("../types.js").Frame} Frame */

const MANY = 30; // frames asked for at once
const PACE = 700; // milliseconds of a step while it plays
const PAGE = 10; // steps of the page keys

/**
 * @param {HTMLElement} root
 * @param {string} match
 * @param {string} key
 */
export async function show(root, match, key) {
  document.title = "Replay – Affray";
  const main = h("main", { id: "main", class: "table replay" }, h("h1", { class: "unseen" }, "Replay"), h("p", {}, "Loading…"));
  fill(root, topbar([]), main);
  let over = false;
  onLeave(() => (over = true));
  const film = await load("");
  if (over) return;
  const eyes = signal(film.eyes[0] ?? "");
  const step = signal(0);
  const frame = signal(/** @type {Frame | null} */ (null));
  const playing = signal(false);
  const last = film.steps.length - 1; // the first is the beginning, before any action
  let { steps, boards } = film; // in the words of whose eyes it is
  /** @type {Map<number, Frame>} */
  let frames = new Map();
  /** @type {Set<number>} */
  let coming = new Set();

  /**
   * @param {string} name
   * @returns {Promise<Replay>}
   */
  function load(name) {
    return request(`/api/match/${match}/replay${name && `?eyes=${encodeURIComponent(name)}`}`, { key });
  }

  let wished = eyes.peek();
  /** @param {string} name */
  async function look(name) {
    if (name === wished) return; // else frames that are coming would be thrown away, and none asked for anew
    wished = name;
    try {
      const found = await load(name);
      if (name !== wished) return;
      ({ steps, boards } = found);
    } catch (error) {
      eyesOf.value = wished = eyes.peek();
      return notice([/** @type {Error} */ (error).message], "bad");
    }
    frames = new Map();
    coming = new Set();
    eyes.set(name);
  }

  /**
   * See to it that a step is there.
   * @param {number} n
   */
  async function fetchFrames(n) {
    const start = Math.floor(n / MANY) * MANY;
    if (frames.has(n) || coming.has(start) || n > last) return;
    const [mine, kept] = [coming, frames];
    mine.add(start);
    try {
      /** @type {import("../types.js").Frames} */
      const got = await request(`/api/match/${match}/frames?eyes=${encodeURIComponent(eyes.peek())}&start=${start}&count=${MANY}`, { key });
      for (const one of got.frames) kept.set(one.step, one);
      if (kept === frames) frame.set(frames.get(step.peek()) ?? frame.peek());
    } catch (error) {
      playing.set(false);
      fill(words, h("p", {}, /** @type {Error} */ (error).message, " ", h("button", { onclick: () => fetchFrames(step.peek()) }, "Try again")));
    } finally {
      mine.delete(start);
    }
  }

  /** @param {number} n */
  const to = (n) => step.set(Math.max(0, Math.min(last, n)));
  /** @param {number} n */
  const by = (n) => to(step.peek() + n);
  const hooks = { zone() {}, piece() {}, edge() {}, point() {}, hover() {}, turn() {}, back() {} };
  const stage = h("div", { class: "frame" });
  let shownBoard = film.boards[0]?.board;
  let board = boardOf(shownBoard);
  /** @param {import("../types.js").Board | undefined} of */
  function boardOf(of) {
    if (!of) throw new Error("the replay came without a board");
    const made = of.type === "zones" ? zoneBoard(of, hooks) : planeBoard(of, hooks);
    fill(stage, made.node);
    return made;
  }
  /**
   * Change the board where it was laid out otherwise at a step.
   * @param {number} n
   */
  function lay(n) {
    const now = boards.filter((laid) => laid.step <= n).at(-1)?.board;
    if (now === shownBoard || JSON.stringify(now) === JSON.stringify(shownBoard)) return;
    shownBoard = now;
    board = boardOf(now);
  }
  const bar = h("input", { type: "range", id: "step", min: 0, max: last, value: 0, "aria-label": "Step", oninput: () => to(Number(bar.value)) });
  const place = h("output", { for: "step" });
  const words = h("div", { class: "told", "aria-live": "polite" });
  const state = h("div", { class: "state" });
  const play = h("button", { class: "main", onclick: () => toggle() });
  const marks = [0, ...film.steps.flatMap((one, i) => (one.landmark ? [i] : [])), last];
  const jump = h("select", { id: "landmark", onchange: () => to(Number(jump.value)) }, h("option", { value: 0 }, "Beginning"), ...film.steps.flatMap((one, i) => (one.landmark && i ? [h("option", { value: i }, one.landmark)] : [])), h("option", { value: last }, "End"));
  const eyesOf = h("select", { id: "eyes", onchange: () => look(eyesOf.value) }, ...film.eyes.map((name) => h("option", { value: name, selected: name === eyes.peek() }, name === "all" ? "everything shown" : film.seats.find((seat) => seat.name === name)?.title ?? name)));
  const toggle = () => {
    if (!playing.peek() && step.peek() >= last) to(0);
    playing.set(!playing.peek());
  };
  const dice = async () => dialog("Dice", ...diceTables(await request(`/api/match/${match}/dice`, { key }), film.seats.map((s) => s.title)));
  /** @param {() => Promise<unknown>} work */
  const tried = (work) => () => work().catch((error) => notice([error.message], "bad"));

  fill(
    main,
    h("h1", { class: "unseen" }, "Replay"),
    h("div", { class: "strip" }, h("strong", {}, film.title), h("span", { class: "hint" }, film.result || "still going on")),
    h("div", { class: "stage" }, stage),
    h("aside", { class: "side", "aria-label": "Replay" },
      h("div", { class: "row" }, h("button", { "aria-label": "Back", title: "←", onclick: () => by(-1) }, "◂"), play, h("button", { "aria-label": "On", title: "→", onclick: () => by(1) }, "▸"), place),
      bar,
      h("p", { class: "hint" }, h("kbd", {}, "← →"), " a step, ", h("kbd", {}, "Page"), " ten, ", h("kbd", {}, "Home End"), ", ", h("kbd", {}, "Space"), " plays"),
      h("div", { class: "field" }, h("label", { for: "landmark" }, "Go to"), jump),
      h("div", { class: "field" }, h("label", { for: "eyes" }, "Seen as"), eyesOf),
      words,
      state,
      h("div", { class: "row" },
        h("button", { onclick: tried(dice) }, "Dice"),
        h("button", { onclick: tried(() => save(match, key, Boolean(film.result))) }, "Save the record"),
        h("button", { onclick: () => report(match, key) }, "Report a bug"),
        h("a", { class: "button", href: `#/match/${match}/${key}` }, "To the table")),
      h("p", { class: "hint seed" }, film.seed_hash && `Seed hash, published before the first roll: ${film.seed_hash}. `, film.seed ? `Seed: ${film.seed}` : film.result ? "" : "The seed is published when the match is over.")),
  );
  effect(() => {
    const n = step();
    eyes();
    bar.value = String(n);
    bar.setAttribute("aria-valuetext", `step ${n} of ${last}`);
    place.textContent = `${n} / ${last}`;
    jump.value = String(Math.max(...marks.filter((m) => m <= n)));
    const found = frames.get(n);
    if (found) frame.set(found);
    else fetchFrames(n);
    fetchFrames(n + MANY / 2);
  });
  /** @type {Frame | null} */
  let shown = null;
  effect(() => {
    const now = frame();
    if (!now) return;
    const done = now.step ? steps[now.step] : undefined;
    const { table } = now;
    lay(now.step);
    board.draw(table, lightOf([], [], NOTHING, {}));
    if (shown && now.step === shown.step + 1) showAttacks(board.stage, now.notes, shown.table, table, false);
    shown = now;
    fill(words, h("h2", {}, table.turn), done ? h("p", {}, h("strong", {}, film.seats[done.seat]?.title ?? ""), ": ", h("span", { class: "done", title: done.action }, now.done)) : "", ...now.notes.map((note) => h("p", {}, sentence(note.text), " ", ...note.faces.map((face) => die(face, note.sides)), cites(note.clauses, (id) => h("span", {}, id)))));
    fill(state, h("dl", {}, ...table.seats.flatMap((seat) => [h("dt", {}, seat.title), h("dd", {}, [seat.score === null ? "" : `score ${seat.score}`, seat.cards ? cards(seat.cards) : "", ...seat.lines.map((line) => `${line.label}: ${line.text}`)].filter(Boolean).join(" · ") || "–")]), table.hand.length ? [h("dt", {}, "Hand"), h("dd", {}, table.hand.map((card) => card.name).join(", "))] : []));
  });
  const clock = setInterval(() => {
    if (!playing.peek() || (frame.peek()?.step ?? 0) !== step.peek()) return;
    if (step.peek() >= last) playing.set(false);
    else by(1);
  }, PACE);
  effect(() => {
    play.textContent = playing() ? "Pause" : "Play";
  });
  /** @type {Record<string, () => void>} */
  const keys = { ArrowLeft: () => by(-1), ArrowRight: () => by(1), PageUp: () => by(-PAGE), PageDown: () => by(PAGE), Home: () => to(0), End: () => to(last), " ": toggle };
  const listen = (/** @type {KeyboardEvent} */ e) => {
    const does = keys[e.key];
    const target = /** @type {HTMLElement} */ (e.target);
    if (!does || e.ctrlKey || e.metaKey || e.altKey || target.closest("select, textarea, dialog, svg") || (e.key === " " && target.closest("button, a"))) return;
    e.preventDefault();
    does();
  };
  addEventListener("keydown", listen);
  onLeave(() => {
    removeEventListener("keydown", listen);
    clearInterval(clock);
  });
}
