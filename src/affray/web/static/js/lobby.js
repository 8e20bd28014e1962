// The lobby: start a match in two clicks, or go on with one.

import { effect, fill, h, signal } from "./ui.js";
import { once, request } from "./api.js";
import { begin, heldCard, recordCard } from "./held.js";
import { topbar } from "./topbar.js";
import { notice } from "./say.js";

/** @typedef {import("../types.js").GameInfo} GameInfo */
/** @typedef {import("../types.js").Form} Form */

const WIDE = 19; // letters of a choice, and a third of those of its note, that fit into a column

/** @param {HTMLElement} root */
export async function show(root) {
  document.title = "Affray";
  const main = h("main", { id: "main", class: "lobby" }, h("h1", {}, "Play by the book"), h("p", { class: "lead" }, "Tabletop skirmish games with every rule in, every die shown and every clause one click away."));
  fill(root, topbar([]), main);
  /** @type {GameInfo[]} */
  const games = await once("/api/games");
  main.append(h("div", { class: "lobby-grid" }, h("div", {}, ...games.map(gameCard)), h("div", {}, heldCard(), recordCard())));
}

/** @param {GameInfo} game */
function gameCard(game) {
  const form = signal(/** @type {Form | null} */ (null));
  /** @type {Record<string, string>} */
  let values = {};
  /** @type {Record<string, string>} */
  const wishes = {};
  let takeback = "until-chance";
  let asked = 0;
  const load = async () => {
    const number = ++asked;
    /** @type {Form} */
    const found = await request(`/api/games/${game.id}/form`, { body: { values } });
    if (number === asked) form.set(found); // an answer that comes late tells of older questions
  };
  let loaded = load();
  loaded.catch((error) => notice([error.message], "bad"));
  const body = h("div", { class: "form" });
  const troops = h("div", { class: "cast", "aria-hidden": "true" });
  import("./board/cast.js").then(({ cast }) => fill(troops, ...cast(game.id)));
  const strongest = game.players.find((p) => p.name === "greedy") ?? game.players[game.players.length - 1];
  const computer = strongest ? strongest.name : "random";

  /** @param {"" | "watch"} how */
  const start = async (how = "") => {
    await loaded;
    const now = form.peek();
    if (!now) return;
    const chairs = now.seats.filter((chair) => !chair.automatic);
    const seats = chairs.map((chair, i) => ({ seat: chair.name, player: how ? computer : wishes[chair.name] ?? (i ? computer : "me"), name: "" }));
    await begin({ game: game.id, options: now.options, seats, takeback });
  };

  effect(() => {
    const now = form();
    if (!now) return fill(body, h("p", {}, "Loading…"));
    fill(
      body,
      ...now.fields.filter((field) => field.choices.length > 1).map((field) => {
        const chosen = field.choices.find((choice) => choice.id === field.value);
        return pick(field.label, field.name, field.choices.map((c) => [c.id, c.text]), field.value, (value) => {
          values = { ...Object.fromEntries(now.fields.map((f) => [f.name, f.value])), ...values, [field.name]: value };
          loaded = load();
          loaded.catch((error) => notice([error.message], "bad"));
        }, chosen?.note, (chosen?.text.length ?? 0) > WIDE || (chosen?.note.length ?? 0) > 3 * WIDE);
      }),
      ...now.seats.map((chair, i) =>
        chair.automatic
          ? h("p", { class: "hint" }, `${chair.title}: played by the rules themselves.`)
          : pick(chair.title, `seat-${chair.name}`, [["me", "me"], ...game.players.map((p) => /** @type {[string, string]} */ ([p.name, `computer: ${p.name}`])), ["here", "another person at this screen"], ["link", "somebody with a link"]], wishes[chair.name] ?? (i ? computer : "me"), (value) => {
              wishes[chair.name] = value;
              form.set({ ...now });
            }, game.players.find((p) => p.name === (wishes[chair.name] ?? (i ? computer : "me")))?.text),
      ),
      pick("Taking back", "takeback", [["until-chance", "until dice fall"], ["free", "always"], ["none", "never"]], takeback, (value) => (takeback = value)),
      now.note && h("p", { class: "brief" }, now.note),
    );
  });

  return h(
    "section",
    { class: "card game", "aria-labelledby": `game-${game.id}` },
    h("header", { class: "banner" }, h("div", {}, h("h2", { id: `game-${game.id}` }, game.title), h("span", { class: "hint" }, `rules, version ${game.version}`)), troops),
    h(
      "div",
      { class: "row" },
      h("button", { class: "main", onclick: () => tried(start("")) }, "Play"),
      h("button", { onclick: () => tried(start("watch")) }, "Watch two computers"),
      ...game.lessons.map((lesson) => h("button", { title: lesson.brief, onclick: () => tried(begin({ game: game.id, lesson: lesson.id })) }, `Learn: ${lesson.title}`)),
      h("a", { class: "button", href: `#/rules/${game.id}` }, "Rulebook"),
    ),
    h("details", { open: true }, h("summary", {}, "Set-up"), body),
  );
}

/**
 * A labelled choice.
 * @param {string} label
 * @param {string} key
 * @param {[string, string][]} choices
 * @param {string} value
 * @param {(value: string) => void} change
 * @param {string} [note]
 * @param {boolean} [wide] whether it needs the whole width
 */
function pick(label, key, choices, value, change, note, wide) {
  const id = `f-${key}-${Math.random().toString(36).slice(2, 7)}`;
  const select = h("select", { id, "data-key": key, onchange: (/** @type {any} */ e) => change(e.target.value) }, ...choices.map(([v, text]) => h("option", { value: v, selected: v === value }, text)));
  return h("div", { class: wide ? "field wide" : "field" }, h("label", { for: id }, label), select, note && h("span", { class: "hint" }, note));
}

/** @param {Promise<unknown>} work */
function tried(work) {
  work.catch((error) => notice([error.message], "bad"));
}
