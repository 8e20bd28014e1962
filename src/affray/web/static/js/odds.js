// The whole distribution of what an action leads to, before it is taken.

import { effect, fill, h, signal } from "./ui.js";

/** @typedef {import("../types.js").Answer} Answer */

const REST = 120; // milliseconds that the pointer rests on an option before its odds are asked for

/** @param {number} share */
export const percent = (share) => (share > 0 && share < 0.001 ? "<0.1 %" : `${(share * 100).toFixed(1)} %`);

/** @param {import("./game.js").Play} game */
export function oddsPanel(game) {
  const node = h("section", { class: "odds", "aria-live": "polite", "aria-label": "Odds" });
  const answer = signal(/** @type {{action: string, found?: Answer, error?: string} | null} */ (null));
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const head = h("header");
  const body = h("div", { class: "chances" });
  let headed = ""; // what is being clicked is not made anew when the odds come
  effect(() => {
    const option = game.looked();
    const decision = game.update()?.decision;
    clearTimeout(timer);
    if (!option || !decision) return answer.set(null);
    const { action } = option;
    const now = answer.peek();
    if (now?.action === action && !now.error) return;
    answer.set({ action });
    timer = setTimeout(() => {
      game.odds(action).then(
        (found) => answer.peek()?.action === action && answer.set({ action, found }),
        (error) => answer.peek()?.action === action && answer.set({ action, error: error.message }),
      );
    }, REST);
  });
  effect(() => {
    const now = answer();
    const option = game.looked();
    if (!now || !option) return fill(node, h("p", { class: "hint" }, "Point at an option, or focus it, to see what it leads to."));
    if (headed !== option.action) fill(head, h("h3", {}, option.text), h("button", { class: "main do", "data-key": "do", "data-does": option.action, title: "Do it (d)", onclick: () => game.act(option) }, "Do it"));
    headed = option.action;
    if (head.parentNode !== node) node.replaceChildren(head, body);
    fill(
      body,
      game.aimed() === option.action && h("p", { class: "hint again" }, "Choose the same place again to do it."),
      ...(now.found ? odds(now.found) : [h("p", { class: "hint" }, now.error ?? "Reckoning…")]),
      now.found?.final && h("p", { class: "hint" }, "Dice fall, or something is revealed: this cannot simply be taken back."),
    );
  });
  return node;
}

/** @param {Answer} found */
function odds(found) {
  const sure = found.chances.length === 1 && found.chances[0]?.share === 1;
  if (sure) return [found.chances[0]?.text !== "nothing" ? h("p", {}, `For certain: ${found.chances[0]?.text}`) : !found.final && h("p", {}, "No dice: nothing is left to chance.")];
  return [
    found.events.length > 1 && h("table", {}, h("caption", {}, "Each thing that may happen"), ...found.events.slice(0, 8).map(row)),
    h("details", { open: found.chances.length < 6 }, h("summary", {}, `All ${found.chances.length} outcomes`), h("table", {}, h("caption", { class: "unseen" }, "Outcomes"), ...found.chances.map(row), found.rest > 0 && row({ text: "others", p: "", share: found.rest }))),
    h("p", { class: "hint" }, `${found.exact ? "Exact" : "Estimated"}. ${found.text}`),
  ];
}

/** @param {import("../types.js").Chance} chance */
function row(chance) {
  const bar = h("span", { class: "bar" });
  bar.style.inlineSize = `${Math.max(1, chance.share * 100)}%`;
  return h("tr", {}, h("td", {}, chance.text === "nothing" ? "nothing happens" : chance.text, h("div", { class: "bar-bed", "aria-hidden": "true" }, bar)), h("td", { class: "num", title: chance.p }, percent(chance.share)), h("td", { class: "num fraction" }, chance.p.length < 14 ? chance.p : ""));
}
