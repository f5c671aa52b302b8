// What is drawn over the map.

import { OVERLAYS } from "../overlays/index.js";
import { checkbox, el, field, select, withId } from "./dom.js";
import { css, palette } from "../view/palette.js";
import { panel } from "./panel.js";

/** @import { App } from "../app.js" */
/** @import { Heat } from "../types.js" */
/** @import { Rgb } from "../view/palette.js" */

/** @type {Record<Heat, string>} */
const HEATS = { none: "open and closed", g: "g, the way so far", h: "h, the estimate", f: "f, their sum" };

/** @param {App} app */
export function displayPanel(app) {
  const { store } = app;
  const toggle = (/** @type {string} */ id) => (/** @type {boolean} */ isOn) => store.set({ shown: { ...store.state.shown, [id]: isOn } });
  return panel(app, {
    id: "display-panel", title: "Show", modes: ["plan", "watch", "compare", "crowd"], keys: ["shown", "heat", "theme"],
    draw: () => {
      const { mode, shown, heat, theme } = store.state;
      const colours = palette(theme);
      const isSearch = mode === "watch" || mode === "compare";
      const heats = /** @type {Heat[]} */ (Object.keys(HEATS));
      return [
        isSearch && field("places by", withId("heat", select(heats, heat, (value) => store.set({ heat: /** @type {Heat} */ (value) }), (value) => HEATS[/** @type {Heat} */ (value)]))),
        isSearch && checkbox(heat === "none" ? "Places: open, closed" : "Places", shown.search ?? true, toggle("search"), "What the search has touched", ...(heat === "none" ? [css(colours.open), css(colours.closed)] : [])),
        ...OVERLAYS.filter((overlay) => overlay.modes.includes(mode)).map(({ id, label, help, isOn, colour }) => {
          const rgb = colour ? /** @type {Rgb} */ (colours[colour]) : null;
          return checkbox(label, shown[id] ?? isOn, toggle(id), help, ...(rgb ? [css(rgb)] : []));
        }),
        isSearch && heat !== "none" && el("div", { class: "ramp" }, el("span", {}, "0"), el("span", {}, "largest")),
      ];
    },
  });
}
