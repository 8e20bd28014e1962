// A board of zones: rooms, corridors, vents, walls, doors, surfaces, and what stands there.

import { s } from "../ui.js";
import { viewport } from "./view.js";
import { described, pieceLayer } from "./piece.js";
import { markerSign } from "./signs.js";
import { HULL, paint } from "./paint.js";
import { grown, spot, trail } from "./tiles.js";

/** @typedef {import("../../types.js").ZoneBoard} ZoneBoard */
/** @typedef {import("../../types.js").Table} Table */
/** @typedef {import("./light.js").Light} Light */
/**
 * @typedef {object} Hooks what a board tells: clicks, and what is under the pointer or the cursor
 * @property {(zone: number, name: string) => void} zone
 * @property {(id: string) => void} piece
 * @property {(edge: number, name: string) => void} edge
 * @property {(x: number, y: number, exact?: boolean) => void} point on a plane: a place, or about there
 * @property {(zone: number, piece: string) => void} hover
 * @property {() => void} [turn] on a plane: the way turns at its end
 * @property {() => void} [back] on a plane: the last place is taken back
 */

const C = 100;
/** @type {Record<string, [number, number]>} */
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * @param {ZoneBoard} board
 * @param {Hooks} hooks
 */
export function zoneBoard(board, hooks) {
  const x0 = Math.min(...board.zones.map((z) => z.x));
  const y0 = Math.min(...board.zones.map((z) => z.y));
  const width = (Math.max(...board.zones.map((z) => z.x)) - x0 + 1) * C + 2 * HULL;
  const height = (Math.max(...board.zones.map((z) => z.y)) - y0 + 1) * C + 2 * HULL;
  const view = viewport(width, height, `Board: ${board.title}. Arrow keys move, Enter chooses.`, () => names());
  /** @param {number} i */
  const corner = (i) => ({ x: ((board.zones[i]?.x ?? 0) - x0) * C + HULL, y: ((board.zones[i]?.y ?? 0) - y0) * C + HULL });
  /** @param {number} i */
  const middle = (i) => ({ x: corner(i).x + C / 2, y: corner(i).y + C / 2 });
  const at = new Map(board.zones.map((z, i) => [`${z.x},${z.y}`, i]));
  const joined = new Set(board.edges.flatMap((e) => [`${e.a},${e.b}`, `${e.b},${e.a}`]));
  let cursor = 0;

  const tiles = board.zones.map((zone, i) => {
    const { x, y } = corner(i);
    return s(
      "g",
      { class: `zone ${zone.kind}`, role: "button", tabindex: i ? -1 : 0, "data-zone": zone.name, transform: `translate(${x} ${y})`, onclick: () => hooks.zone(i, zone.name), onfocus: () => hooks.hover(i, ""), onpointerenter: () => hooks.hover(i, "") },
      s("rect", { class: "floor", width: C, height: C }),
      zone.kind === "vent" && s("path", { class: "grate", d: "M20 34H80M20 45H80M20 56H80M20 67H80M20 78H80" }),
      s("g", { class: "surface", transform: `rotate(${((i * 7) % 4) * 90} 50 50)` }),
      s("text", { class: "zone-name", x: 9, y: 18 }, zone.name),
      s("rect", { class: "lit", x: 4, y: 4, width: C - 8, height: C - 8, rx: 10 }),
    );
  });
  // One shape for all tiles of a kind is painted quicker than one for each.
  const floors = ["corridor", "room", "vent"].map((kind) => s("path", { class: `floors ${kind}`, d: board.zones.map((z, i) => (z.kind === kind ? `M${corner(i).x} ${corner(i).y}h${C}v${C}h-${C}z` : "")).join("") }));
  const path = wallPath();
  const walls = s("g", { class: "walls" }, ...["shade", "wall", "ridge"].map((name) => s("path", { class: name, d: path })));
  const rooms = board.areas.map(([name, zones]) => {
    const { x, y, turn } = namePlace(zones, name.length * 4.6 + 12);
    const half = name.length * 4.1 + 11;
    return s("g", { class: "area", transform: `translate(${x} ${y}) rotate(${turn})` }, s("g", { class: "plate-name" }, s("rect", { x: -half, y: -10, width: 2 * half, height: 20, rx: 6 }), s("text", { y: 4.5, "text-anchor": "middle" }, name)));
  });
  const doors = s("g");
  const markers = s("g", { class: "markers" });
  const pieces = s("g", { class: "pieces" });
  const over = s("g", { class: "over" });
  view.svg.append(paint(), s("rect", { class: "hull", x: 4, y: 4, width: width - 8, height: height - 8, rx: 22 }), ...floors, s("g", {}, ...tiles), walls, s("g", { class: "areas" }, ...rooms), markers, doors, pieces, over);
  const drawPieces = pieceLayer(pieces);

  function wallPath() {
    let d = "";
    board.zones.forEach((zone, i) => {
      const { x, y } = corner(i);
      for (const [dx, dy, path] of /** @type {[number, number, string][]} */ ([[1, 0, `M${x + C} ${y}v${C}`], [0, 1, `M${x} ${y + C}h${C}`], [-1, 0, `M${x} ${y}v${C}`], [0, -1, `M${x} ${y}h${C}`]])) {
        const other = at.get(`${zone.x + dx},${zone.y + dy}`);
        if (other === undefined ? true : other > i && !joined.has(`${i},${other}`)) d += path;
      }
    });
    return d;
  }

  /** A stretch of wall on the edge of an area that has tiles all around. @param {Set<number>} inside */
  function onWall(inside) {
    for (const z of inside) {
      const zone = board.zones[z];
      const over = zone && at.get(`${zone.x},${zone.y - 1}`);
      if (over !== undefined && !inside.has(over) && !joined.has(`${z},${over}`)) return { x: middle(z).x, y: corner(z).y, turn: 0 };
    }
    return null;
  }

  /**
   * Where the name of an area stands: beside it, where the fewest tiles are in the way.
   * @param {readonly number[]} zones
   * @param {number} half half the length of the name
   */
  function namePlace(zones, half) {
    const inside = new Set(zones);
    const xs = zones.map((z) => middle(z).x);
    const ys = zones.map((z) => middle(z).y);
    const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    const [mx, my] = [(left + right) / 2, (top + bottom) / 2];
    const sides = [{ dx: 0, dy: -1, x: mx, y: top - 67, turn: 0 }, { dx: 0, dy: 1, x: mx, y: bottom + 67, turn: 0 }, { dx: -1, dy: 0, x: left - 67, y: my, turn: -90 }, { dx: 1, dy: 0, x: right + 67, y: my, turn: 90 }].map((side) => {
      const near = zones.map((z) => board.zones[z]).filter((z) => z && !inside.has(at.get(`${z.x + side.dx},${z.y + side.dy}`) ?? -1));
      const taken = near.filter((z) => z && at.has(`${z.x + side.dx},${z.y + side.dy}`)).length;
      const short = half * 2 > (side.dx ? bottom - top : right - left) + C ? 1 : 0;
      return { ...side, cost: taken * 2 + short };
    });
    const best = sides.reduce((one, side) => (side.cost < one.cost ? side : one));
    return best.cost < 2 ? best : onWall(inside) ?? best;
  }

  pieces.addEventListener("click", (/** @type {any} */ e) => {
    const id = e.target.closest("[data-piece]")?.dataset.piece;
    if (id) hooks.piece(id);
  });
  pieces.addEventListener("pointerover", (/** @type {any} */ e) => {
    const id = e.target.closest("[data-piece]")?.dataset.piece;
    if (id) hooks.hover(-1, id);
  });
  view.svg.addEventListener("pointerleave", () => hooks.hover(-1, ""));
  view.svg.addEventListener("keydown", (/** @type {KeyboardEvent} */ e) => {
    const way = WAYS[e.key];
    if (way) {
      e.preventDefault();
      walk(way);
    } else if (e.key === "Enter" || e.key === " ") {
      e.preventDefault();
      hooks.zone(cursor, board.zones[cursor]?.name ?? "");
    }
  });

  /** @param {[number, number]} way */
  function walk([dx, dy]) {
    const from = board.zones[cursor];
    if (!from) return;
    for (let n = 1; n < 12; n++) {
      const next = at.get(`${from.x + dx * n},${from.y + dy * n}`);
      if (next === undefined) continue;
      focus(next);
      return;
    }
  }
  /** @param {number} next */
  function focus(next) {
    tiles[cursor].setAttribute("tabindex", -1);
    cursor = next;
    tiles[cursor].setAttribute("tabindex", 0);
    tiles[cursor].focus();
  }

  /**
   * @param {Table} table
   * @param {Light} light
   */
  function draw(table, light) {
    /** @type {Map<number, any[]>} */
    const there = new Map();
    for (const piece of table.pieces) there.set(piece.zone, [...(there.get(piece.zone) ?? []), piece]);
    const gone = new Set(table.gone);
    tiles.forEach((tile, i) => {
      const zone = board.zones[i];
      const surface = table.surfaces[i] ?? zone?.surface ?? "";
      const verbs = light.zones.get(i);
      tile.setAttribute("class", `zone ${zone?.kind} ${surface} ${gone.has(i) ? "gone" : ""} ${verbs ? "can" : ""} ${light.zone === i ? "chosen" : ""} ${light.looked?.zone === i ? "looked" : ""} ${light.marks.has(zone?.name ?? "") ? "marked" : ""}`);
      const growth = tile.querySelector(".surface");
      if (growth.dataset.now !== surface) {
        growth.dataset.now = surface;
        growth.replaceChildren(...grown(surface));
      }
      const models = (there.get(i) ?? []).map((p) => described(p, table.seats));
      const marks = table.markers.filter((m) => m.zone === i).map((m) => m.text);
      const room = (there.get(i) ?? []).reduce((sum, p) => sum + p.size, 0);
      tile.setAttribute("aria-label", [`${zone?.name}, ${zone?.kind}`, surface, gone.has(i) ? "gone" : "", ...models, ...marks, room ? `size taken ${room}` : "", verbs ? `you may: ${[...new Set(verbs)].join(", ").replaceAll("_", " ")}` : ""].filter(Boolean).join("; "));
    });
    const closed = new Set(table.closed);
    doors.replaceChildren(...board.edges.map((edge, i) => (closed.has(i) || light.edges.has(i) ? door(i, closed.has(i), light) : "")).filter(Boolean));
    /** @type {Map<number, number>} */
    const count = new Map();
    markers.replaceChildren(...table.markers.filter((m) => m.zone >= 0).map((marker) => {
      const n = count.get(marker.zone) ?? 0;
      count.set(marker.zone, n + 1);
      const { x, y } = corner(marker.zone);
      return s("g", { class: `marker ${marker.kind}`, "data-marker": marker.id, transform: `translate(${x + 84 - n * 26} ${y + 17})` }, s("circle", { r: 14 }), s("g", { transform: "scale(0.31)" }, markerSign(marker.kind)), marker.count > 1 && s("text", { class: "count", x: 9, y: 17 }, `×${marker.count}`), s("title", {}, marker.text));
    }));
    /** @type {Map<number, number[]>} */
    const beside = new Map(board.zones.map((_, i) => [i, []]));
    board.edges.forEach((edge, i) => {
      if (closed.has(i)) return;
      beside.get(edge.a)?.push(edge.b);
      beside.get(edge.b)?.push(edge.a);
    });
    drawPieces(table.pieces, (piece, was) => {
      const all = there.get(piece.zone) ?? [];
      const via = was && was.zone !== piece.zone ? trail(was.zone, piece.zone, beside).map(middle) : [];
      return { ...spot(middle(piece.zone), all.indexOf(piece), all.length, piece.size), via };
    }, light);
    over.replaceChildren(...arrows(light, table, there));
    names();
  }

  /** Names of pieces grow where the board is small, as far as their tile has room. */
  function names() {
    const grow = view.writing(1.7, 1.6);
    for (const node of pieces.children) {
      const scale = Number(node.style.transform.match(/scale\(([\d.]+)/)?.[1] ?? 1);
      const wide = Number(node.querySelector(".name rect")?.getAttribute("width") ?? 0) * scale;
      const room = scale > 0.55 ? 98 : scale > 0.45 ? 46 : 0; // alone, one of two, or of more
      node.style.setProperty("--near", Math.max(1, Math.min(grow, room / wide)).toFixed(2));
    }
  }

  /**
   * @param {number} i
   * @param {boolean} closed
   * @param {Light} light
   */
  function door(i, closed, light) {
    const edge = board.edges[i];
    if (!edge) return "";
    const a = middle(edge.a);
    const b = middle(edge.b);
    const turned = a.x === b.x;
    const lit = light.edges.has(i);
    return s("g", { class: `door ${closed ? "closed" : "open"} ${lit ? "can" : ""} ${light.looked?.edge === i ? "looked" : ""}`, "data-edge": edge.name, transform: `translate(${(a.x + b.x) / 2} ${(a.y + b.y) / 2}) rotate(${turned ? 90 : 0})`, onclick: () => hooks.edge(i, edge.name) },
      s("rect", { class: "jamb", x: -11, y: -50, width: 22, height: 16, rx: 3 }), s("rect", { class: "jamb", x: -11, y: 34, width: 22, height: 16, rx: 3 }), s("rect", { class: "slab", x: -8, y: -36, width: 16, height: 72, rx: 4 }), closed && s("path", { class: "bolts", d: "M-5-24 5-32M-5-12 5-20M-5 0 5-8M-5 12 5 4M-5 24 5 16M-5 34 5 28" }), closed && s("path", { class: "seam", d: "M-8 0H8" }), lit && s("circle", { class: "ring", r: 13 }), s("title", {}, `${closed ? "closed door" : "way"} ${edge.name}`));
  }

  /**
   * Arrows from who acts to where the option looked at leads, and the ruler.
   * @param {Light} light
   * @param {Table} table
   * @param {Map<number, any[]>} there
   */
  function arrows(light, table, there) {
    /** @param {string} name */
    const place = (name) => {
      const piece = table.pieces.find((p) => p.id === name);
      if (piece) {
        const all = there.get(piece.zone) ?? [];
        return spot(middle(piece.zone), all.indexOf(piece), all.length, piece.size);
      }
      const zone = board.zones.findIndex((z) => z.name === name);
      return zone < 0 ? null : middle(zone);
    };
    const found = [];
    const option = light.looked;
    if (option) {
      const from = place(option.actor);
      const to = option.target ? place(option.target) : option.zone >= 0 ? middle(option.zone) : null;
      if (from && to) found.push(s("path", { class: option.target ? "aim-line" : "way-line", d: `M${from.x} ${from.y}L${to.x} ${to.y}`, "marker-end": "url(#tip)" }));
    }
    const [a, b] = light.ruler.map(place);
    if (a) found.push(s("circle", { class: "ruler-end", cx: a.x, cy: a.y, r: 16 }));
    if (a && b) found.push(s("circle", { class: "ruler-end", cx: b.x, cy: b.y, r: 16 }), s("path", { class: "ruler-line", d: `M${a.x} ${a.y}L${b.x} ${b.y}` }));
    return found;
  }

  /** @type {import("./shots.js").Stage} */
  const stage = { ...drawPieces.stage, spot: (name) => {
    const zone = name.startsWith("@") ? board.zones.findIndex((z) => `@${z.name}` === name) : -1;
    return zone < 0 ? drawPieces.stage.spot(name) : middle(zone);
  } };

  return { node: view.node, draw, stage, focus: () => tiles[cursor].focus(), fit: view.fit, cursorTo: (/** @type {string} */ name) => { const i = board.zones.findIndex((z) => z.name === name); if (i >= 0) focus(i); } };
}
