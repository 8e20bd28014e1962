// Links for others to join or to watch, with codes to be scanned.

import { effect, fill, h } from "./ui.js";
import { request } from "./api.js";
import { matches } from "./keep.js";
import { dialog, notice } from "./say.js";

const HERE = ["localhost", "127.0.0.1", "[::1]"];

/**
 * What there is to share of a match: only its starter knows.
 * @param {string} match
 */
function links(match) {
  const held = matches().find((one) => one.match === match && one.links);
  const seats = (held?.links ?? []).filter((link) => link.wish === "link");
  return { seats, watch: held?.watch ?? "" };
}

/** @param {import("./game.js").Play} game */
export function share(game) {
  const { seats, watch } = links(game.match);
  if (!watch) return void dialog("Share", h("p", {}, "Who started the match has its links. The address of this page opens your own seat: keep it to yourself."));
  dialog("Share",
    h("p", {}, "Whoever has a link needs nothing else: no account, no name. Each opens one seat, so send it to one person."),
    HERE.includes(location.hostname) && h("p", { class: "hint" }, "These links work on this machine only. For others, start the server with --host 0.0.0.0 and open the address that it tells."),
    ...seats.map((link) => section(game, `Play as ${link.title ?? link.seat}`, link.key)),
    section(game, "Watch", watch));
}

/**
 * Show the links by itself, once, while somebody is still to come.
 * @param {import("./game.js").Play} game
 */
export function invite(game) {
  const name = `affray.invited.${game.match}`;
  const { seats } = links(game.match);
  if (!seats.length || sessionStorage.getItem(name)) return;
  let done = false;
  effect(() => {
    const update = game.update();
    if (!update || done) return;
    done = true;
    sessionStorage.setItem(name, "yes");
    if (update.seats.some((one) => !one.here && seats.some((link) => link.seat === one.name))) share(game);
  });
}

/**
 * @param {import("./game.js").Play} game
 * @param {string} label
 * @param {string} key
 */
function section(game, label, key) {
  const link = `${location.origin}/#/match/${game.match}/${key}`;
  const code = h("div", { class: "qr" });
  request("/api/qr", { body: { text: link }, text: true }).then(
    (svg) => {
      const url = URL.createObjectURL(new Blob([/** @type {string} */ (svg)], { type: "image/svg+xml" }));
      fill(code, h("img", { src: url, alt: `QR code: ${label}`, width: 180, height: 180, onload: () => URL.revokeObjectURL(url) }));
    },
    (error) => fill(code, h("p", { class: "hint" }, error.message)),
  );
  const field = h("input", { readonly: true, value: link, "aria-label": `Link: ${label}`, onfocus: () => field.select() });
  const copy = async () => {
    field.select();
    // Without https there is no clipboard but the old way.
    const done = navigator.clipboard ? await navigator.clipboard.writeText(link).then(() => true, () => false) : document.execCommand("copy");
    notice([done ? "Copied." : "The link is selected: copy it."]);
  };
  return h("section", {}, h("h3", {}, label), h("div", { class: "row" }, field, h("button", { "aria-label": `Copy the link: ${label}`, onclick: copy }, "Copy")), code);
}
