// A piece as both kinds of boards show it: base, figure, label, wounds, badges. About (0, 0), radius 44.

import { s } from "../ui.js";
import { base, figure } from "./sprites.js";

/** @typedef {import("../../types.js").Piece} Piece */

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

/** @param {Piece} piece */
export function pieceParts(piece) {
  const parts = [base(piece.seat, 44), s("g", { transform: "translate(0 -6) scale(0.82)" }, figure(piece.sprite, piece.name))];
  if (piece.most > 1 && !piece.token) {
    const many = piece.most > 6;
    const pips = many
      ? [s("text", { class: "wounds", y: 29, "text-anchor": "middle" }, `${piece.wounds}/${piece.most}`)]
      : Array.from({ length: piece.most }, (_, i) => s("circle", { class: i < piece.wounds ? "pip" : "pip lost", cx: (i - (piece.most - 1) / 2) * 11, cy: 29, r: 4.2 }));
    parts.push(s("g", {}, ...pips));
  }
  parts.push(
    s("g", { class: "name", transform: "translate(0 49)" }, s("rect", { x: -(piece.id.length * 6.4 + 8), y: -13, width: piece.id.length * 12.8 + 16, height: 26, rx: 9 }), s("text", { y: 7.5, "text-anchor": "middle" }, piece.id)),
  );
  piece.badges.slice(0, 6).forEach((badge, i) => {
    const angle = -0.5 + i * 0.62 - Math.PI / 2 + 0.9;
    parts.push(s("g", { class: `badge ${badge.tone}`, transform: `translate(${(Math.cos(angle) * 45).toFixed(1)} ${(Math.sin(angle) * 45).toFixed(1)})` }, s("title", {}, badge.text), badge.tone === "bad" ? s("rect", { x: -12, y: -12, width: 24, height: 24, rx: 4 }) : s("circle", { r: 12.5 }), s("text", { y: 6, "text-anchor": "middle" }, badge.sign)));
  });
  if (piece.done) parts.push(s("g", { class: "tick", transform: "translate(-34 -30)" }, s("circle", { r: 11 }), s("path", { d: "M-6 0-2 5 6-5" })));
  parts.push(s("title", {}, `${piece.id}: ${piece.name}${piece.badges.map((b) => `\n${b.text}`).join("")}`));
  return parts;
}

/**
 * Keeps the elements of pieces, so that moving ones glide.
 * @param {any} layer
 */
export function pieceLayer(layer) {
  /** @type {Map<string, {node: any, look: string}>} */
  const known = new Map();
  /**
   * @param {readonly Piece[]} pieces
   * @param {(piece: Piece) => {x: number, y: number, scale: number}} where
   * @param {import("./light.js").Light} light
   */
  return (pieces, where, light) => {
    const gone = new Set(known.keys());
    for (const piece of pieces) {
      gone.delete(piece.id);
      let one = known.get(piece.id);
      if (!one) {
        one = { node: s("g", { "data-piece": piece.id }), look: "" };
        known.set(piece.id, one);
        layer.append(one.node);
      }
      const look = JSON.stringify([piece.seat, piece.name, piece.sprite, piece.wounds, piece.most, piece.token, piece.done, piece.badges]);
      if (look !== one.look) {
        one.node.replaceChildren(s("circle", { class: "halo", r: 54 }), ...pieceParts(piece));
        one.look = look;
      }
      const { x, y, scale } = where(piece);
      one.node.style.transform = `translate(${x}px, ${y}px) scale(${scale})`;
      const lit = light.pieces.get(piece.id) ?? "";
      one.node.setAttribute("class", `piece seat${piece.seat % 4} ${piece.token ? "token" : ""} ${piece.done ? "done" : ""} ${piece.active ? "active" : ""} ${lit} ${light.marks.has(piece.id) ? "marked" : ""}`);
    }
    for (const id of gone) {
      const one = known.get(id);
      known.delete(id);
      if (!one) continue;
      one.node.classList.add("leaving");
      setTimeout(() => one.node.remove(), 350);
    }
  };
}
