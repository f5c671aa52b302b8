// The keys, over everything else.

import { KEYS } from "../state/keys.js";
import { button, el } from "./dom.js";

/** @type {HTMLDialogElement | null} */
let dialog = null;

export function showHelp() {
  if (!dialog) {
    const groups = KEYS.map(({ title, keys }) => el("section", {}, el("h3", {}, title),
      el("dl", { class: "facts" }, ...keys.filter(({ shown }) => shown !== "").flatMap(({ shown, help }) => [el("dt", {}, el("kbd", {}, shown)), el("dd", {}, help)]))));
    dialog = el("dialog", { id: "help-dialog", "aria-label": "Keys" },
      el("h2", {}, "Keys"), el("div", { class: "groups" }, ...groups),
      el("p", { class: "note" }, "With the mouse: drag the ends S and G; drag the map to move it, with the right button or Shift while painting; the wheel zooms; click a place of a search, or an agent, to see what is known of it. Maps and traces can be dropped on the page."),
      button("Close", () => dialog?.close(), { id: "help-close" }));
    document.body.append(dialog);
  }
  if (dialog.open) dialog.close();
  else dialog.showModal();
}
