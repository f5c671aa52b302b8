// A part of the side with a title, shown in some modes.

import { el } from "./dom.js";

/** @import { App } from "../app.js" */
/** @import { Mode } from "../types.js" */
/** @import { Key } from "../state/store.js" */

/**
 * @param {App} app
 * @param {{id: string, title: string, modes: Mode[], keys: Key[], isOpen?: boolean, depends?: () => unknown[], draw: () => (Node | string | null | false)[]}} panel
 *     keys: what it is drawn anew for, unless what it depends on is the same
 */
export function panel(app, { id, title, modes, keys, isOpen = true, depends, draw }) {
  const body = el("div", { class: "body" });
  const root = el("details", { class: "panel", id, open: isOpen }, el("summary", {}, title), body);
  app.store.watch(["mode"], () => {
    root.hidden = !modes.includes(app.store.state.mode);
  });
  /** @type {unknown[]} */
  let before = [];
  app.store.watch([...keys, "mode"], () => {
    if (root.hidden) return;
    const now = depends ? [...depends(), app.store.state.mode] : [{}];
    if (now.length === before.length && now.every((value, at) => value === before[at])) return;
    before = now;
    const focused = body.contains(document.activeElement) ? document.activeElement?.getAttribute("data-key") : null;
    body.replaceChildren(...draw().filter((child) => child !== null && child !== false));
    // What was being used goes on being used.
    if (focused) /** @type {HTMLElement | null} */ (body.querySelector(`[data-key="${CSS.escape(focused)}"]`))?.focus();
  });
  return root;
}
