// The modes, and what is done with all of the page: links, files, colours, help.

import { MODES } from "../state/modes.js";
import { button, el } from "./dom.js";
import { showHelp } from "./help.js";

/** @import { App } from "../app.js" */
/** @import { Files } from "../state/files.js" */

/**
 * @param {App} app
 * @param {Files} files
 * @param {() => string} link
 */
export function header(app, files, link) {
  const { store } = app;
  const tabs = MODES.map(([mode, label, title]) => el("button", { type: "button", role: "tab", id: `mode-${mode}`, title, click: () => app.setMode(mode) }, label));
  store.watch(["mode"], () => MODES.forEach(([mode], at) => tabs[at].setAttribute("aria-selected", String(mode === store.state.mode))));
  const saves = el("select", { id: "save", title: "Save the map, the picture or the search as a file", "aria-label": "Save", change: () => {
    const { value } = saves;
    saves.value = "";
    files.save(value).catch((error) => store.complain(error));
  } }, el("option", { value: "" }, "Save…"),
  ...files.formats.map(({ title, formats }) => el("optgroup", { label: title }, ...formats.map(([value, label]) => el("option", { value }, label)))));
  return el("header", {},
    el("h1", {}, "Tautline"),
    el("nav", { role: "tablist", "aria-label": "Modes" }, ...tabs),
    el("div", { class: "row right" },
      saves,
      button("Link", async () => {
        const address = link();
        if (address === "") return;
        history.replaceState(null, "", address);
        try {
          await navigator.clipboard.writeText(new URL(address, document.baseURI).href);
          store.say("The link is in the clipboard, and in the address bar.");
        } catch {
          store.say("The link is in the address bar.");
        }
      }, { id: "link", title: "A link to what is seen (L)" }),
      button("◐", () => store.set({ theme: store.state.theme === "dark" ? "light" : "dark" }), { id: "theme", title: "Dark or light (D)" }),
      button("?", showHelp, { id: "help", title: "Keys (?)" })));
}
