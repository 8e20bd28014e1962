// The socket of a seat: it says hello, notices when the connection has died, and comes back by itself.

import { signal } from "./ui.js";

/** @typedef {import("../types.js").ToPage} ToPage */
/** @typedef {import("../types.js").Answer} Answer */
/** @typedef {{done: (a: Answer) => void, fail: (e: Error) => void}} Asked */

const FINAL = [4403, 4410];
const LONGEST = 5000; // milliseconds between two tries, at most
const SILENT = 15000; // after so long without a word the server is asked whether it is still there
const PATIENCE = 5000; // so long it may take to answer that, or to take the connection
const LOOK = 2500;

/**
 * @param {string} match
 * @param {string} key
 * @param {(message: ToPage) => void} hear
 */
export function connect(match, key, hear) {
  const state = signal(/** @type {"joining" | "open" | "lost" | "ended"} */ ("joining"));
  /** @type {Map<number, Asked>} */
  const asked = new Map();
  let number = 0;
  let tries = 0;
  let heard = 0; // when something came last, or the connection was begun
  let probed = 0; // when the server was asked whether it is there; 0: it has answered since
  let welcomed = "";
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  /** @type {WebSocket | null} */
  let socket = null;

  function open() {
    clearTimeout(timer);
    leave();
    heard = Date.now();
    const mine = (socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/socket`));
    mine.onopen = () => mine.send(JSON.stringify({ type: "hello", match, key }));
    mine.onmessage = (event) => take(event.data);
    mine.onclose = (event) => gone(event.code);
  }

  /** Let go of the socket, which may be dead without knowing it. */
  function leave() {
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
    socket = null;
    probed = 0;
  }

  /** @param {number} [code] */
  function gone(code = 0) {
    leave();
    for (const id of [...asked.keys()]) settle(id, (one) => one.fail(new Error("the connection broke")));
    if (FINAL.includes(code)) return state.set("ended");
    state.set("lost");
    tries += 1;
    timer = setTimeout(open, Math.min(LONGEST, 250 * 2 ** Math.min(tries, 5)) * (0.7 + Math.random() * 0.6));
  }

  /** @param {string} text */
  function take(text) {
    heard = Date.now();
    probed = 0;
    /** @type {ToPage} */
    const message = JSON.parse(text);
    if (message.type === "welcome" || message.type === "update" || message.type === "hand_over") {
      tries = 0;
      state.set("open");
    }
    if (message.type === "pong") return;
    if (message.type === "answer") return settle(message.id, (one) => one.done(message));
    if (message.type === "fault" && message.ask >= 0) return settle(message.ask, (one) => one.fail(Object.assign(new Error(message.text), { clause: message.clause })));
    if (message.type === "welcome") {
      if (text === welcomed) return; // come back: the board on the screen is the same
      welcomed = text;
    }
    hear(message);
  }

  /**
   * @param {number} id
   * @param {(one: Asked) => void} how
   */
  function settle(id, how) {
    const one = asked.get(id);
    asked.delete(id);
    if (one) how(one);
  }

  /** A connection can die without a word: after a night's sleep, or when a phone changes its network. */
  function probe() {
    if (!socket || socket.readyState !== WebSocket.OPEN || probed) return;
    probed = Date.now();
    socket.send(JSON.stringify({ type: "ping" }));
    setTimeout(check, PATIENCE + 10);
  }

  function check() {
    const now = Date.now();
    if (!socket) return;
    if (socket.readyState === WebSocket.OPEN) {
      if (probed && now - probed >= PATIENCE) gone();
      else if (now - heard > SILENT) probe();
    } else if (now - heard >= PATIENCE) gone();
  }

  /** Something has changed about the network or the window: try now. */
  function stir() {
    if (document.visibilityState === "hidden") return;
    if (state.peek() === "lost" && socket?.readyState !== WebSocket.OPEN) open();
    else probe();
  }

  const looking = setInterval(check, LOOK);
  addEventListener("online", stir);
  addEventListener("offline", probe);
  document.addEventListener("visibilitychange", stir);
  open();
  return {
    /** Told what this seat has done. @type {(action: string) => void} */
    acted: () => {},
    state,
    /** @param {object} message */
    send(message) {
      if (socket?.readyState !== WebSocket.OPEN) return false;
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
        asked.set(message.id, { done, fail });
        if (!this.send(message)) settle(message.id, (one) => one.fail(new Error("not connected")));
      });
    },
    close() {
      leave();
      clearTimeout(timer);
      clearInterval(looking);
      removeEventListener("online", stir);
      removeEventListener("offline", probe);
      document.removeEventListener("visibilitychange", stir);
    },
  };
}
