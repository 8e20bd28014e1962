// The reactive layer: signals, effects that run again when what they read has changed, and elements.

/** @type {(() => void) | null} */
let running = null;
/** @type {Set<() => void>} */
const due = new Set();

/**
 * A value that effects can depend on: call it to read, `set` to change it.
 * @template T
 * @param {T} value
 */
export function signal(value) {
  /** @type {Set<() => void>} */
  const readers = new Set();
  const read = () => {
    if (running) readers.add(running);
    return value;
  };
  /** @param {T} next */
  read.set = (next) => {
    if (Object.is(next, value)) return;
    value = next;
    if (!due.size && readers.size) queueMicrotask(flush);
    for (const reader of readers) due.add(reader);
    readers.clear();
  };
  /** The value, without depending on it. */
  read.peek = () => value;
  return read;
}

function flush() {
  const now = [...due];
  due.clear();
  for (const run of now) run();
}

/** @type {(() => void)[]} */
let cleanups = [];

/**
 * Run a function now and whenever a signal that it read has changed.
 * @param {() => void} body
 */
export function effect(body) {
  let over = false;
  const run = () => {
    if (over) return;
    const before = running;
    running = run;
    try {
      body();
    } finally {
      running = before;
    }
  };
  cleanups.push(() => (over = true));
  run();
}

/**
 * Something to be done when the screen is left.
 * @param {() => void} body
 */
export function onLeave(body) {
  cleanups.push(body);
}

/** End all effects of the screen. */
export function leave() {
  const old = cleanups;
  cleanups = [];
  for (const each of old) each();
}

/** @typedef {Node | string | number | false | null | undefined} Child */
/** @typedef {Record<string, any>} Props */

/**
 * @param {Element} node
 * @param {Props} props
 */
export function assign(node, props) {
  for (const [name, value] of Object.entries(props)) {
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "value" || name === "checked" || name === "disabled") /** @type {any} */ (node)[name] = value;
    else if (value === false || value === null || value === undefined) node.removeAttribute(name);
    else node.setAttribute(name, value === true ? "" : String(value));
  }
}

/**
 * An HTML element; properties that begin with "on" are listeners.
 * @param {string} tag
 * @param {Props} [props]
 * @param {...(Child | Child[])} children
 * @returns {any}
 */
export function h(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  if (node instanceof HTMLButtonElement) node.type = "button"; // unless it says that it sends a form
  node.append(...sorted(children));
  assign(node, props);
  return node;
}

/**
 * An SVG element.
 * @param {string} tag
 * @param {Props} [props]
 * @param {...(Child | Child[])} children
 * @returns {any}
 */
export function s(tag, props = {}, ...children) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  assign(node, props);
  node.append(...sorted(children));
  return node;
}

/**
 * @param {(Child | Child[])[]} children
 * @returns {(Node | string)[]}
 */
function sorted(children) {
  return /** @type {any} */ (children.flat().filter((c) => c !== false && c !== null && c !== undefined).map((c) => (typeof c === "number" ? String(c) : c)));
}

/**
 * Replace what is inside an element; the focus stays with the element of the same `data-key`.
 * @param {Element} node
 * @param {...(Child | Child[])} children
 */
export function fill(node, ...children) {
  const active = document.activeElement;
  const held = active instanceof HTMLElement && node.contains(active) ? active.dataset.key : undefined;
  node.replaceChildren(...sorted(children));
  if (held === undefined) return;
  const again = node.querySelector(`[data-key="${CSS.escape(held)}"]`);
  if (again instanceof HTMLElement) again.focus({ preventScroll: true });
}
