// Words for those who listen, and short notices for those who look.

import { h } from "./ui.js";

/** @param {string} text */
export function sentence(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * Say something through the live regions.
 * @param {string} text
 * @param {boolean} [urgent]
 */
export function say(text, urgent = false) {
  const region = document.getElementById(urgent ? "urgent" : "polite");
  if (region) region.textContent = text;
}

/**
 * A notice that goes away by itself.
 * @param {import("./ui.js").Child[]} parts
 * @param {string} [tone]
 */
export function notice(parts, tone = "") {
  document.querySelectorAll(".notice").forEach((old) => old.remove());
  const node = h("div", { class: `notice ${tone}` }, ...parts, h("button", { class: "quiet", "aria-label": "Close", onclick: () => node.remove() }, "✕"));
  document.body.append(node);
  setTimeout(() => node.remove(), 12000);
  say(node.textContent?.replace("✕", "") || "", tone === "bad");
}

/** Take back what was said and every notice and dialog: somebody else is to look. */
export function quiet() {
  say("");
  say("", true);
  document.querySelectorAll(".notice, dialog").forEach((old) => old.remove());
}

/**
 * Ask before something is done.
 * @param {string} title
 * @param {string} text
 * @param {string} yes
 * @returns {Promise<boolean>}
 */
export function agreed(title, text, yes) {
  return new Promise((settle) => {
    const go = h("button", { class: "main", autofocus: true, onclick: () => { settle(true); node.close(); } }, yes);
    const node = dialog(sentence(title), h("p", {}, text), h("div", { class: "row" }, go, h("button", { onclick: () => node.close() }, "Not yet")));
    node.addEventListener("close", () => settle(false));
    go.focus();
  });
}

/**
 * A dialog; it closes by Escape.
 * @param {string} title
 * @param {...(import("./ui.js").Child | import("./ui.js").Child[])} parts
 * @returns {HTMLDialogElement}
 */
export function dialog(title, ...parts) {
  const close = h("button", { class: "quiet close", "aria-label": "Close", onclick: () => node.close() }, "✕");
  /** @type {HTMLDialogElement} */
  const node = h("dialog", { "aria-label": title, onclose: () => node.remove() }, h("header", {}, h("h2", {}, title), close), h("div", { class: "dialog-body" }, ...parts));
  document.body.append(node);
  node.showModal();
  return node;
}
