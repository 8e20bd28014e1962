// Places on a plane: where a piece may go, a way drawn by clicks, and what the rules say to it. The server finds the way.

import { effect, fill, h, signal } from "./ui.js";
import { clauseLink } from "./clauses.js";
import { say } from "./say.js";

/** @typedef {import("../types.js").Option} Option */
/** @typedef {{x: number, y: number}} Place */
/**
 * @typedef {object} Found
 * @property {readonly Option[]} options what can be done there: one option, or several forms of it
 * @property {string} why the reason if it is not allowed
 * @property {string} clause
 */
/** @typedef {ReturnType<typeof wayTool>} WayTool */

const FINE = 10; // places are rounded to such a part of an inch
const NEAR = 0.25; // inches within which a click means a place that is suggested
const BESIDE = 2.5; // inches, centre to centre, within which a place is beside a piece

/** @param {import("./game.js").Play} game */
export function wayTool(game) {
  const points = signal(/** @type {readonly Place[]} */ ([]));
  const fixed = signal(0); // so many of the points are turns of the way; a click moves the one after them
  const verb = signal("");
  const level = signal(-1); // in units; -1: the highest that can be reached
  const found = signal(/** @type {Found | null} */ (null));
  const reach = signal(/** @type {import("../types.js").Reach | null} */ (null));
  let asked = 0;
  let wanted = ""; // the question after the reach that was asked last

  const unit = () => {
    const board = game.welcome()?.board;
    return board?.type === "plane" ? board.unit : 0;
  };
  /** Options of who is chosen that lead to a place. */
  const places = () => {
    const { actor } = game.choice();
    const all = unit() ? game.update()?.decision?.options ?? [] : [];
    return all.filter((o) => o.path.length && (o.actor === actor || !o.actor));
  };
  const verbs = () => [...new Set(places().map(verbOf))];
  const current = () => {
    const all = verbs();
    const wanted = game.choice().verb || verb();
    return all.includes(wanted) ? wanted : all[0] ?? "";
  };

  /** @param {readonly Place[]} some */
  const written = (some) => some.map((p) => `${p.x},${p.y}${level.peek() < 0 ? "" : `,${level.peek()}`}`).join(" ");

  let whose = "";
  effect(() => {
    const now = `${game.update()?.decision?.number} ${game.choice().actor}`;
    if (now !== whose) verb.set("");
    whose = now;
  });
  let before = "";
  effect(() => {
    const now = `${game.update()?.decision?.number} ${game.choice().actor} ${current()}`;
    if (now === before) return;
    before = now;
    clear();
    level.set(-1);
  });
  effect(() => {
    const turns = written(points().slice(0, fixed()));
    const { actor } = game.choice();
    const now = current();
    const question = now && actor ? `${game.update()?.decision?.number} ${now} ${actor} ${turns}` : "";
    if (question === wanted) return;
    wanted = question;
    if (!question) return reach.set(null);
    const put = (/** @type {import("../types.js").Reach | null} */ found) => wanted === question && reach.set(found);
    game.net.ask("reach", `${now} ${actor}`, turns).then((answer) => put(answer.reach), () => put(null));
  });

  function clear() {
    asked += 1;
    points.set([]);
    fixed.set(0);
    found.set(null);
  }

  /**
   * Look at a place; a second click there does what has been found.
   * @param {number} x
   * @param {number} y
   * @param {boolean} [exact] the very place is meant, not one about there
   */
  function point(x, y, exact = false) {
    const u = unit();
    if (!u || !current()) return;
    const place = exact ? { x: Math.round(x), y: Math.round(y) } : near(x, y) ?? { x: rounded(x, u), y: rounded(y, u) };
    const last = points.peek().at(-1);
    const option = found.peek()?.options[0];
    if (last && points.peek().length > fixed.peek() && Math.hypot(last.x - place.x, last.y - place.y) < u / FINE / 2 && option) {
      if (!found.peek()?.why) game.act(option);
      return;
    }
    points.set([...points.peek().slice(0, fixed.peek()), place]);
    found.set(null); // what was found for another place must not be done now
    game.looked.set(null);
    game.tab.set("moves");
    look();
  }

  /**
   * With a way of moving picked, a piece that is clicked means a place beside it, if one is suggested.
   * @param {string} id
   * @returns {boolean} whether it was meant so
   */
  function toward(id) {
    const piece = game.update.peek()?.table.pieces.find((p) => p.id === id);
    if (!piece || !verb.peek() || verb.peek() !== current() || id === game.choice.peek().actor) return false;
    const ends = places().filter((o) => verbOf(o) === current()).map((o) => o.path.at(-1) ?? [0, 0]);
    const beside = ends.map(([x, y]) => ({ x, y, away: Math.hypot(x - piece.x, y - piece.y) })).sort((a, b) => a.away - b.away)[0];
    if (!beside || beside.away > BESIDE * unit()) return false;
    point(beside.x, beside.y, true);
    return true;
  }

  /**
   * The suggested place that a click means.
   * @param {number} x
   * @param {number} y
   */
  function near(x, y) {
    const ends = places().filter((o) => verbOf(o) === current()).map((o) => o.path.at(-1) ?? [0, 0]);
    const within = ends.map(([ex, ey]) => ({ x: ex, y: ey, away: Math.hypot(ex - x, ey - y) })).sort((a, b) => a.away - b.away)[0];
    const most = places().some((o) => o.actor) ? NEAR * unit() : 4 * unit();
    return within && within.away <= most ? { x: within.x, y: within.y } : undefined;
  }

  async function look() {
    const number = ++asked;
    const { actor } = game.choice.peek();
    const now = current();
    const way = points.peek();
    const end = way.at(-1);
    if (!end) return found.set(null);
    const here = places().filter((o) => verbOf(o) === now && o.path.at(-1)?.[0] === end.x && o.path.at(-1)?.[1] === end.y);
    if (!actor) return put({ options: here, why: here.length ? "" : "nothing is suggested there", clause: "" });
    try {
      const { text } = await game.net.ask("way", `${now} ${actor}`, written(way));
      const answer = await game.net.ask("plan", text);
      if (number === asked) put({ options: answer.option ? [answer.option] : [], why: answer.text, clause: answer.clause });
    } catch (error) {
      const said = /** @type {any} */ (error);
      if (number === asked) put({ options: here, why: here.length ? "" : said.message, clause: said.clause ?? "" });
    }
  }

  /** @param {Found} what */
  function put(what) {
    found.set(what);
    const [option] = what.options;
    game.looked.set(what.why ? null : option ?? null);
  }

  function turn() {
    if (!found.peek() || found.peek()?.why) return;
    fixed.set(points.peek().length);
    say(`Way-point ${fixed.peek()}. Choose the next place.`);
  }

  function back() {
    const left = points.peek().slice(0, -1);
    fixed.set(Math.min(fixed.peek(), left.length));
    points.set(left);
    found.set(null);
    game.looked.set(null);
    look();
  }

  return {
    points, fixed, found, reach, level, verbs, current, unit, point, toward, turn, back,
    /** @param {string} name */
    choose: (name) => { verb.set(name); if (game.choice.peek().verb) game.choice.set({ ...game.choice.peek(), verb: name }); },
    /** @param {number} z */
    atLevel: (z) => { level.set(z); found.set(null); look(); },
    /** What the board draws of it. */
    light() {
      const now = found();
      const option = now?.options[0];
      const end = points().at(-1);
      const path = option?.path ?? (end ? [/** @type {const} */ ([end.x, end.y, 0])] : []);
      return {
        reach: reach(),
        turns: points().slice(0, fixed()).map((p) => /** @type {const} */ ([p.x, p.y])),
        plan: now && path.length ? { actor: game.choice().actor, path, ok: !now.why } : null,
        ends: fixed() ? [] : places().filter((o) => verbOf(o) === current()),
      };
    },
  };
}

/** @param {Option} option */
const verbOf = (option) => option.action.split(" ")[0] ?? "";

/** @param {number} length @param {number} unit */
const rounded = (length, unit) => Math.round((length * FINE) / unit) * (unit / FINE);

/**
 * The buttons of the tool, beside the board.
 * @param {import("./game.js").Play} game
 * @param {WayTool} tool
 */
export function wayPanel(game, tool) {
  const node = h("section", { class: "way-tool", "aria-label": "Places on the board" });
  const out = h("div", { class: "row" });
  const hint = h("p", { class: "hint" });
  const said = h("div", { class: "row way-said", "aria-live": "polite" });
  const input = h("input", { id: "place", autocomplete: "off", size: 7, placeholder: "12:3.5", title: "x:y in inches" });
  const typed = (/** @type {Event} */ e) => {
    e.preventDefault();
    const [x, y] = input.value.trim().split(/[:, ]+/).map(Number);
    const u = tool.unit();
    if (x === undefined || y === undefined || Number.isNaN(x + y)) return tool.found.set({ options: [], why: "a place is written x:y in inches, such as 12:3.5", clause: "" });
    tool.point(x * u, y * u, true);
  };
  const form = h("form", { class: "row", onsubmit: typed }, h("label", { for: "place" }, "Place"), input, h("button", { type: "submit" }, "Look there"));
  node.append(h("div", { class: "row" }, out, form), said, hint);
  const inches = (/** @type {number} */ z) => Number((z / (tool.unit() || 1)).toFixed(2));

  effect(() => {
    const verbs = tool.verbs();
    const now = tool.current();
    const { actor } = game.choice();
    const options = game.update()?.decision?.options ?? [];
    const actors = actor || verbs.length ? [] : [...new Set(options.filter((o) => o.path.length).map((o) => o.actor))].filter(Boolean);
    node.hidden = game.measuring() !== null || !tool.unit() || !(verbs.length || actors.length);
    form.hidden = !now;
    const reach = tool.reach();
    const levels = reach?.regions.map((region) => region.z) ?? [];
    const level = tool.level();
    fill(
      out,
      actors.length > 0 && h("div", { class: "chips", role: "group", "aria-label": "Who" }, h("span", { class: "hint" }, "Who? "), ...actors.map((id) => chip(id, `who ${id}`, false, () => game.choice.set({ ...game.choice.peek(), actor: id })))),
      now && h("div", { class: "chips", role: "group", "aria-label": "Way of moving" }, ...verbs.map((name) => chip(name.replaceAll("_", " "), `way ${name}`, name === now, () => tool.choose(name)))),
      levels.length > 1 && h("div", { class: "chips", role: "group", "aria-label": "Level" }, chip("any level", "level any", level < 0, () => tool.atLevel(-1)), ...levels.map((z) => chip(z ? `↑${inches(z)}"` : "floor", `level ${z}`, level === z, () => tool.atLevel(z)))),
    );
    fill(hint, ...(reach ? [`${reach.text} `, clauseLink(game, reach.clause), reach.regions.length ? ": choose a place inside the outline." : ": no place to end is found."] : [actors.length ? "Choose who, then a place." : "Choose a place on the board."]));
  });
  effect(() => {
    const now = tool.found();
    const many = tool.points().length;
    const busy = game.pending();
    const undo = many > 0 && h("button", { "data-key": "way back", onclick: tool.back }, tool.fixed() ? "Remove the last" : "Remove");
    hint.hidden = now !== null || many > 0;
    if (!now) return fill(said, undo);
    const turns = !now.why && now.options.some((option) => option.actor) && tool.reach() !== null;
    fill(
      said,
      now.why
        ? h("p", { class: "why" }, now.why, " ", clauseLink(game, now.clause))
        : now.options.flatMap((option) => [h("p", { class: "why ok" }, option.text, option.note && h("span", { class: "note" }, ` · ${option.note}`)), h("button", { class: "main do-way", "data-key": `do ${option.action}`, "aria-disabled": busy ? "true" : false, onclick: () => game.act(option) }, "Do it")]),
      turns && h("button", { "data-key": "way turn", title: "t", onclick: tool.turn }, "Turn here"), undo,
    );
  });
  return node;
}

/**
 * @param {string} text
 * @param {string} key
 * @param {boolean} on
 * @param {() => void} does
 */
function chip(text, key, on, does) {
  return h("button", { class: "chip", "data-key": key, "aria-pressed": String(on), onclick: does }, text);
}
