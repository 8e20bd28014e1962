// What one takes along of a match: its record, and a report of a fault.

import { h } from "./ui.js";
import { download, request } from "./api.js";
import { dialog, notice } from "./say.js";

/**
 * Offer the record as a file.
 * @param {string} match
 * @param {string} key
 * @param {boolean} over
 */
export async function save(match, key, over) {
  download(`${match}.affray`, await request(`/api/match/${match}/record`, { key, text: true }));
  if (!over) notice(["Saved. While the match goes on its record leaves out what you may not know: it can be read but not opened. The whole record is there at the end."]);
}

/**
 * Make a report of a fault, with the record filled in.
 * @param {string} match
 * @param {string} key
 */
export function report(match, key) {
  const text = h("textarea", { id: "bug", rows: 6 });
  const make = async () => {
    const about = `${navigator.userAgent}; ${innerWidth}×${innerHeight}; ${location.hash.split("/")[1] ?? ""}`;
    /** @type {import("../types.js").Report} */
    const made = await request(`/api/match/${match}/report`, { key, body: { text: text.value, about } });
    download(made.name, made.text);
    node.close();
  };
  const node = dialog("Report a bug", h("label", { for: "bug" }, "What went wrong, and what did you expect?"), text, h("p", { class: "hint" }, "The report holds your words, the versions and the record as far as you may know it. You get it as a file to send to the maintainers."), h("button", { class: "main", onclick: () => make().catch((error) => notice([error.message], "bad")) }, "Make the report"));
}
