// A board in inches: terrain by level, bases to scale, markers, and whatever is lit on it.

import { s } from "../ui.js";
import { crosshair } from "./crosshair.js";
import { placeLabels } from "./labels.js";
import { overlay, under } from "./over.js";
import { paint } from "./paint.js";
import { described, pieceLayer } from "./piece.js";
import { markerSign } from "./signs.js";
import { INCH, terrain } from "./terrain.js";
import { viewport } from "./view.js";

/** @typedef {import("../../types.js").PlaneBoard} PlaneBoard */
/** @typedef {import("../../types.js").Table} Table */
/** @typedef {import("../../types.js").Piece} Piece */
/** @typedef {import("./light.js").Light} Light */

const NARROW = 500; // pixels of a screen on which a piece that is to act is brought near
const NEAR = 15; // inches then shown across
const SCALE = 16; // more room than at the other edges: the numbers of the scale
const WEIGHTS = { chosen: 4, aim: 3, can: 1.5 };

/**
 * @param {PlaneBoard} board
 * @param {import("./zones.js").Hooks} hooks
 */
export function planeBoard(board, hooks) {
  const land = terrain(board);
  const { width, height, k } = land;
  const view = viewport(width, height, `Board: ${board.title}. Arrow keys go from piece to piece, Enter chooses; c brings a crosshair.`, () => {
    approach();
    view.writing(1.9, 1.7);
    label();
  }, SCALE);
  /** @param {number} x @param {number} y */
  const at = (x, y) => ({ x: x * k, y: height - y * k });
  const markers = s("g", { class: "markers" });
  const low = s("g", { class: "under" });
  const over = s("g", { class: "over" });
  const pieces = s("g", { class: "pieces" });
  /** @type {Table | null} */
  let table = null;
  /** @type {Light | null} */
  let light = null;
  let current = "";
  let near = "";

  const cross = crosshair({
    unit: board.unit, width: board.width, height: board.height, at,
    start: () => {
      const way = light?.plan?.path.at(-1);
      const piece = table?.pieces.find((p) => p.id === current) ?? table?.pieces.find((p) => p.active);
      return way ? { x: way[0], y: way[1] } : piece ? { x: piece.x, y: piece.y } : { x: board.width / 2, y: board.height / 2 };
    },
    set: (x, y) => hooks.point(x, y, true),
    turn: () => hooks.turn?.(),
    back: () => hooks.back?.(),
  });
  view.svg.append(paint(), ...land.nodes, markers, low, pieces, over, cross.node);
  const drawPieces = pieceLayer(pieces);

  const idOf = (/** @type {any} */ e) => e.target.closest("[data-piece]")?.dataset.piece ?? "";
  view.svg.addEventListener("click", (/** @type {any} */ e) => {
    const id = idOf(e);
    if (id) return hooks.piece(id);
    const p = view.at(e.clientX, e.clientY);
    if (p.x >= 0 && p.y >= 0 && p.x <= width && p.y <= height) hooks.point(p.x / k, (height - p.y) / k);
  });
  pieces.addEventListener("pointerover", (/** @type {any} */ e) => hooks.hover(-1, idOf(e)));
  view.svg.addEventListener("focusin", (/** @type {any} */ e) => {
    current = idOf(e) || current;
    hooks.hover(-1, idOf(e));
  });
  view.svg.addEventListener("keydown", (/** @type {KeyboardEvent} */ e) => {
    if (cross.key(e)) {
      e.preventDefault();
      e.stopPropagation();
      return;
    }
    const all = [...pieces.children];
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[e.key];
    if (step) {
      e.preventDefault();
      const i = all.findIndex((n) => n.dataset.piece === current);
      rove(all[(i + step + all.length) % all.length]);
    } else if ((e.key === "Enter" || e.key === " ") && current) {
      e.preventDefault();
      hooks.piece(current);
    }
  });
  /** @param {any} node */
  function rove(node) {
    for (const other of pieces.children) other.setAttribute("tabindex", -1);
    node?.setAttribute("tabindex", 0);
    node?.focus();
  }

  const ground = {
    at, k, inch: board.unit,
    /** @param {string} name */
    where(name) {
      const piece = table?.pieces.find((p) => p.id === name);
      if (piece) return { ...at(piece.x, piece.y), r: piece.size * k };
      const marker = table?.markers.find((m) => m.id === name);
      if (marker) return { ...at(marker.x, marker.y), r: marker.r * k };
      const [x, y] = name.split(":").map((word) => Number(word) * board.unit);
      return x === undefined || y === undefined || Number.isNaN(x + y) ? null : { ...at(x, y), r: 0 };
    },
  };

  /** Ways that were looked at, by piece. @type {Map<string, readonly (readonly [number, number, number])[]>} */
  const ways = new Map();
  /** The turns of the way that a piece seems to have gone: it stands at its end. @param {Piece} piece */
  function gone(piece) {
    const path = ways.get(piece.id) ?? [];
    const end = path.at(-1);
    return end && end[0] === piece.x && end[1] === piece.y ? path.slice(0, -1).map(([x, y]) => at(x, y)) : [];
  }

  /**
   * @param {Table} now
   * @param {Light} lit
   */
  function draw(now, lit) {
    table = now;
    light = lit;
    land.name(lit.named);
    const areas = now.markers.filter((marker) => marker.area).map((marker) => s("circle", { class: `marker-area ${marker.kind}`, "data-marker": marker.id, r: marker.area * k, transform: `translate(${at(marker.x, marker.y).x} ${at(marker.x, marker.y).y})` }, s("title", {}, marker.text)));
    markers.replaceChildren(...areas, ...now.markers.map((marker) => {
      const { x, y } = at(marker.x, marker.y);
      const r = Math.max(14, marker.r * k);
      const below = Math.max(r, marker.area * k); // the name of an area stands outside it, where no base hides it
      return s("g", { class: `marker told ${marker.kind} ${lit.marks.has(marker.id) ? "marked" : ""}`, transform: `translate(${x} ${y})` }, s("circle", { r }), s("g", { transform: `scale(${r / 46})` }, markerSign(marker.kind)), s("text", { class: "marker-name", y: below + 15, "text-anchor": "middle" }, marker.id.replaceAll("_", " ")), s("title", {}, marker.text));
    }));
    for (const one of [lit.plan, lit.looked]) if (one?.actor && one.path.length) ways.set(one.actor, one.path);
    drawPieces(now.pieces, (piece) => ({ ...at(piece.x, piece.y), scale: (piece.size * k) / 44, via: gone(piece) }), lit);
    for (const node of stacked(now.pieces)) {
      const piece = now.pieces.find((p) => p.id === node.dataset.piece);
      if (!node.querySelector(".foot")) node.prepend(s("circle", { class: "foot", r: 44 })); // the base in its true size
      node.setAttribute("role", "button");
      if (!node.hasAttribute("tabindex")) node.setAttribute("tabindex", node === pieces.firstElementChild ? 0 : -1);
      if (piece) node.setAttribute("aria-label", described(piece, now.seats));
    }
    approach();
    low.replaceChildren(...under(lit, ground));
    over.replaceChildren(...overlay(lit, ground));
    label();
  }

  /**
   * The elements of pieces, those on higher levels over the others.
   * @param {readonly Piece[]} all
   */
  function stacked(all) {
    const high = (/** @type {any} */ node) => all.find((p) => p.id === node.dataset.piece)?.z ?? 0;
    const order = [...pieces.children].sort((a, b) => high(a) - high(b));
    if (!pieces.contains(document.activeElement) && order.some((node, i) => pieces.children[i] !== node)) pieces.append(...order);
    return order;
  }

  /** On a small screen, go where somebody is to act. */
  function approach() {
    const chosen = [...(light?.pieces ?? [])].find(([, state]) => state === "chosen")?.[0];
    const actor = chosen ?? table?.pieces.find((piece) => piece.active)?.id ?? "";
    const wide = view.wide();
    if (actor === near || !wide) return;
    near = actor;
    const place = actor ? ground.where(actor) : null;
    if (place && wide < NARROW) view.show(place, NEAR * INCH);
  }

  function label() {
    if (!table || !light) return;
    const lit = light.pieces;
    const spots = [...pieces.children].flatMap((node) => {
      const piece = table?.pieces.find((p) => p.id === node.dataset.piece);
      if (!piece) return [];
      const state = /** @type {keyof typeof WEIGHTS} */ (lit.get(piece.id) ?? "");
      const weight = piece.active ? 5 : WEIGHTS[state] ?? (piece.done ? 0.5 : 1);
      return [{ ...at(piece.x, piece.y), r: piece.size * k, id: piece.id, node, weight }];
    });
    placeLabels(spots, view.unit(), { width, height });
  }

  return { node: view.node, bar: view.bar, draw, stage: drawPieces.stage, fit: view.fit, show: view.show, focus: () => rove(pieces.querySelector('[tabindex="0"]') ?? pieces.firstElementChild) };
}
