// What may be done now, in groups; the pointer or the focus on one shows its odds before it is taken.

import { effect, fill, h } from "./ui.js";
import { NOTHING } from "./game.js";
import { CLAUSES, clauseLink } from "./clauses.js";
import { oddsPanel } from "./odds.js";
import { closedPanel } from "./closed.js";
import { endedPanel } from "./ended.js";
import { sentence } from "./say.js";
import { whyBox } from "./why.js";
import { change, settings } from "./keep.js";

const MOST = 80; // options that are listed at once
const LONG = 24; // letters of a note that stands under its option rather than beside it

/**
 * @param {import("./game.js").Play} game
 * @param {...Node} between what stands between the question and the options
 */
export function optionsPanel(game, ...between) {
  const head = h("div", { class: "prompt" });
  const list = h("div", { class: "options", role: "group", "aria-label": "Options" });
  let shown = -1;
  /** What the list shows. @type {unknown[]} */
  let drawn = [];
  const hush = () => {
    change({ routine: true });
    game.skip();
  };

  effect(() => {
    const update = game.update();
    if (!update) return fill(head);
    const { decision } = update;
    const own = game.welcome()?.own ?? [];
    const hurries = own.length > 0 || update.seats.every((seat) => seat.computer);
    const wishes = own.some((seat) => update.seats[seat]?.name === update.wish);
    const last = game.log().at(-1)?.text ?? "";
    const buttons = [
      update.may_undo && h("button", { "data-key": "undo", title: "u", onclick: () => game.net.send({ type: "undo" }) }, update.undo_asks ? "Ask to take back" : "Undo"),
      update.thinking && hurries && h("button", { "data-key": "now", onclick: () => game.net.send({ type: "play_now" }) }, "Play now"),
    ];
    fill(
      head,
      ...(update.result
        ? []
        : decision
          ? [h("h2", { class: /react/i.test(decision.prompt) ? "react" : "" }, sentence(decision.prompt)), h("p", { class: "hint" }, "for ", update.table.seats[decision.seat]?.title ?? "", ", by rule ", clauseLink(game, decision.clause)), last && h("p", { class: "hint last", title: last }, "Just now: ", last.replace(CLAUSES, ""))]
          : [h("h2", {}, update.thinking ? h("span", { class: "spin", "aria-hidden": "true" }) : "", `${update.table.seats[update.waiting]?.title ?? "The match"}${update.thinking ? ": thinking…" : " to decide"}`)]),
      update.wish && h("p", { class: "ask" }, `${update.seats.find((seat) => seat.name === update.wish)?.title} would like to take back.`, update.consents && h("button", { "data-key": "yes", class: "main", onclick: () => game.net.send({ type: "consent", yes: true }) }, "Allow"), update.consents && h("button", { "data-key": "no", onclick: () => game.net.send({ type: "consent", yes: false }) }, "Refuse"), wishes && h("button", { "data-key": "no", onclick: () => game.net.send({ type: "consent", yes: false }) }, "Give it up")),
      buttons.some(Boolean) && h("div", { class: "row" }, ...buttons),
      game.routine() && !settings().routine && h("label", { class: "check hint" }, h("input", { type: "checkbox", "data-key": "routine", onchange: hush }), "Only a token could be flipped. Do not ask again: hold back by itself"),
    );
  });

  effect(() => {
    const update = game.update();
    const decision = update?.decision;
    const choice = game.choice();
    const busy = game.pending();
    list.toggleAttribute("data-decision", Boolean(decision));
    if (!decision) {
      drawn = [];
      return fill(list);
    }
    const now = [decision.number, choice, busy];
    if (now.every((part, i) => part === drawn[i])) return; // what is being clicked is not made anew
    drawn = now;
    list.dataset.decision = String(decision.number);
    const held = list.contains(document.activeElement);
    const fits = game.fitting();
    const narrowed = choice.actor || choice.zone >= 0 || choice.edge >= 0 || choice.target || choice.verb;
    // With a piece chosen, its own options stand first; without one, choices of a piece stand as a list.
    const own = choice.actor ? fits.filter((o) => o.actor === choice.actor) : fits;
    const rest = choice.actor ? fits.filter((o) => o.actor !== choice.actor) : [];
    /** @type {Map<string, import("../types.js").Option[]>} */
    const groups = new Map();
    for (const option of own.slice(0, MOST)) groups.set(option.group, [...(groups.get(option.group) ?? []), option]);
    for (const option of rest.slice(0, 20)) groups.set("Besides", [...(groups.get("Besides") ?? []), option]);
    const verbs = kinds(own);
    fill(
      list,
      narrowed && h("div", { class: "chosen-line" }, h("span", {}, "Only: ", h("strong", {}, [choice.actor, label(update, choice.verb), choice.target, choice.zone >= 0 ? zoneName(game, choice.zone) : ""].filter(Boolean).join(", "))), h("button", { class: "quiet", "data-key": "all", onclick: () => game.choice.set(NOTHING) }, "Show all")),
      own.length > 12 && verbs.length > 1 && h("div", { class: "chips", role: "group", "aria-label": "Kinds of action" }, ...verbs.map((verb) => h("button", { class: "chip", "data-key": `verb ${verb}`, onclick: () => game.choice.set({ ...choice, verb }) }, label(update, verb)))),
      ...[...groups].map(([group, options]) => h("div", { class: "group" }, (groups.size > 1 || group !== "Other") && h("h3", {}, group), ...options.map((option) => button(option, busy)))),
      own.length > MOST && h("p", { class: "hint" }, `${own.length - MOST} more: choose a piece or a place on the board.`),
      !fits.length && h("p", { class: "hint" }, "Nothing fits; ", h("button", { class: "quiet", onclick: () => game.choice.set(NOTHING) }, "show all")),
    );
    if (decision.number !== shown) {
      const first = list.querySelector("button[data-action]");
      if ((held || document.activeElement === document.body || document.activeElement === null) && first instanceof HTMLElement && shown >= 0) first.focus({ preventScroll: true });
      if (shown >= 0) inSight(head);
      shown = decision.number;
    } else if (held && !list.contains(document.activeElement)) list.querySelector("button")?.focus();
  });

  /**
   * @param {import("../types.js").Option} option
   * @param {boolean} busy
   */
  function button(option, busy) {
    const look = () => game.looked.set(option);
    const take = (/** @type {any} */ e) => {
      const touched = e.pointerType === "touch" || e.pointerType === "pen";
      if (touched && game.looked.peek()?.action !== option.action) return look();
      game.act(option);
    };
    return h("button", { class: "option", "data-action": option.action, "data-key": option.action, "aria-disabled": busy ? "true" : false, onpointerenter: (/** @type {any} */ e) => e.pointerType === "mouse" && look(), onfocus: (/** @type {any} */ e) => e.target.matches(":focus-visible") && look(), onclick: take }, sentence(option.text), option.note && h("span", { class: option.note.length > LONG ? "note long" : "note" }, option.note));
  }

  const scroll = h("div", { class: "scroll" }, list, closedPanel(game));
  scroll.addEventListener("keydown", (/** @type {KeyboardEvent} */ e) => {
    const step = e.key === "ArrowDown" ? 1 : e.key === "ArrowUp" ? -1 : 0;
    if (!step) return;
    e.preventDefault();
    const all = [...scroll.querySelectorAll("button")];
    const at = all.indexOf(/** @type {any} */ (document.activeElement));
    all[(at + step + all.length) % all.length]?.focus();
  });
  const node = h("div", { class: "deciding" }, head, ...between, endedPanel(game), scroll, oddsPanel(game), whyBox(game));
  effect(() => node.classList.toggle("over", Boolean(game.update()?.result)));
  effect(() => node.classList.toggle("watches", game.welcome()?.own.length === 0));
  return node;
}

/**
 * On a narrow screen, where the board stays and all else scrolls under it: bring a new question back into sight.
 * @param {HTMLElement} head
 */
function inSight(head) {
  const stage = document.querySelector(".stage");
  if (!stage || !matchMedia("(max-width: 900px)").matches || document.querySelector(".lesson:not([hidden])")) return;
  const { top } = head.getBoundingClientRect();
  if (top < stage.getBoundingClientRect().bottom || top > innerHeight * 0.85) head.scrollIntoView({ block: "start" });
}

/**
 * Beginnings of actions that tell many options apart: their verbs, or with one verb the words behind it.
 * @param {readonly import("../types.js").Option[]} options
 */
function kinds(options) {
  const verbs = [...new Set(options.map((o) => o.action.split(" ")[0] ?? ""))];
  if (verbs.length !== 1 || options.some((o) => o.actor)) return verbs;
  return [...new Set(options.map((o) => o.action.split(" ").slice(0, 2).join(" ")))];
}

/**
 * The beginning of an action in words.
 * @param {import("../types.js").Update} update
 * @param {string} start
 */
function label(update, start) {
  const [verb = "", word] = start.split(" ");
  const said = update.table.hand.find((card) => card.id === word)?.name ?? word;
  return [verb.replaceAll("_", " "), said].filter(Boolean).join(" ");
}

/**
 * @param {import("./game.js").Play} game
 * @param {number} zone
 */
function zoneName(game, zone) {
  const board = game.welcome.peek()?.board;
  return board?.type === "zones" ? board.zones[zone]?.name ?? "" : "";
}
