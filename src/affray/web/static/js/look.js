// What is known of a piece that was clicked, or what the ruler says.

import { effect, fill, h } from "./ui.js";
import { linked } from "./clauses.js";

/** @param {import("./game.js").Play} game */
export function lookPanel(game) {
  const node = h("section", { class: "look", "aria-live": "polite", "aria-label": "Looked at" });
  effect(() => {
    const now = game.lines();
    const plane = game.welcome()?.board.type === "plane"; // there the ruler speaks under the board
    const measuring = plane ? null : game.measuring();
    if (plane && game.measuring()) return fill(node);
    fill(node, measuring && measuring.length < 2 && h("p", { class: "hint" }, measuring.length ? "Now the other end." : "Ruler: choose two pieces or places on the board. m puts it away."), ...(now ? [h("h3", {}, now.title), h("dl", {}, ...now.lines.flatMap((line) => [line.label && h("dt", {}, line.label), h("dd", {}, ...linked(game, line.text))]))] : []));
    if (now && measuring) node.scrollIntoView({ block: "nearest" });
  });
  return node;
}
