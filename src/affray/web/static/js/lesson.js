// A guided game: what to do next, and where.

import { effect, fill, h, signal } from "./ui.js";
import { once } from "./api.js";
import { clauseLink } from "./clauses.js";

/**
 * @param {import("./game.js").Play} game
 * @param {any} marks
 */
export function lessonPanel(game, marks) {
  const node = h("section", { class: "lesson", "aria-label": "Lesson", "aria-live": "polite" });
  const lesson = signal(/** @type {import("../types.js").Lesson | null} */ (null));
  const name = `affray.lesson.${game.match}`;
  const step = signal(Number(sessionStorage.getItem(name) ?? 0));
  const next = () => {
    step.set(step.peek() + 1);
    sessionStorage.setItem(name, String(step.peek()));
  };
  effect(() => {
    const welcome = game.welcome();
    if (welcome?.lesson) once(`/api/games/${welcome.game}/lessons/${welcome.lesson}`).then((found) => lesson.set(/** @type {any} */ (found)));
  });
  game.net.acted = (action) => {
    const prompt = lesson.peek()?.prompts[step.peek()];
    if (prompt?.do && action.startsWith(prompt.do)) next();
  };
  effect(() => {
    const found = lesson();
    const prompt = found?.prompts[step()];
    node.hidden = !prompt;
    marks.set(prompt ? [...prompt.mark] : []);
    if (!found || !prompt) return;
    fill(node, h("h2", {}, `${found.title} ${step() + 1}/${found.prompts.length}`), h("p", {}, prompt.say, " ", clauseLink(game, prompt.clause)), prompt.do ? h("p", { class: "hint" }, "Do: ", h("code", {}, prompt.do)) : h("button", { class: "main", "data-key": "next", onclick: next }, "Go on"));
  });
  return node;
}
