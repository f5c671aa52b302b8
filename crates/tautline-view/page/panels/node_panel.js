// What is known of the place that was clicked.

import { interval, roots } from "../search/intervals.js";
import { el, facts } from "./dom.js";
import { panel } from "./panel.js";
import { count, length } from "./text.js";

/** @import { App } from "../app.js" */
/** @import { Playback } from "../search/playback.js" */

/** @param {App} app */
export function nodePanel(app) {
  const { store } = app;
  return panel(app, {
    id: "node-panel", title: "Node", modes: ["watch", "compare"], keys: ["chosen", "interval", "step", "lanes", "active"],
    draw: () => {
      const { chosen, interval: clicked, lanes, active } = store.state;
      const playback = lanes[active]?.playback;
      if (clicked && lanes[clicked.lane]?.playback) return [intervalFacts(lanes[clicked.lane].playback, clicked.event)];
      if (!chosen || !playback) return [el("p", { class: "note" }, "Click a place that the search has touched, or an interval.")];
      const node = playback.node(chosen);
      if (!node) return [el("p", { class: "note", id: "node" }, `The search has not come to ${chosen.join(", ")} yet.`)];
      const value = (/** @type {number} */ number) => (Number.isFinite(number) ? length(number) : "–");
      const rows = [
        ["place", chosen.join(", ")],
        ["state", node.name],
        ["g", value(node.g)],
        ["h", value(node.h)],
        ["f", value(node.f)],
        ["parent", node.parent ? node.parent.join(", ") : "none: it began here"],
        ["back to the start", `${playback.wayBack(chosen).length - 1} steps`],
        ["event", count(node.event + 1)],
      ];
      return [facts("node", rows)];
    },
  });
}

/** @param {Playback | null} playback @param {number} event */
function intervalFacts(playback, event) {
  if (!playback) return "";
  const { isExpanded, root, row, left, right, g, f } = interval(playback, event);
  return facts("node", [
    ["interval", `row ${row}, from ${length(left)} to ${length(right)}`],
    ["state", isExpanded ? "expanded" : "generated"],
    ["root", root.join(", ")],
    ["g of the root", length(g)],
    ["f", length(f)],
    ["roots back to the start", roots(playback, event).map((place) => place.join(", ")).join(" ← ")],
    ["event", count(event + 1)],
  ]);
}
