// Labels of pieces on a plane: each where it hides no piece, all of a size that can be read at any zoom.

/** @typedef {{x: number, y: number, r: number, id: string, node: any, weight: number}} Spot */
/** @typedef {{x0: number, y0: number, x1: number, y1: number}} Box */

const HIGH = 26; // of a label, about which pieces are drawn with radius 44
const READABLE = 13; // pixels of a label's height at least

/** @param {Box} a @param {Box} b */
const meet = (a, b) => a.x0 < b.x1 && b.x0 < a.x1 && a.y0 < b.y1 && b.y0 < a.y1;

/**
 * Put the labels; where there is no room for one that matters little it is left out, and shown when pointed at.
 * @param {readonly Spot[]} spots
 * @param {number} unit units of the drawing for a pixel
 * @param {{width: number, height: number}} board
 */
export function placeLabels(spots, unit, board) {
  /** @type {Box[]} */
  const taken = [];
  for (const spot of [...spots].sort((a, b) => b.weight - a.weight)) {
    const label = spot.node.querySelector(".name");
    if (!label) continue;
    const scale = spot.r / 44;
    const grow = Math.max(1, (READABLE * unit) / (HIGH * scale));
    const w = (spot.id.length * 12.8 + 18) * scale * grow;
    const h = HIGH * scale * grow;
    const around = spots.filter((other) => other !== spot).map((other) => ({ x0: other.x - other.r * 0.8, y0: other.y - other.r * 0.8, x1: other.x + other.r * 0.8, y1: other.y + other.r * 0.8 }));
    const away = spot.r * 0.95;
    const beyond = away + Math.max(h * 0.2, h / 2 - spot.r * 0.2); // a large label about a small piece stands clear of it
    const places = [
      { x: spot.x, y: spot.y + beyond },
      { x: spot.x + away + w / 2, y: spot.y }, { x: spot.x - away - w / 2, y: spot.y },
      { x: spot.x + away * 0.6 + w / 2, y: spot.y + away }, { x: spot.x - away * 0.6 - w / 2, y: spot.y + away },
      { x: spot.x, y: spot.y - beyond },
      { x: spot.x + away * 0.6 + w / 2, y: spot.y - away }, { x: spot.x - away * 0.6 - w / 2, y: spot.y - away },
    ].map((p) => ({ ...p, box: { x0: p.x - w / 2, y0: p.y - h / 2, x1: p.x + w / 2, y1: p.y + h / 2 } }));
    const inside = places.filter(({ box }) => box.x0 > -20 && box.y0 > -20 && box.x1 < board.width + 20 && box.y1 < board.height + 24);
    const free = inside.filter(({ box }) => !taken.some((other) => meet(box, other)));
    const clear = free.find(({ box }) => !around.some((other) => meet(box, other)));
    const chosen = clear ?? free[0] ?? inside[0] ?? places[0];
    const hushed = !clear && spot.weight < 2;
    spot.node.classList.toggle("hushed", hushed);
    if (!chosen) continue;
    if (!hushed) taken.push(chosen.box);
    label.parentNode.setAttribute("transform", `translate(${(chosen.x - spot.x) / scale} ${(chosen.y - spot.y) / scale})`);
    spot.node.style.setProperty("--small", grow.toFixed(2));
  }
}
