// A piece as both kinds of boards show it: base, figure, label, wounds, badges. About (0, 0), radius 44.

import { s } from "../ui.js";
import { base, figure } from "./sprites.js";
import { appear, fade, flip, glide, rise, shake, transform } from "./animate.js";

/** @typedef {import("../../types.js").Piece} Piece */

const ROUND = 2 * Math.PI * 48;

/**
 * What a piece is, in words.
 * @param {Piece} piece
 * @param {readonly {title: string}[]} seats
 */
export function described(piece, seats) {
  const wounds = piece.most ? `, ${piece.wounds} of ${piece.most} wounds` : "";
  const marks = piece.badges.map((badge) => badge.text).join(", ");
  return `${piece.id}, ${piece.name}, ${seats[piece.seat]?.title ?? ""}${piece.token ? ", token" : ""}${wounds}${piece.active ? ", active" : ""}${piece.done ? ", done" : ""}${marks ? `, ${marks}` : ""}`;
}

/** Wounds left: pips on the rim where they are few, else a gauge with the number. @param {Piece} piece */
function wounds(piece) {
  if (piece.most < 2 || piece.token) return null;
  if (piece.most <= 6) {
    return s("g", { class: "wounds" }, ...Array.from({ length: piece.most }, (_, i) => {
      const a = Math.PI + 0.1 + (piece.most - 1) * 0.14 - i * 0.28;
      return s("circle", { class: i < piece.wounds ? "pip" : "pip lost", cx: (Math.cos(a) * 44).toFixed(1), cy: (Math.sin(a) * 44).toFixed(1), r: 5.5 });
    }));
  }
  const share = Math.max(0, piece.wounds) / piece.most;
  return s("g", { class: `wounds ${share <= 0.5 ? "low" : ""}` }, s("circle", { class: "gauge-bed", r: 48 }), s("circle", { class: "gauge", r: 48, "stroke-dasharray": `${(share * ROUND).toFixed(1)} ${ROUND.toFixed(1)}`, transform: "rotate(-90)" }), s("g", { transform: "translate(-38 16)" }, s("path", { class: "vial", d: "M0-19C8-9 14-4 14 4A14 14 0 0 1-14 4C-14-4-8-9 0-19Z" }), s("text", { y: 10, "text-anchor": "middle" }, piece.wounds)));
}

/** @param {Piece} piece */
export function pieceParts(piece) {
  const { id, seat, badges } = piece;
  const wide = id.length * 12.8 + 18;
  return [
    s("ellipse", { class: "shade", cx: 3, cy: 9, rx: 46, ry: 44 }),
    base(seat, 44, "base"),
    base(seat, 38.5, "face"),
    s("g", { transform: "translate(0 -5) scale(0.9)" }, figure(piece.sprite, piece.name)),
    wounds(piece),
    s("g", { transform: "translate(0 44)" }, s("g", { class: "name" }, s("rect", { x: -wide / 2, y: -13, width: wide, height: 26, rx: 8 }), s("text", { y: 7.5, "text-anchor": "middle" }, id))),
    ...badges.slice(0, 6).map((badge, i) => {
      const angle = i * 0.62 - Math.PI / 2 + 0.5;
      return s("g", { class: `badge ${badge.tone}`, transform: `translate(${(Math.cos(angle) * 46).toFixed(1)} ${(Math.sin(angle) * 46).toFixed(1)})` }, s("title", {}, badge.text), badge.tone === "bad" ? s("rect", { x: -12.5, y: -12.5, width: 25, height: 25, rx: 4 }) : badge.tone === "good" ? s("circle", { r: 13.5 }) : s("polygon", { points: "-15,0 -8,-13 8,-13 15,0 8,13 -8,13" }), s("text", { y: 6, "text-anchor": "middle" }, badge.sign));
    }),
    piece.done && s("g", { class: "tick", transform: "translate(-33 -31)" }, s("circle", { r: 13 }), s("path", { d: "M-7 0-2 6 7-6" })),
    s("title", {}, `${id}: ${piece.name}${badges.map((b) => `\n${b.text}`).join("")}`),
  ].filter(Boolean);
}

/** @typedef {{x: number, y: number, scale: number, via?: {x: number, y: number}[]}} Where */

/**
 * Keeps the elements of pieces, and shows what became of them: moving ones glide, the dead fade.
 * @param {any} layer
 */
export function pieceLayer(layer) {
  const effects = s("g", { class: "effects" });
  /** @type {Map<string, {node: any, look: string, piece: Piece, at: Where}>} */
  const known = new Map();
  /** Where pieces stand or last stood. @type {Map<string, Where>} */
  const last = new Map();
  let first = true;
  /**
   * @param {readonly Piece[]} pieces
   * @param {(piece: Piece, was: Piece | null) => Where} where
   * @param {import("./light.js").Light} light
   */
  function draw(pieces, where, light) {
    if (first) layer.parentNode?.append(effects);
    const gone = new Set(known.keys());
    for (const piece of pieces) {
      gone.delete(piece.id);
      const old = known.get(piece.id);
      const at = where(piece, old?.piece ?? null);
      const node = old?.node ?? layer.appendChild(s("g", { "data-piece": piece.id }));
      const look = JSON.stringify([piece.seat, piece.name, piece.sprite, piece.wounds, piece.most, piece.token, piece.done, piece.badges]);
      if (look !== old?.look) node.replaceChildren(s("circle", { class: "halo", r: 56 }), s("g", { class: "body" }, ...pieceParts(piece)));
      node.style.transform = transform(at);
      node.style.setProperty("--small", Math.min(1.3, Math.max(1, 0.54 / at.scale)).toFixed(2));
      const lit = light.pieces.get(piece.id) ?? "";
      node.setAttribute("class", `piece seat${piece.seat % 4} ${piece.token ? "token" : ""} ${piece.sprite === "token" ? "unknown" : ""} ${piece.done ? "done" : ""} ${piece.active ? "active" : ""} ${lit} ${light.marks.has(piece.id) ? "marked" : ""}`);
      known.set(piece.id, { node, look, piece, at });
      last.set(piece.id, at);
      if (old) changed(node, old, piece, at);
      else if (!first) appear(node.querySelector(".body"));
    }
    for (const id of gone) {
      const one = known.get(id);
      known.delete(id);
      if (one) fade(one.node);
    }
    first = false;
  }

  /**
   * @param {any} node
   * @param {{piece: Piece, at: Where}} old
   * @param {Piece} piece
   * @param {Where} at
   */
  function changed(node, old, piece, at) {
    if (old.at.x !== at.x || old.at.y !== at.y || old.at.scale !== at.scale) glide(node, old.at, at.via ?? [], at);
    const body = node.querySelector(".body");
    const lost = old.piece.wounds - piece.wounds;
    if (old.piece.token && !piece.token) flip(body);
    else if (lost > 0 && old.piece.most === piece.most) {
      shake(body);
      rise(effects, at, `−${lost}`, "hurt");
    }
  }
  /** What effects need to know of the board. @type {import("./shots.js").Stage} */
  draw.stage = { effects, spot: (id) => last.get(id) ?? null };
  return draw;
}
