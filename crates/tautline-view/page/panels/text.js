// Numbers and outcomes for people.

import { interval } from "../search/intervals.js";

/** @import { Lane, State } from "../state/store.js" */
/** @import { Choice, Fitting, Progress } from "../types.js" */

/** @param {number | null | undefined} nanoseconds */
export function time(nanoseconds) {
  if (nanoseconds === null || nanoseconds === undefined) return "–";
  const units = /** @type {[number, string][]} */ ([[1e9, "s"], [1e6, "ms"], [1e3, "µs"]]);
  const [size, unit] = units.find(([size]) => nanoseconds >= size) ?? [1e3, "µs"];
  return `${digits(nanoseconds / size)} ${unit}`;
}

/** Three digits, or more before the point. @param {number} value */
export function digits(value) {
  const decimals = value < 9.995 ? 2 : value < 99.95 ? 1 : 0;
  return value.toFixed(decimals);
}

/** @param {number | null | undefined} value */
export function count(value) {
  return value === null || value === undefined ? "–" : value.toLocaleString("en");
}

/** @param {number | null | undefined} value */
export function length(value) {
  return value === null || value === undefined ? "–" : value.toFixed(3);
}

/** A planner with its options, as one writes it on a command line. @param {Choice} choice */
export function selection({ id, options }) {
  return [id, ...Object.entries(options).map(([name, value]) => `${name}=${value}`)].join(":");
}

/** What a planner with options is written as, taken apart again. @param {string} text @returns {Choice} */
export function parseSelection(text) {
  const [id, ...options] = text.split(":");
  const pairs = options.map((option) => {
    const at = option.indexOf("=");
    return /** @type {[string, string]} */ ([option.slice(0, at), option.slice(at + 1)]);
  });
  return { id, options: Object.fromEntries(pairs.filter(([name]) => name !== "")) };
}

/** How a planner was made to fit the map, in a line. @param {Fitting[]} fittings */
export function preparation(fittings) {
  return fittings.map(({ how, nanoseconds }) => `${how} in ${time(nanoseconds)}`).join(", ");
}

/** How far a preparation is, in a sentence. @param {Progress} progress */
export function progress({ planner, update, milliseconds, waits_for }) {
  if (waits_for !== null) return `${planner} waits for ${waits_for}.`;
  return `${update ? "Updating" : "Preparing the map for"} ${planner}: ${(milliseconds / 1000).toFixed(1)} s so far. You can go on working.`;
}

/** What came of a lane, in a line. @param {Lane} lane */
export function outcome({ plan, error, preparing }) {
  if (error) return error;
  if (preparing) return progress(preparing);
  if (!plan) return "";
  switch (plan.outcome) {
    case "found": return `length ${length(plan.cost)}, ${count(plan.turns)} turns`;
    case "unreachable": return "there is no path";
    case "stopped": return "stopped at a limit: the way so far is shown";
    case "partial": return "as near as one can get";
    default: return plan.outcome;
  }
}

/** What is known of the place that was clicked, in a line. @param {Readonly<State>} state @param {number} number */
export function nodeCaption({ chosen, interval: clicked, lanes }, number) {
  const playback = lanes[number]?.playback;
  if (playback && clicked?.lane === number) {
    const { root, row, left, right, g, f } = interval(playback, clicked.event);
    return `row ${row} from ${digits(left)} to ${digits(right)}, seen from ${root.join(", ")}, g ${length(g)}, f ${length(f)}`;
  }
  const node = chosen && playback?.node(chosen);
  if (!node) return "";
  const values = [["g", node.g], ["h", node.h], ["f", node.f]].map(([name, value]) => `${name} ${Number.isFinite(value) ? length(Number(value)) : "–"}`);
  return `${node.place.join(", ")} ${node.name}, ${values.join(", ")}`;
}

/** @param {Readonly<State>} state @param {number} number */
export function laneCaption(state, number) {
  const lane = state.lanes[number];
  return lane ? `${number + 1}  ${selection(lane.choice)} · ${outcome(lane)}` : "";
}
