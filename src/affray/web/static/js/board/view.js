// A drawing that pans and zooms: by dragging, wheel, two fingers, buttons and keys.

import { h, s } from "../ui.js";

const DRAG = 5; // pixels that a pointer may shake and still click

/**
 * @param {number} width
 * @param {number} height
 * @param {string} label
 * @param {() => void} [scaled] told when the scale has changed
 * @param {number} [left] what stands beside the board on the left
 */
export function viewport(width, height, label, scaled = () => {}, left = 0) {
  const margin = Math.max(width, height) * 0.02;
  const whole = { x: -margin - left, y: -margin, w: width + 2 * margin + left, h: height + 2 * margin };
  let now = { ...whole };
  const svg = s("svg", { class: "board", role: "group", "aria-label": label, preserveAspectRatio: "xMidYMid meet" });
  const put = () => svg.setAttribute("viewBox", `${now.x} ${now.y} ${now.w} ${now.h}`);
  put();

  /** The size on the screen, kept, as asking for it is dear while something is being drawn. */
  let size = { width: 0, height: 0 };
  new ResizeObserver(() => {
    size = svg.getBoundingClientRect();
    scaled();
  }).observe(svg);
  /** The scale of the drawing: units for a pixel. */
  const unit = () => Math.max(now.w / (size.width || width), now.h / (size.height || height));
  /**
   * The place in the drawing of a place on the screen.
   * @param {number} clientX
   * @param {number} clientY
   */
  const at = (clientX, clientY) => {
    const box = svg.getBoundingClientRect();
    const u = unit();
    return { x: now.x + now.w / 2 + (clientX - box.left - box.width / 2) * u, y: now.y + now.h / 2 + (clientY - box.top - box.height / 2) * u };
  };
  /**
   * @param {number} factor
   * @param {{x: number, y: number}} [about]
   */
  const zoom = (factor, about = { x: now.x + now.w / 2, y: now.y + now.h / 2 }) => {
    const f = Math.min(whole.w * 1.4 / now.w, Math.max(whole.w / 12 / now.w, factor));
    now = { x: about.x - (about.x - now.x) * f, y: about.y - (about.y - now.y) * f, w: now.w * f, h: now.h * f };
    put();
    scaled();
  };
  /**
   * @param {number} dx
   * @param {number} dy
   */
  const pan = (dx, dy) => {
    now.x = Math.min(whole.x + whole.w - now.w / 4, Math.max(whole.x - now.w * 0.75, now.x + dx));
    now.y = Math.min(whole.y + whole.h - now.h / 4, Math.max(whole.y - now.h * 0.75, now.y + dy));
    put();
  };
  const fit = () => {
    now = { ...whole };
    put();
    scaled();
  };
  /**
   * Bring a part into view.
   * @param {{x: number, y: number}} middle
   * @param {number} wide units across
   */
  const show = (middle, wide) => {
    const w = Math.min(whole.w, wide);
    const h = Math.min(whole.h, (w * (size.height || height)) / (size.width || width));
    const inside = (/** @type {number} */ from, /** @type {number} */ least, /** @type {number} */ most) => Math.max(least, Math.min(most, from));
    now = { x: inside(middle.x - w / 2, whole.x, whole.x + whole.w - w), y: inside(middle.y - h / 2, whole.y, whole.y + whole.h - h), w, h };
    put();
    scaled();
  };

  /** @type {Map<number, {x: number, y: number}>} */
  const fingers = new Map();
  let moved = 0;
  svg.addEventListener("pointerdown", (/** @type {PointerEvent} */ e) => {
    if (!fingers.size) moved = 0;
    fingers.set(e.pointerId, { x: e.clientX, y: e.clientY });
  });
  svg.addEventListener("pointermove", (/** @type {PointerEvent} */ e) => {
    const old = fingers.get(e.pointerId);
    if (!old) return;
    const others = [...fingers].filter(([id]) => id !== e.pointerId).map(([, p]) => p);
    moved += Math.hypot(e.clientX - old.x, e.clientY - old.y);
    if (others[0]) {
      const o = others[0];
      const before = Math.hypot(old.x - o.x, old.y - o.y);
      const after = Math.hypot(e.clientX - o.x, e.clientY - o.y);
      if (before > 4 && after > 4) zoom(before / after, at((e.clientX + o.x) / 2, (e.clientY + o.y) / 2));
    } else if (moved > DRAG) {
      const u = unit();
      pan((old.x - e.clientX) * u, (old.y - e.clientY) * u);
      svg.setPointerCapture(e.pointerId);
      svg.classList.add("dragged");
    }
    fingers.set(e.pointerId, { x: e.clientX, y: e.clientY });
  });
  const up = (/** @type {PointerEvent} */ e) => {
    fingers.delete(e.pointerId);
    svg.classList.remove("dragged");
  };
  svg.addEventListener("pointerup", up);
  svg.addEventListener("pointercancel", up);
  svg.addEventListener("click", (/** @type {MouseEvent} */ e) => {
    if (moved > DRAG && e.detail) e.stopPropagation();
  }, true);
  svg.addEventListener("wheel", (/** @type {WheelEvent} */ e) => {
    e.preventDefault();
    zoom(Math.exp(Math.max(-60, Math.min(60, e.deltaY)) * 0.004), at(e.clientX, e.clientY));
  }, { passive: false });

  const buttons = h(
    "div",
    { class: "zoom", role: "group", "aria-label": "Zoom" },
    h("button", { "aria-label": "Zoom in", title: "Zoom in (+)", onclick: () => zoom(0.75) }, "+"),
    h("button", { "aria-label": "Zoom out", title: "Zoom out (−)", onclick: () => zoom(1.33) }, "−"),
    h("button", { "aria-label": "Show the whole board", title: "Whole board (0)", onclick: fit }, "⤢"),
  );
  const bar = h("div", { class: "board-bar" }, buttons);
  const node = h("div", { class: "board-frame" }, svg, bar);
  node.addEventListener("keydown", (/** @type {KeyboardEvent} */ e) => {
    if (e.key === "+" || e.key === "=") zoom(0.8);
    else if (e.key === "-") zoom(1.25);
    else if (e.key === "0") fit();
  });
  /**
   * How much writing is to grow to be read at this scale.
   * @param {number} fine units for a pixel at which it is large enough as it is
   * @param {number} most
   */
  const writing = (fine, most) => {
    const grow = Math.min(most, Math.max(1, unit() / fine));
    svg.style.setProperty("--big", grow.toFixed(2));
    return grow;
  };
  return { node, svg, bar, at, zoom, fit, show, unit, writing, wide: () => size.width };
}
