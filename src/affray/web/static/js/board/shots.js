// What the lines of the log tell of attacks and reactions, shown on the board for a moment.

import { attack, burst, flash, rise } from "./animate.js";

/** @typedef {import("../../types.js").Update} Update */
/** @typedef {import("../../types.js").Table} Table */
/** @typedef {import("../../types.js").Note} Note */
/**
 * @typedef {object} Stage a board as far as effects are concerned
 * @property {any} effects the layer they are drawn in
 * @property {(name: string) => {x: number, y: number} | null} spot where a piece stands or stood, or a place (`@C1`) is
 */

const NEAR = 120; // units of a drawing, in which about a hundred are the width of a piece: who is so near strikes, who is not shoots

/**
 * The attacks that some lines announce, and whether they told on those attacked.
 * @param {Stage} stage
 * @param {readonly Note[]} notes
 * @param {Table} before
 * @param {Table} after
 * @param {boolean} settled nothing of the attack is still to come
 */
export function showAttacks(stage, notes, before, after, settled) {
  notes.forEach((note, i) => {
    const [from = "", ...targets] = note.attack;
    const start = stage.spot(from);
    if (!start) return;
    const rolled = notes.slice(i + 1).some((later) => later.faces.length);
    for (const target of targets) {
      const end = stage.spot(target);
      if (!end) continue;
      const shot = attack(stage.effects, start, end, NEAR);
      if (target.startsWith("@") || hurt(target, before, after)) burst(stage.effects, end, 240);
      else if (shot && rolled && settled) rise(stage.effects, end, "miss", "miss", 160);
    }
  });
}

/** @param {string} id @param {Table} before @param {Table} after */
function hurt(id, before, after) {
  const was = before.pieces.find((piece) => piece.id === id);
  const now = after.pieces.find((piece) => piece.id === id);
  return Boolean(was) && (!now || now.wounds < (was?.wounds ?? 0));
}

/** Follows a match; what comes first is not shown again. */
export function shots() {
  /** @type {Update | null} */
  let last = null;
  /**
   * @param {Stage} stage
   * @param {Update} update
   */
  return (stage, update) => {
    const old = last;
    if (update === old) return;
    last = update;
    if (!old || old.perspective !== update.perspective) return;
    const fresh = update.notes.slice(Math.max(0, old.first + old.notes.length - update.first));
    const decision = update.decision;
    // Whoever may move again has no die of the attack to choose about any more.
    const settled = Boolean(decision?.options.some((option) => option.zone >= 0 || option.path.length));
    showAttacks(stage, fresh, old.table, update.table, settled);
    const acting = update.table.pieces.find((piece) => piece.active);
    const reaction = decision && decision.number !== old.decision?.number && acting && acting.seat !== decision.seat;
    const at = reaction && stage.spot(acting.id);
    if (at) flash(stage.effects, at, 40);
  };
}
