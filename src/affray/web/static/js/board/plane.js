// A board in inches: terrain by level, bases to scale, markers, suggested end points, ways.

import { s } from "../ui.js";
import { viewport } from "./view.js";
import { described, pieceLayer } from "./piece.js";
import { markerSign } from "./signs.js";
import { paint } from "./paint.js";

/** @typedef {import("../../types.js").PlaneBoard} PlaneBoard */

const INCH = 50; // units of the drawing

/**
 * @param {PlaneBoard} board
 * @param {import("./zones.js").Hooks} hooks
 */
export function planeBoard(board, hooks) {
  const k = INCH / board.unit;
  const width = board.width * k;
  const height = board.height * k;
  const view = viewport(width, height, `Board: ${board.title}. Arrow keys go from piece to piece, Enter chooses.`);
  /** @param {{x0: number, y0: number, x1: number, y1: number}} box */
  const rect = (box) => ({ x: box.x0 * k, y: height - box.y1 * k, width: (box.x1 - box.x0) * k, height: (box.y1 - box.y0) * k });
  /** @param {number} x @param {number} y */
  const at = (x, y) => ({ x: x * k, y: height - y * k });
  const grid = Array.from({ length: Math.round(width / INCH) - 1 }, (_, i) => `M${(i + 1) * INCH} 0V${height}`).join("") + Array.from({ length: Math.round(height / INCH) - 1 }, (_, i) => `M0 ${(i + 1) * INCH}H${width}`).join("");
  const blocks = [...board.blocks].sort((a, b) => a.high - b.high).map((block) => {
    const box = rect(block);
    const level = Math.min(3, Math.round(block.high / board.unit / 2));
    return s("g", { class: `block ${block.kind} level${level}` }, s("rect", { ...box, rx: 2 }), s("title", {}, `${block.name}: ${block.kind}, ${(block.low / board.unit).toFixed(1)}–${(block.high / board.unit).toFixed(1)}"`), block.kind === "vantage" && s("text", { x: box.x + box.width / 2, y: box.y + box.height / 2 + 5, "text-anchor": "middle" }, `↑${(block.high / board.unit).toFixed(0)}"`));
  });
  const areas = board.areas.map((area) => {
    const box = rect(area);
    return s("g", { class: `drop seat${(area.seat ?? 2) % 4}` }, s("rect", { ...box }), s("text", { x: box.x + 8, y: box.y + 20 }, area.name));
  });
  const markers = s("g", { class: "markers" });
  const over = s("g", { class: "over" });
  const pieces = s("g", { class: "pieces" });
  view.svg.append(paint(), s("rect", { class: "ground", width, height }), s("path", { class: "plates", d: grid }), ...areas, ...blocks, markers, pieces, over);
  const drawPieces = pieceLayer(pieces);
  let current = "";

  const idOf = (/** @type {any} */ e) => e.target.closest("[data-piece]")?.dataset.piece ?? "";
  view.svg.addEventListener("click", (/** @type {any} */ e) => {
    const id = idOf(e);
    if (id) return hooks.piece(id);
    if (e.target.closest("[data-end]")) return;
    const p = view.at(e.clientX, e.clientY);
    if (p.x >= 0 && p.y >= 0 && p.x <= width && p.y <= height) hooks.point(p.x / k, (height - p.y) / k);
  });
  pieces.addEventListener("pointerover", (/** @type {any} */ e) => hooks.hover(-1, idOf(e)));
  view.svg.addEventListener("focusin", (/** @type {any} */ e) => {
    current = idOf(e);
    hooks.hover(-1, current);
  });
  view.svg.addEventListener("keydown", (/** @type {KeyboardEvent} */ e) => {
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

  /**
   * @param {import("../../types.js").Table} table
   * @param {import("./light.js").Light} light
   */
  function draw(table, light) {
    markers.replaceChildren(...table.markers.map((marker) => {
      const { x, y } = at(marker.x, marker.y);
      const r = Math.max(14, marker.r * k);
      return s("g", { class: `marker ${marker.kind}`, transform: `translate(${x} ${y})` }, s("circle", { r }), s("g", { transform: `scale(${r / 46})` }, markerSign(marker.kind)), s("title", {}, marker.text));
    }));
    drawPieces(table.pieces, (piece) => ({ ...at(piece.x, piece.y), scale: (piece.size * k) / 44 }), light);
    for (const node of pieces.children) {
      const piece = table.pieces.find((p) => p.id === node.dataset.piece);
      node.setAttribute("role", "button");
      if (!node.hasAttribute("tabindex")) node.setAttribute("tabindex", node === pieces.firstElementChild ? 0 : -1);
      if (piece) node.setAttribute("aria-label", described(piece, table.seats));
    }
    over.replaceChildren(...overlay(table, light));
  }

  /**
   * @param {import("../../types.js").Table} table
   * @param {import("./light.js").Light} light
   */
  function overlay(table, light) {
    const found = [];
    /** @param {string} id */
    const where = (id) => {
      const piece = table.pieces.find((p) => p.id === id);
      return piece ? at(piece.x, piece.y) : null;
    };
    for (const option of light.ends.slice(0, 200)) {
      const end = option.path.at(-1);
      if (!end) continue;
      const p = at(end[0], end[1]);
      found.push(s("circle", { class: `end ${option === light.looked ? "looked" : ""}`, "data-end": option.action, cx: p.x, cy: p.y, r: 10, onclick: () => hooks.end?.(option), onpointerenter: () => hooks.look?.(option) }, s("title", {}, option.text)));
    }
    const look = light.looked;
    const from = look && where(look.actor);
    if (look && from && look.path.length) found.push(s("path", { class: "way-line", "marker-end": "url(#tip)", d: `M${from.x} ${from.y}${look.path.map(([x, y]) => `L${at(x, y).x} ${at(x, y).y}`).join("")}` }));
    const to = look?.target ? where(look.target) : null;
    if (from && to) found.push(s("path", { class: "aim-line", "marker-end": "url(#tip)", d: `M${from.x} ${from.y}L${to.x} ${to.y}` }));
    light.way.forEach(([x, y], i) => {
      const p = at(x, y);
      found.push(s("circle", { class: "way-point", cx: p.x, cy: p.y, r: 9 }), s("text", { class: "way-number", x: p.x, y: p.y + 5, "text-anchor": "middle" }, i + 1));
    });
    const [a, b] = light.ruler.map(where);
    if (a && b) found.push(s("path", { class: "ruler-line", d: `M${a.x} ${a.y}L${b.x} ${b.y}` }));
    return found;
  }

  return { node: view.node, draw, fit: view.fit, focus: () => rove(pieces.querySelector('[tabindex="0"]') ?? pieces.firstElementChild) };
}
