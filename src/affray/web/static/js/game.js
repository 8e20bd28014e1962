// A match as this browser knows it, and what is chosen on the screen right now. It knows no rule.

import { effect, onLeave, signal } from "./ui.js";
import { connect } from "./net.js";
import { settings } from "./keep.js";
import { agreed, notice, quiet, say } from "./say.js";

/** @typedef {import("../types.js").Update} Update */
/** @typedef {import("../types.js").Option} Option */
/** @typedef {import("../types.js").Answer} Answer */
/** @typedef {import("../types.js").Note} Note */
/** @typedef {{actor: string, zone: number, edge: number, target: string, verb: string, option: Option | null}} Choice */
/** @typedef {{action: string, text: string, clause: string}} Reason */
/** @typedef {ReturnType<typeof play>} Play */

/** @type {Choice} */
export const NOTHING = { actor: "", zone: -1, edge: -1, target: "", verb: "", option: null };

/**
 * @param {string} match
 * @param {string} key
 */
export function play(match, key) {
  const welcome = signal(/** @type {import("../types.js").Welcome | null} */ (null));
  const update = signal(/** @type {Update | null} */ (null));
  const handOver = signal(/** @type {import("../types.js").HandOver | null} */ (null));
  const log = signal(/** @type {Note[]} */ ([]));
  const choice = signal(NOTHING);
  const looked = signal(/** @type {Option | null} */ (null)); // the option under the pointer or the focus
  const measuring = signal(/** @type {string[] | null} */ (null)); // ends of the ruler
  const lines = signal(/** @type {{title: string, lines: readonly import("../types.js").Line[]} | null} */ (null));
  const tab = signal("moves");
  const clause = signal(""); // what the rulebook panel looks for
  const back = signal(""); // the panel from which a clause was opened
  const reasons = signal(/** @type {Reason[]} */ ([])); // why something asked for cannot be done
  const aimed = signal(""); // the action that a click on the board shows and the next click there takes
  const pending = signal(false);
  const refused = signal(""); // why the match is not opened
  let from = 0; // the place in the whole log of the first line that is known
  let perspective = -2;
  let fresher = 0; // when a decision came last

  const net = connect(match, key, (message) => {
    if (message.type === "welcome") welcome.set(message);
    else if (message.type === "hand_over") {
      blank();
      handOver.set(message);
    } else if (message.type === "update") take(message);
    else if (message.type === "fault") {
      pending.set(false);
      if (!welcome.peek()) refused.set(message.text);
      else notice([message.text, message.clause ? ` (${message.clause})` : ""], "bad");
    }
  });

  /** Somebody else is to look: nothing of what was seen stays. */
  function blank() {
    update.set(null);
    log.set([]);
    lines.set(null);
    measuring.set(null);
    clear();
    perspective = -2;
    quiet();
  }

  /** Forget what was chosen and asked at a decision. */
  function clear() {
    choice.set(NOTHING);
    looked.set(null);
    reasons.set([]);
    aimed.set("");
    asked.clear();
  }

  /** @param {Update} next */
  function take(next) {
    handOver.set(null);
    pending.set(false);
    const old = update.peek();
    let known = log.peek();
    if (next.perspective !== perspective || next.first < from || next.first > from + known.length) {
      known = [];
      from = next.first;
      perspective = next.perspective;
    }
    log.set([...known.slice(0, next.first - from), ...next.notes]);
    update.set(next);
    if (old?.decision?.number !== next.decision?.number) fresh(next);
    const turn = next.result || (next.decision ? `Your decision: ${next.decision.prompt}` : "");
    const before = old ? old.result || (old.decision ? `Your decision: ${old.decision.prompt}` : "") : "";
    const news = next.notes.slice(-3).map((note) => note.text).join(". ");
    if (turn !== before || news) say(`${old ? news : ""} ${turn !== before ? turn : ""}`);
  }

  /**
   * A new decision: choose who acts where it is clear.
   * @param {Update} next
   */
  function fresh(next) {
    lines.set(null);
    clear();
    const options = next.decision?.options ?? [];
    const actors = new Set(options.map((o) => o.actor).filter(Boolean));
    const active = next.table.pieces.find((p) => p.active && actors.has(p.id));
    const only = actors.size === 1 && options.every((o) => o.actor) ? [...actors][0] : "";
    choice.set({ ...NOTHING, actor: active?.id ?? only ?? "" });
    fresher = performance.now();
    if (settings.peek().routine) skip();
  }

  /** The option that is taken unasked where the setting says so: all others are voluntary flips. */
  function routine() {
    const options = update()?.decision?.options ?? [];
    const found = options.filter((o) => o.routine);
    return found.length === 1 && options.length > 1 && options.every((o) => o.routine || o.group === "Tokens") ? found[0] : undefined;
  }

  /** Take it. */
  function skip() {
    const option = routine();
    const decision = update.peek()?.decision;
    if (option && decision) send(decision.number, option.action);
  }

  /**
   * Take an action; with the setting for it, ask before one that cannot be taken back.
   * @param {Option | string} option
   */
  async function act(option) {
    const decision = update.peek()?.decision;
    if (!decision || pending.peek()) return;
    const action = typeof option === "string" ? option : option.action;
    if (settings.peek().confirm) {
      pending.set(true);
      const go = !(await final(action)) || (await agreed(typeof option === "string" ? option : option.text, "Dice fall, or something is revealed: this cannot simply be taken back.", "Do it"));
      pending.set(false);
      if (!go || update.peek()?.decision?.number !== decision.number) return;
    }
    send(decision.number, action);
  }

  /**
   * Whether an action cannot simply be taken back.
   * @param {string} action
   */
  async function final(action) {
    const takeback = welcome.peek()?.takeback;
    const own = welcome.peek()?.own ?? [];
    if (takeback === "none") return true;
    if (takeback === "free" && update.peek()?.seats.every((seat, i) => seat.computer || own.includes(i))) return false;
    return odds(action).then((answer) => answer.final, () => true);
  }

  /** @type {Map<string, Promise<Answer>>} */
  const asked = new Map();

  /**
   * A question about the pending decision; asked once.
   * @param {"odds" | "closed"} what
   * @param {string} text
   * @param {string} [to]
   */
  function ask(what, text, to = "") {
    const name = `${what} ${text} > ${to}`;
    const found = asked.get(name) ?? net.ask(what, text, to);
    asked.set(name, found);
    found.catch(() => asked.delete(name));
    return found;
  }

  /** What an action leads to. @param {string} action */
  const odds = (action) => ask("odds", action);

  /**
   * @param {number} number
   * @param {string} action
   */
  function send(number, action) {
    if (net.send({ type: "act", decision: number, action })) {
      pending.set(true);
      net.acted(action);
    }
    else notice(["Not connected; it will go on when the server can be reached."], "bad");
  }

  /** Options that fit what is chosen so far; a verb may be followed by the first word behind it. */
  function fitting() {
    const { actor, zone, edge, target, verb } = choice();
    return (update()?.decision?.options ?? []).filter(
      (o) => (!actor || o.actor === actor || o.target === actor || !o.actor) && (zone < 0 || o.zone === zone) && (edge < 0 || o.edge === edge) && (!target || o.target === target) && (!verb || `${o.action} `.startsWith(`${verb} `)),
    );
  }

  async function whole() {
    const answer = await net.ask("log");
    from = 0;
    log.set([...answer.notes]);
  }

  effect(() => {
    if (net.state() !== "open") pending.set(false);
  });
  onLeave(() => net.close());
  return { match, key, net, welcome, update, handOver, log, choice, looked, measuring, lines, tab, clause, back, reasons, aimed, pending, refused, act, final, skip, routine, arrived: () => fresher, ask, odds, fitting, whole, more: () => from > 0 };
}
