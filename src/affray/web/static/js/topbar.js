// The bar over every screen: home, the screen's own buttons, theme.

import { effect, fill, h } from "./ui.js";
import { change, settings } from "./keep.js";

/** @type {Record<string, string>} */
const NEXT = { auto: "light", light: "dark", dark: "auto" };
/** @type {Record<string, string>} */
const SIGN = { auto: "◐", light: "☀", dark: "☾" };

/**
 * In place of a screen that cannot be shown.
 * @param {HTMLElement} root
 * @param {string} why
 */
export function failed(root, why) {
  fill(root, topbar([]), h("main", { id: "main", class: "plain" }, h("div", { class: "card" }, h("h1", {}, "That did not work"), h("p", {}, why), h("a", { class: "button main", href: "#/" }, "To the lobby"))));
}

/** @param {import("./ui.js").Child[]} parts */
export function topbar(parts) {
  const theme = h("button", { class: "quiet", onclick: () => change({ theme: NEXT[settings.peek().theme] ?? "auto" }) });
  effect(() => {
    const now = settings().theme;
    theme.textContent = SIGN[now] ?? "◐";
    theme.setAttribute("aria-label", `Theme: ${now}`);
    theme.title = `Theme: ${now}`;
  });
  return h("header", { class: "topbar" }, h("a", { class: "brand", href: "#/" }, h("img", { src: "/static/icon.svg", alt: "", width: 26, height: 26 }), "Affray"), ...parts, theme);
}
