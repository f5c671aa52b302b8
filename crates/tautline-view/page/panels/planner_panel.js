// Which planner is asked, with options as its own description has them. Nothing here knows any planner.

import { MOST_LANES } from "../app.js";
import { button, el, field, number, select } from "./dom.js";
import { takesCornersOnly } from "../state/store.js";
import { panel } from "./panel.js";
import { selection } from "./text.js";

/** @import { App } from "../app.js" */
/** @import { Choice, Planner, PlannerOption } from "../types.js" */

/** @param {App} app */
export function plannerPanel(app) {
  const { store } = app;
  return panel(app, {
    id: "planner-panel", title: "Planner", modes: ["plan", "watch", "compare"], keys: ["lanes", "active", "board", "strokes"],
    depends: () => [...store.state.lanes.map((lane) => lane.choice), store.state.active, store.state.board, store.state.board.hasTerrain],
    draw: () => {
      const { lanes, active, mode } = store.state;
      const tabs = mode === "compare" && el("div", { class: "row lanes" },
        ...lanes.map((lane, at) => el("button", {
          type: "button", class: `lane lane-${at}`, "aria-pressed": String(at === active), "data-key": `lane-${at}`, title: selection(lane.choice), click: () => store.set({ active: at }),
        }, `${at + 1} ${lane.choice.id}`)),
        lanes.length < MOST_LANES && button("+", () => app.addLane(), { title: "Compare with one more planner", id: "add-lane" }),
        lanes.length > 1 && button("−", () => app.removeLane(active), { title: "Without this one", id: "remove-lane" }));
      return [tabs, ...controls(app, active)];
    },
  });
}

/**
 * @param {App} app
 * @param {number} lane
 */
function controls(app, lane) {
  const { about, lanes, board } = app.store.state;
  const { choice } = lanes[lane];
  const planner = about.planners.find(({ id }) => id === choice.id) ?? about.planners[0];
  const { hasTerrain } = board;
  const group = (/** @type {string} */ label, /** @type {(planner: Planner) => boolean} */ isIn) => el("optgroup", { label },
    ...about.planners.filter(isIn).map(({ id, name, terrain }) =>
      el("option", { value: id, disabled: hasTerrain && !terrain, title: hasTerrain && !terrain ? "It knows no terrain, and this map has some" : null }, id === name ? id : `${name} (${id})`)));
  const box = el("select", { id: "planner", "data-key": "planner", change: () => app.choose(lane, { id: box.value, options: {} }) },
    group("from cell to cell", ({ places }) => places === "cells"), group("at any angle", ({ places }) => places === "points"), group("from corner to corner", takesCornersOnly));
  box.value = planner.id;
  const facts = [planner.guarantee, planner.any_angle ? "any angle" : `on ${planner.places}`, planner.needs_index ? "prepares the map" : "no preparation"];
  return [
    box,
    el("p", { class: "note" }, facts.join(" · "), el("br"), planner.paper),
    takesCornersOnly(planner) && el("p", { class: "note", id: "corners-only" }, "Its paths lead from corner to corner: they begin and end at the top left corners of the cells of start and goal."),
    el("div", { class: "fields" }, ...planner.options.map((option) => optionField(app, lane, choice, planner, option))),
  ];
}

/**
 * @param {App} app
 * @param {number} lane
 * @param {Choice} choice
 * @param {Planner} planner
 * @param {PlannerOption} option
 */
function optionField(app, lane, choice, planner, option) {
  const value = choice.options[option.name] ?? option.default;
  const set = (/** @type {string} */ chosen) => {
    const options = { ...choice.options, [option.name]: chosen };
    // In the order of the planner, and only what is not as usual, so that equal choices have equal texts.
    const kept = planner.options.filter(({ name, default: usual }) => options[name] !== undefined && options[name] !== usual);
    app.choose(lane, { id: planner.id, options: Object.fromEntries(kept.map(({ name }) => [name, options[name]])) });
  };
  const control = option.choices
    ? select(option.choices, value, set)
    : number({ value, min: option.range?.[0] ?? 0, max: option.range?.[1] ?? 0, step: option.whole ? 1 : "any" }, (chosen) => set(String(chosen)));
  control.dataset.key = `option-${option.name}`;
  return field(option.name, control, option.help);
}
