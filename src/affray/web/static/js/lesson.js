// A guided game: what to do next, and where. Steps that are done are taken back with the action that did them.

import { effect, fill, h, signal } from "./ui.js";
import { NOTHING } from "./game.js";
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
  /** How long the log was when each step was done; when it is no longer than that again, the step was taken back. */
  const done = signal(/** @type {number[]} */ (JSON.parse(sessionStorage.getItem(name) ?? "[]")));
  /** @param {number[]} next */
  const put = (next) => {
    done.set(next);
    sessionStorage.setItem(name, JSON.stringify(next));
  };
  let shown = -1;
  const read = () => put([...done.peek(), game.log.peek().length - 1]);
  effect(() => {
    const welcome = game.welcome();
    if (welcome?.lesson) once(`/api/games/${welcome.game}/lessons/${welcome.lesson}`).then((found) => lesson.set(/** @type {any} */ (found)));
  });
  game.net.acted = (action) => {
    const prompt = lesson.peek()?.prompts[done.peek().length];
    if (prompt?.do && action.startsWith(prompt.do)) put([...done.peek(), game.log.peek().length]);
  };
  effect(() => {
    if (!game.update()?.decision) return;
    const kept = done.peek().findIndex((length) => length >= game.log.peek().length);
    if (kept >= 0) put(done.peek().slice(0, kept));
  });
  effect(() => {
    const found = lesson();
    const update = game.update();
    const step = update?.result ? (found?.prompts.length ?? 1) - 1 : done().length;
    const prompt = found?.prompts[step];
    node.hidden = !prompt;
    marks.set(prompt && !update?.result ? [...prompt.mark] : []);
    if (!found || !prompt) return;
    if (step !== shown && shown >= 0) requestAnimationFrame(() => node.scrollIntoView({ block: "start" }));
    shown = step;
    fill(node, h("h2", {}, `${found.title} ${step + 1}/${found.prompts.length}`), h("p", {}, prompt.say, " ", clauseLink(game, prompt.clause)), ...(update?.result ? [h("a", { class: "button", href: "#/" }, "To the lobby")] : prompt.do ? wanted(prompt.do, update) : [h("button", { class: "main", "data-key": "next", onclick: read }, "Go on")]));
  });
  return node;

  /**
   * What is to be done, as it stands among the options.
   * @param {string} start
   * @param {import("../types.js").Update | null} update
   */
  function wanted(start, update) {
    const decision = update?.decision;
    if (!decision) return [h("p", { class: "hint" }, "The other side is to decide.")];
    const fitting = decision.options.filter((option) => option.action.startsWith(start));
    const [first] = fitting;
    if (!first) return [h("p", { class: "hint" }, "Something else comes first: choose as you like.")];
    const many = fitting.length > 1;
    const show = () => {
      game.choice.set({ ...NOTHING, actor: first.actor, verb: many ? first.action.split(" ")[0] ?? "" : "" });
      game.tab.set("moves");
      if (!many) game.looked.set(first);
    };
    return [h("p", { class: "hint" }, "Do: ", h("strong", {}, many ? first.action.split(" ").slice(0, 2).join(" ").replaceAll("_", " ") : first.text), " ", h("button", { "data-key": "show", onclick: show }, "Show me"))];
  }
}
