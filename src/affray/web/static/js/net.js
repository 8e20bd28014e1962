// The socket of a seat: it says hello, and comes back by itself after an outage.

import { signal } from "./ui.js";

/** @typedef {import("../types.js").ToPage} ToPage */
/** @typedef {import("../types.js").Answer} Answer */

const FINAL = [4403, 4410];

/**
 * @param {string} match
 * @param {string} key
 * @param {(message: ToPage) => void} hear
 */
export function connect(match, key, hear) {
  const state = signal(/** @type {"joining" | "open" | "lost" | "ended"} */ ("joining"));
  /** @type {Map<number, {done: (a: Answer) => void, fail: (e: Error) => void, message: object}>} */
  const asked = new Map();
  let number = 0;
  let tries = 0;
  let over = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  /** @type {WebSocket} */
  let socket;

  const open = () => {
    clearTimeout(timer);
    socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/socket`);
    socket.onopen = () => socket.send(JSON.stringify({ type: "hello", match, key }));
    socket.onmessage = (event) => {
      /** @type {any} */
      const message = JSON.parse(event.data);
      if (message.type === "welcome" || message.type === "update" || message.type === "hand_over") {
        tries = 0;
        state.set("open");
      }
      if (message.type === "answer") return settle(message.id, (one) => one.done(message));
      if (message.type === "fault" && message.ask >= 0) return settle(message.ask, (one) => one.fail(Object.assign(new Error(message.text), { clause: message.clause })));
      hear(message);
    };
    socket.onclose = (event) => {
      for (const id of [...asked.keys()]) settle(id, (one) => one.fail(new Error("the connection broke")));
      if (over) return;
      if (FINAL.includes(event.code)) return state.set("ended");
      state.set("lost");
      tries += 1;
      timer = setTimeout(open, Math.min(5000, 250 * 2 ** Math.min(tries, 5)) * (0.7 + Math.random() * 0.6));
    };
  };
  /**
   * @param {number} id
   * @param {(one: {done: (a: Answer) => void, fail: (e: Error) => void}) => void} how
   */
  const settle = (id, how) => {
    const one = asked.get(id);
    asked.delete(id);
    if (one) how(one);
  };
  const online = () => state.peek() === "lost" && open();
  addEventListener("online", online);
  open();
  return {
    /** Told what this seat has done. @type {(action: string) => void} */
    acted: () => {},
    state,
    /** @param {object} message */
    send(message) {
      if (socket.readyState !== WebSocket.OPEN) return false;
      socket.send(JSON.stringify(message));
      return true;
    },
    /**
     * Ask something; the answer comes as a promise.
     * @param {string} what
     * @param {string} [text]
     * @param {string} [to]
     * @returns {Promise<Answer>}
     */
    ask(what, text = "", to = "") {
      const message = { type: "ask", id: ++number, what, text, to };
      return new Promise((done, fail) => {
        asked.set(message.id, { done, fail, message });
        if (!this.send(message)) settle(message.id, (one) => one.fail(new Error("not connected")));
      });
    },
    close() {
      over = true;
      clearTimeout(timer);
      removeEventListener("online", online);
      socket.close();
    },
  };
}
