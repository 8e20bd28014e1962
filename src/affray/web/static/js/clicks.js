// What a click on the board means, or Enter on it: choose, show, take, or ask why not.

import { NOTHING } from "./game.js";
import { measured, placeName } from "./ruler.js";
import { whyNot } from "./why.js";

/** @typedef {import("./game.js").Play} Play */
/** @typedef {import("../types.js").Option} Option */

/**
 * @param {Play} game
 * @param {import("./ways.js").WayTool} ways the tool for places on a plane
 */
export function clicks(game, ways) {
  return {
    /** @type {(zone: number, name: string) => void} */
    zone: (zone, name) => void clickZone(game, zone, name),
    /** @type {(id: string) => void} */
    piece: (id) => {
      if (game.measuring.peek() || !ways.toward(id)) clickPiece(game, id);
    },
    /** @type {(edge: number, name: string) => void} */
    edge: (edge, name) => {
      const options = game.fitting().filter((o) => o.edge === edge);
      if (options.length) narrow(game, options, { edge });
      else whyNot(game, name);
    },
    /** @type {(x: number, y: number, exact?: boolean) => void} */
    point: (x, y, exact) => {
      if (!measured(game, placeName(x, y, ways.unit()))) ways.point(x, y, exact);
    },
    turn: ways.turn,
    back: ways.back,
    /** @type {(zone: number, piece: string) => void} */
    hover: (zone, piece) => {
      if (game.aimed.peek() || (!piece && zone < 0)) return;
      const fits = game.fitting().filter((o) => (piece ? o.target === piece : o.zone === zone));
      if (fits[0] && !fits.some((o) => o.action === game.looked.peek()?.action)) game.looked.set(fits[0]);
    },
  };
}

/**
 * Take the only option that a click means if it can be taken back; else show what it leads to, and take it at
 * the next click there. Several options are listed.
 * @param {Play} game
 * @param {readonly Option[]} options
 * @param {Partial<import("./game.js").Choice>} where
 */
async function narrow(game, options, where) {
  const only = options.length === 1 ? options[0] : undefined;
  const again = only !== undefined && game.aimed.peek() === only.action;
  if (again) return game.act(only);
  const first = options[0];
  const number = game.update.peek()?.decision?.number;
  if (first) game.looked.set(first);
  game.aimed.set(only?.action ?? "");
  game.reasons.set([]);
  game.tab.set("moves");
  const touch = matchMedia("(pointer: coarse)").matches;
  if (only && !touch && !only.target && !(await game.final(only.action)) && game.aimed.peek() === only.action && game.update.peek()?.decision?.number === number) return game.act(only);
  if (game.update.peek()?.decision?.number !== number) return;
  game.choice.set({ ...game.choice.peek(), zone: -1, edge: -1, target: "", ...where });
  const button = document.querySelector(".options button[data-action]");
  if (button instanceof HTMLElement && document.activeElement?.closest("svg")) button.focus();
}

/**
 * @param {Play} game
 * @param {number} zone
 * @param {string} name
 * @returns {void | Promise<void>}
 */
function clickZone(game, zone, name) {
  if (measured(game, name)) return;
  const all = game.update.peek()?.decision?.options ?? [];
  const choice = game.choice.peek();
  game.choice.set({ ...choice, zone: -1, edge: -1, target: "" });
  const there = (game.update.peek()?.table.pieces ?? []).filter((p) => p.zone === zone && p.id !== choice.actor);
  const here = game.fitting().filter((o) => o.zone === zone || there.some((p) => p.id === o.target));
  if (here.length) {
    const targets = new Set(here.map((o) => o.target));
    return narrow(game, here, targets.size === 1 && !targets.has("") ? { target: here[0]?.target ?? "" } : targets.has("") && targets.size === 1 ? { zone } : {});
  }
  const actors = there.filter((p) => all.some((o) => o.actor === p.id));
  const next = actors.find((p) => p.id > choice.actor) ?? actors[0];
  if (next) return clickPiece(game, next.id);
  whyNot(game, name);
}

/**
 * @param {Play} game
 * @param {string} id
 * @returns {void | Promise<void>}
 */
function clickPiece(game, id) {
  if (measured(game, id)) return;
  const update = game.update.peek();
  const all = update?.decision?.options ?? [];
  const choice = game.choice.peek();
  game.choice.set({ ...choice, zone: -1, edge: -1, target: "" });
  const aims = game.fitting().filter((o) => o.target === id && o.actor !== id);
  profile(game, id);
  if (aims.length && choice.actor !== id) return narrow(game, aims, { target: id });
  const piece = update?.table.pieces.find((p) => p.id === id);
  const own = all.filter((o) => o.actor === id);
  const only = own.length === 1 ? own[0] : undefined;
  if (only && choice.actor === id && game.aimed.peek() === only.action) return game.act(only);
  if (own.length) {
    game.choice.set(choice.actor === id ? NOTHING : { ...NOTHING, actor: id });
    game.looked.set(only ?? null);
    game.aimed.set(only && choice.actor !== id ? only.action : "");
    game.tab.set("moves");
    return;
  }
  const zone = piece?.zone ?? -1;
  if (zone >= 0 && game.fitting().some((o) => o.zone === zone)) return clickZone(game, zone, "");
  if (piece && piece.seat === update?.decision?.seat) {
    game.choice.set({ ...NOTHING, actor: id });
    game.tab.set("moves");
  } else whyNot(game, id);
}

/**
 * @param {Play} game
 * @param {string} id
 */
export async function profile(game, id) {
  try {
    const { profile: found } = await game.net.ask("profile", id);
    if (found && game.update.peek()) game.lines.set({ title: found.title, lines: [{ label: "", marks: [], text: found.facts.map((f) => `${f.label} ${f.text}`).join(" · ") }, ...found.lines] });
  } catch {
    // The connection broke; the next click asks again.
  }
}
