// A match once more, step by step, through the eyes of a seat or of everybody.

import { effect, fill, h, onLeave, signal } from "./ui.js";
import { request } from "./api.js";
import { topbar } from "./topbar.js";
import { zoneBoard } from "./board/zones.js";
import { planeBoard } from "./board/plane.js";
import { lightOf } from "./board/light.js";
import { NOTHING } from "./game.js";
import { diceTables } from "./dice.js";
import { dialog } from "./say.js";
import { die } from "./tray.js";

const MANY = 30; // frames asked for at once

/**
 * @param {HTMLElement} root
 * @param {string} match
 * @param {string} key
 */
export async function show(root, match, key) {
  document.title = "Replay – Affray";
  const main = h("main", { id: "main", class: "table replay" }, h("h1", { class: "unseen" }, "Replay"), h("p", {}, "Loading…"));
  fill(root, topbar([]), main);
  await load("");

  /** @param {string} eyes */
  async function load(eyes) {
    /** @type {import("../types.js").Replay} */
    const film = await request(`/api/match/${match}/replay?eyes=${encodeURIComponent(eyes)}`.replace(/\?eyes=$/, ""), { key });
    const seen = eyes || (film.eyes.includes("all") ? "all" : film.eyes[0] ?? "spectator");
    /** @type {Map<number, import("../types.js").Frame>} */
    const frames = new Map();
    const last = film.steps.length;
    const step = signal(0);
    const frame = signal(/** @type {import("../types.js").Frame | null} */ (null));
    const playing = signal(false);
    const hooks = { zone() {}, piece() {}, edge() {}, point() {}, hover() {} };
    const board = film.board.type === "zones" ? zoneBoard(film.board, hooks) : planeBoard(film.board, hooks);
    const bar = h("input", { type: "range", id: "step", min: 0, max: last, value: 0, "aria-label": "Step", oninput: () => step.set(Number(bar.value)) });
    const place = h("output", { for: "step" });
    const words = h("div", { class: "told", "aria-live": "polite" });
    const play = h("button", { class: "main", onclick: () => playing.set(!playing.peek()) });
    const by = (/** @type {number} */ n) => step.set(Math.max(0, Math.min(last, step.peek() + n)));
    const marks = [0, ...film.steps.flatMap((one, i) => (one.landmark ? [i + 1] : [])), last];
    const jump = h("select", { id: "landmark", onchange: () => step.set(Number(jump.value)) }, h("option", { value: 0 }, "Beginning"), ...film.steps.flatMap((one, i) => (one.landmark ? [h("option", { value: i + 1 }, one.landmark)] : [])), h("option", { value: last }, "End"));
    const eyesOf = h("select", { id: "eyes", onchange: () => load(eyesOf.value) }, ...film.eyes.map((name) => h("option", { value: name, selected: name === seen }, name)));
    fill(
      main,
      h("h1", { class: "unseen" }, "Replay"),
      h("div", { class: "strip" }, h("strong", {}, film.title), h("span", { class: "hint" }, film.result || "still going on")),
      h("div", { class: "stage" }, h("div", { class: "frame" }, board.node)),
      h("aside", { class: "side", "aria-label": "Replay" },
        h("div", { class: "row" }, h("button", { "aria-label": "Back", onclick: () => by(-1) }, "◂"), play, h("button", { "aria-label": "On", onclick: () => by(1) }, "▸"), place),
        bar,
        h("div", { class: "field" }, h("label", { for: "landmark" }, "Go to"), jump),
        h("div", { class: "field" }, h("label", { for: "eyes" }, "Seen as"), eyesOf),
        words,
        h("div", { class: "row" }, h("button", { onclick: async () => dialog("Dice", ...diceTables(await request(`/api/match/${match}/dice`, { key }), film.seats.map((s) => s.name))) }, "Dice"), h("a", { class: "button", href: `#/match/${match}/${key}` }, "To the table")),
        h("p", { class: "hint seed" }, `Seed hash ${film.seed_hash}${film.seed ? `, seed ${film.seed}` : ""}`)),
    );
    effect(() => {
      const n = step();
      bar.value = String(n);
      bar.setAttribute("aria-valuetext", `step ${n} of ${last}`);
      place.textContent = `${n} / ${last}`;
      jump.value = String(Math.max(...marks.filter((m) => m <= n)));
      const found = frames.get(n);
      if (found) return frame.set(found);
      const start = Math.floor(n / MANY) * MANY;
      request(`/api/match/${match}/frames?eyes=${encodeURIComponent(seen)}&start=${start}&count=${MANY}`, { key }).then((/** @type {any} */ got) => {
        for (const one of got.frames) frames.set(one.step, one);
        frame.set(frames.get(step.peek()) ?? frame.peek());
      }, (error) => fill(words, error.message));
    });
    effect(() => {
      const now = frame();
      if (!now) return;
      const done = film.steps[now.step - 1];
      board.draw(now.table, lightOf([], [], NOTHING, {}));
      fill(words, h("h2", {}, now.table.turn), done ? h("p", {}, h("strong", {}, film.seats[done.seat]?.name ?? ""), " ", h("code", {}, done.action)) : "", ...now.notes.map((note) => h("p", {}, note.text, " ", ...note.faces.map((face) => die(face, note.sides)), h("span", { class: "cites" }, note.clauses.join(" ")))));
    });
    const clock = setInterval(() => {
      if (!playing.peek()) return;
      if (step.peek() >= last) playing.set(false);
      else by(1);
    }, 700);
    effect(() => {
      play.textContent = playing() ? "Pause" : "Play";
    });
    onLeave(() => clearInterval(clock));
  }
}
