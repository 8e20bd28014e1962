// On a plane: way-points set on the board become the notation of a move.

import { effect, fill, h } from "./ui.js";

/**
 * @param {import("./game.js").Play} game
 * @param {any} ways
 * @param {(text: string) => void} put takes the notation
 */
export function wayTools(game, ways, put) {
  const node = h("div", { class: "row way-tools" });
  const use = async () => {
    const { actor, verb } = game.choice.peek();
    const chosen = verb || game.fitting().find((o) => o.actor === actor && o.path.length)?.action.split(" ")[0] || "";
    const points = ways.peek().map((/** @type {number[]} */ p) => `${p[0]},${p[1]}`).join(" ");
    try {
      put((await game.net.ask("way", `${chosen} ${actor}`, points)).text);
    } catch (error) {
      const said = /** @type {any} */ (error);
      game.reasons.set([{ action: `${chosen} ${actor}`, text: said.message, clause: said.clause ?? "" }]);
    }
  };
  effect(() => {
    const plane = game.welcome()?.board.type === "plane";
    fill(node, ...(plane ? [h("button", { type: "button", onclick: use }, "Use way-points"), h("button", { type: "button", onclick: () => ways.set(ways.peek().slice(0, -1)) }, "Remove the last")] : []));
  });
  return node;
}
