// How the dice fell.

import { h } from "./ui.js";

/**
 * @param {import("../types.js").DiceReport} report
 * @param {string[]} seats
 */
export function diceTables(report, seats) {
  if (!report.counts.length) return [h("p", {}, "No dice have been rolled yet.")];
  return report.counts.map((count) => {
    const most = Math.max(1, ...count.counts);
    const total = count.counts.reduce((a, b) => a + b, 0);
    return h("section", { class: "dice-count" }, h("h3", {}, `D${count.sides}, ${count.seat < 0 ? "all together" : seats[count.seat] ?? ""}`),
      h("div", { class: "bars", role: "img", "aria-label": count.counts.map((n, i) => `${i + 1}: ${n}`).join(", ") }, ...count.counts.map((n, i) => {
        const bar = h("span", { class: "column", title: `${i + 1}: ${n}` });
        bar.style.blockSize = `${(n / most) * 60 + 1}px`;
        return h("span", {}, bar, h("small", {}, i + 1));
      })),
      h("p", { class: "hint" }, `${total} dice, mean ${count.mean.toFixed(2)} (fair: ${count.expected.toFixed(2)}). Fair dice are at least as uneven with probability ${(count.p * 100).toFixed(0)} %.`));
  });
}
