// The bar over every screen: home, the screen's own buttons, theme.

import { effect, h } from "./ui.js";
import { change, settings } from "./keep.js";

/** @type {Record<string, string>} */
const NEXT = { auto: "light", light: "dark", dark: "auto" };
/** @type {Record<string, string>} */
const SIGN = { auto: "◐", light: "☀", dark: "☾" };

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
