// Requests to the server.

/**
 * @template T
 * @param {string} path
 * @param {{body?: unknown, key?: string, text?: boolean}} [how]
 * @returns {Promise<T>}
 */
export async function request(path, how = {}) {
  /** @type {Record<string, string>} */
  const headers = {};
  if (how.body !== undefined) headers["content-type"] = "application/json";
  if (how.key) headers.authorization = `Bearer ${how.key}`;
  const answer = await fetch(path, {
    method: how.body === undefined ? "GET" : "POST",
    headers,
    body: how.body === undefined ? undefined : JSON.stringify(how.body),
  }).catch(() => {
    throw new Error("The server cannot be reached; try again in a while.");
  });
  if (!answer.ok) {
    const said = await answer.json().catch(() => ({}));
    throw new Error(said.detail || `The server answered ${answer.status}.`);
  }
  return how.text ? /** @type {any} */ (await answer.text()) : await answer.json();
}

/** @type {Map<string, Promise<any>>} */
const kept = new Map();

/**
 * A request whose answer does not change.
 * @template T
 * @param {string} path
 * @returns {Promise<T>}
 */
export function once(path) {
  let found = kept.get(path);
  if (!found) {
    found = request(path);
    found.catch(() => kept.delete(path));
    kept.set(path, found);
  }
  return found;
}

/**
 * Offer a text as a download.
 * @param {string} name
 * @param {string} text
 */
export function download(name, text) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
