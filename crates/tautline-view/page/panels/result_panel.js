// What came of it, in numbers: for one planner, or for several beside each other.

import { el, facts } from "./dom.js";
import { panel } from "./panel.js";
import { count, digits, length, outcome, preparation, progress, selection, time } from "./text.js";

/** @import { App } from "../app.js" */
/** @import { Lane } from "../state/store.js" */

/** @param {App} app */
export function resultPanel(app) {
  const { store } = app;
  return panel(app, {
    id: "result-panel", title: "Result", modes: ["plan", "watch", "compare"], keys: ["lanes", "active"],
    draw: () => {
      const { lanes, mode } = store.state;
      return mode === "compare" ? [table(lanes), preparations(lanes)] : [figures(lanes[0])];
    },
  });
}

/** The names of the counters, where theirs would not do. @type {Record<string, string>} */
const COUNTERS = { line_of_sight_checks: "lines of sight", passed_over: "passed over", lines_followed: "lines followed" };

/** @param {Lane} lane */
function figures(lane) {
  const { plan } = lane;
  if (!plan) return el("p", { class: lane.error ? "bad" : "note", id: "result" }, lane.error ?? (lane.preparing ? progress(lane.preparing) : "…"));
  const counters = Object.entries(plan.stats ?? {}).filter(([name, value]) => value > 0 || name === "expanded" || name === "generated");
  const rows = [
    ["outcome", plan.outcome === "found" ? "found" : outcome(lane)],
    ...(plan.preparation.length > 0 ? [["map", preparation(plan.preparation)]] : []),
    ["length", length(plan.cost)],
    ["turns", count(plan.turns)],
    ["time", time(plan.nanoseconds)],
    ...counters.map(([name, value]) => [COUNTERS[name] ?? name, count(value)]),
    ["promise", plan.guarantee ?? "–"],
  ];
  return facts("result", rows);
}

/** @type {Record<string, string>} */
const TITLES = {
  "vs best": "How much longer than the shortest path in this table",
  "own rule": "How much longer than the shortest path that there is under the planner's own rule: along the grid, or at any angle",
};

/** How each planner was made to fit the map, or how far that is. @param {Lane[]} lanes */
function preparations(lanes) {
  const parts = lanes.map((lane, at) => {
    const said = lane.preparing ? progress(lane.preparing) : preparation(lane.plan?.preparation ?? []);
    return said !== "" && el("p", { class: "note" }, el("span", { class: `swatch lane-${at}` }, String(at + 1)), ` ${said}`);
  });
  return el("div", { id: "preparations" }, ...parts);
}

/** @param {Lane[]} lanes */
function table(lanes) {
  const head = ["", "planner", "length", "vs best", "own rule", "expanded", "time"];
  const lengths = lanes.map((lane) => lane.plan?.cost ?? Infinity);
  const best = Math.min(...lengths);
  const rows = lanes.map((lane, at) => {
    const { plan } = lane;
    const cells = plan
      ? [length(plan.cost), longer(plan.cost, best), longer(plan.cost, plan.optimal), count(plan.stats?.expanded), time(plan.nanoseconds)]
      : [lane.error ?? "…", "", "", "", ""];
    return el("tr", {}, el("td", {}, el("span", { class: `swatch lane-${at}` }, String(at + 1))), el("td", {}, selection(lane.choice)), ...cells.map((text) => el("td", {}, text)));
  });
  return el("table", { id: "comparison" },
    el("thead", {}, el("tr", {}, ...head.map((text) => el("th", { title: TITLES[text] ?? null }, text)))),
    el("tbody", {}, ...rows));
}

/**
 * How much longer than the shortest a path is.
 * @param {number | null} cost
 * @param {number | null | undefined} optimal
 */
function longer(cost, optimal) {
  if (cost === null || optimal === null || optimal === undefined) return "–";
  const percent = optimal > 0 ? (cost / optimal - 1) * 100 : 0;
  return Math.abs(percent) < 5e-6 ? "shortest" : `+${digits(percent)} %`;
}
