// A function for the page: what is wrong with how it is laid out (see faults.py).
() => {
  const found = new Set();
  const root = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document.querySelector(".hand-over") ?? document.body;
  const shown = (node) => node.checkVisibility({ visibilityProperty: true }) && !node.closest(".unseen, .skip, noscript, option, svg, .leaving");
  const called = (node) => `${node.tagName.toLowerCase()}.${node.className || node.id} “${(node.textContent || node.value || "").trim().slice(0, 50)}”`;
  const meet = (a, b) => ({ left: Math.max(a.left, b.left), top: Math.max(a.top, b.top), right: Math.min(a.right, b.right), bottom: Math.min(a.bottom, b.bottom) });
  const empty = (a) => a.right - a.left < 2 || a.bottom - a.top < 2;
  const on = (a, part) => document.elementFromPoint(a.left + 1 + (a.right - a.left - 2) * part, (a.top + a.bottom) / 2);
  const middle = (a) => on(a, 0.5);
  const shortened = (style) => style.textOverflow === "ellipsis" || style.webkitLineClamp !== "none";

  const page = document.documentElement;
  if (page.scrollWidth > page.clientWidth) found.add("the page scrolls sideways");
  for (const node of root.querySelectorAll("*")) {
    if (!shown(node) || !/auto|scroll/.test(getComputedStyle(node).overflow)) continue;
    if (node.scrollWidth > node.clientWidth + 1 && node.tagName !== "TEXTAREA") found.add(`scrolls sideways: ${called(node)}`);
    if (node.scrollHeight > node.clientHeight + 2 && node.clientHeight < 48 && !node.matches(".seat-strip")) found.add(`too low to be read: ${called(node)}`);
  }

  // Texts: inside whatever holds them, and none upon another.
  const texts = [];
  const walk = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (walk.nextNode()) {
    const parent = walk.currentNode.parentElement;
    if (!walk.currentNode.data.trim() || !shown(parent)) continue;
    range.selectNodeContents(walk.currentNode);
    for (const rect of range.getClientRects()) {
      let seen = meet(rect, rect);
      for (let box = parent; box && box !== document.documentElement; box = box.parentElement) {
        const style = getComputedStyle(box);
        if (style.display === "inline") continue;
        const inner = box.getBoundingClientRect();
        if (style.overflowX === "visible" && style.overflowY === "visible") {
          if (/button|a|td|th|li|summary|label/i.test(box.tagName) && seen.right > inner.right + 1.5) found.add(`runs over its edge: ${called(box)}`);
          continue;
        }
        const cut = meet(seen, inner);
        if (style.overflowX === "hidden" && !shortened(style) && !empty(cut) && (cut.right < seen.right - 1.5 || cut.bottom < seen.bottom - 1.5)) found.add(`cut off: ${called(parent)}`);
        seen = cut;
        if (shortened(style) || style.position === "fixed") break;
      }
      if (!empty(seen) && [0, 0.5, 1].some((part) => parent.contains(on(seen, part)))) texts.push([seen, parent]);
    }
  }
  texts.forEach(([a, one], i) => {
    for (const [b, other] of texts.slice(0, i)) {
      const both = meet(a, b);
      if (one !== other && both.right - both.left > 3 && both.bottom - both.top > 4) found.add(`upon one another: ${called(one)} and ${called(other)}`);
    }
  });
  const pen = document.createElement("canvas").getContext("2d");
  for (const select of root.querySelectorAll("select")) {
    const style = getComputedStyle(select);
    pen.font = style.font;
    const room = select.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - 16;
    if (shown(select) && pen.measureText(select.selectedOptions[0]?.text ?? "").width > room) found.add(`cut off: ${select.selectedOptions[0].text}`);
  }

  // Texts of drawings: within the frame. Where shapes reach beyond it, too, only a part of the drawing is being looked at.
  const EDGES = { left: 1, top: 1, right: -1, bottom: -1 };
  for (const drawing of root.querySelectorAll("svg")) {
    if (!drawing.checkVisibility({ visibilityProperty: true }) || getComputedStyle(drawing).overflow === "visible") continue;
    const frame = drawing.getBoundingClientRect();
    const beyond = (node) => {
      const rect = node.getBoundingClientRect();
      const drawn = rect.width > 0 && !node.closest("defs") && node.checkVisibility({ visibilityProperty: true });
      return drawn ? Object.keys(EDGES).filter((edge) => (frame[edge] - rect[edge]) * EDGES[edge] > 1.5) : [];
    };
    if ([...drawing.querySelectorAll("rect, path, circle, polygon")].some((node) => beyond(node).length)) continue;
    for (const node of drawing.querySelectorAll("text")) {
      for (const edge of beyond(node)) found.add(`cut off: “${node.textContent.trim().slice(0, 50)}” at the ${edge} of a drawing`);
    }
  }

  // Whatever can be used is on top where it stands, once it has been scrolled to.
  const scrolled = [...document.querySelectorAll("*")].filter((node) => node.scrollTop).map((node) => [node, node.scrollTop]);
  for (const node of root.querySelectorAll("button, a[href], input, select, textarea, summary")) {
    if (!shown(node)) continue;
    node.scrollIntoView({ block: "center" });
    const rect = node.getClientRects()[0];
    const top = rect && middle(rect);
    if (!top || !(node.contains(top) || top.contains(node) && top.tagName === "LABEL")) found.add(`covered: ${called(node)} by ${top ? called(top) : "nothing"}`);
    else if (!node.matches("input, .clause, .hint a, p a") && rect.height < 24) found.add(`too small to hit: ${called(node)}`);
  }
  for (const node of document.querySelectorAll("*")) if (node.scrollTop) node.scrollTop = 0;
  for (const [node, top] of scrolled) node.scrollTop = top;
  return [...found];
}
