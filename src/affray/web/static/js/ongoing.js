// What is under way while somebody decides: whose activation, which attack, and whether it is a reaction.

import { effect, fill, h } from "./ui.js";
import { linked } from "./clauses.js";

/** @param {import("./game.js").Play} game */
export function ongoingPanel(game) {
  const node = h("section", { class: "ongoing", "aria-label": "Under way" });
  effect(() => {
    const update = game.update();
    const lines = update?.result ? [] : update?.table.ongoing ?? [];
    node.hidden = !lines.length;
    if (!update) return fill(node);
    const seat = update.decision?.seat ?? -1;
    const active = update.table.pieces.find((piece) => piece.active);
    const reacts = seat >= 0 && active !== undefined && active.seat !== seat;
    node.classList.toggle("reacts", reacts);
    fill(
      node,
      reacts && h("h3", {}, "⚡ You may react"),
      h("dl", {}, ...lines.flatMap((line) => [h("dt", {}, line.label), h("dd", {}, ...linked(game, line.text))])),
    );
  });
  return node;
}
