// What is seen as an address, and back: the map by name or seed, the ends, the planners with their options, the mode.

import { parseSelection, selection } from "../panels/text.js";

/** @import { State } from "./store.js" */
/** @import { About, Choice, MapSource, Mode, Place } from "../types.js" */

/** @typedef {{source: string, agents: number, seed: number, radius: number, model: string, guide: string}} CrowdWish what a crowd is made from */

/** @typedef {{source: MapSource | null, crowd: CrowdWish | null, start: Place | null, goal: Place | null, choices: Choice[], mode: Mode | null, step: number | null, theme: string | null}} Linked */

/** Maps that an address can name. @param {MapSource} source */
function mapName(source) {
  switch (source.kind) {
    case "builtin": case "given": return source.kind;
    case "empty": return `empty:${source.width}x${source.height}`;
    case "generated": {
      const params = Object.entries(source.params).map(([name, value]) => `:${name}=${value}`).join("");
      return `${source.generator}:${source.width}x${source.height}:${source.seed}${params}`;
    }
    default: return null;
  }
}

/**
 * The address of what is seen; none where the map is one that an address cannot name.
 * @param {Readonly<State>} state
 * @param {CrowdWish} wish what the crowd was made from
 * @param {Pick<State, "board" | "start" | "goal"> | null} before what there was before the scene of a crowd, and comes back after it
 * @returns {string | null}
 */
export function address(state, wish, before) {
  const { source } = state.board;
  const isScene = source.kind === "scene";
  const { board, start, goal } = before ?? state;
  const map = board.isChanged ? null : mapName(board.source);
  if ((map === null && !isScene) || state.board.isChanged) return null;
  const words = new URLSearchParams({ mode: state.mode });
  if (map !== null) words.set("map", map);
  if (isScene || state.crowd) {
    const { agents, seed, radius, model, guide } = wish;
    words.set("crowd", source.kind === "scene" ? `${source.scene}:${source.agents}:${source.seed}` : `random:${agents}:${seed}:${radius}`);
    words.set("model", model);
    words.set("ways", guide);
  }
  if (map !== null && start) words.set("from", start.join(","));
  if (map !== null && goal) words.set("to", goal.join(","));
  for (const lane of state.lanes) words.append("planner", selection(lane.choice));
  if (state.mode === "watch" || state.mode === "compare") words.set("step", String(state.step));
  // These need no escapes, and addresses are read by people.
  return `?${words.toString().replaceAll("%2C", ",").replaceAll("%3A", ":").replaceAll("%2F", "/")}`;
}

/**
 * What an address asks for. What cannot be is an error that says so.
 * @param {string} search
 * @param {About} about
 * @returns {Linked}
 */
export function linked(search, about) {
  const words = new URLSearchParams(search);
  const place = (/** @type {string} */ name) => {
    const text = words.get(name);
    if (text === null) return null;
    const parts = text.split(",").map(Number);
    if (!/^-?\d+,-?\d+$/.test(text)) throw new Error(`The link has ${name}=${text}, expected two whole numbers, such as 3,4.`);
    return /** @type {Place} */ (parts);
  };
  const choices = words.getAll("planner").slice(0, 4).map(parseSelection);
  for (const { id, options } of choices) {
    const planner = about.planners.find((planner) => planner.id === id);
    if (!planner) throw new Error(`The link asks for the planner ${id}, which there is not.`);
    const unknown = Object.keys(options).find((name) => !planner.options.some((option) => option.name === name));
    if (unknown !== undefined) throw new Error(`The link asks for the option ${unknown} of ${id}, which it does not have.`);
  }
  const mode = words.get("mode");
  const modes = ["plan", "watch", "compare", "crowd"];
  if (mode !== null && !modes.includes(mode)) throw new Error(`The link asks for the mode ${mode}; there are ${modes.join(", ")}.`);
  const step = words.get("step");
  if (step !== null && !/^\d+$/.test(step)) throw new Error(`The link has step=${step}, expected a whole number.`);
  return { source: mapSource(words.get("map"), about), crowd: crowdWish(words, about), start: place("from"), goal: place("to"), choices, mode: /** @type {Mode | null} */ (mode), step: step === null ? null : Number(step), theme: words.get("theme") };
}

/**
 * @param {string | null} text
 * @param {About} about
 * @returns {MapSource | null}
 */
function mapSource(text, about) {
  if (text === null) return null;
  if (text === "builtin" || (text === "given" && about.given !== null)) return { kind: text };
  const [name, size, seed, ...params] = text.split(":");
  const [width, height] = (size ?? "").split("x").map(Number);
  if (/^\d+x\d+$/.test(size ?? "")) {
    if (name === "empty") return { kind: "empty", width, height };
    if (about.generators.some((generator) => generator.name === name) && Number.isInteger(Number(seed))) {
      const pairs = params.map((param) => param.split("=")).map(([key, value]) => [key, Number(value)]);
      return { kind: "generated", generator: name, width, height, seed: Number(seed), params: Object.fromEntries(pairs) };
    }
  }
  const names = about.generators.map((generator) => `${generator.name}:100x100:7`);
  throw new Error(`The link asks for the map ${text}; there are builtin, empty:100x100, ${names.join(", ")}.`);
}

/**
 * @param {URLSearchParams} words
 * @param {About} about
 * @returns {CrowdWish | null}
 */
function crowdWish(words, about) {
  const text = words.get("crowd");
  if (text === null) return null;
  const [source, ...numbers] = text.split(":");
  const [agents, seed, radius = 0.4] = numbers.map(Number);
  const names = ["random", ...about.scenes.map(({ name }) => name)];
  if (!names.includes(source) || ![agents, seed, radius].every(Number.isFinite)) {
    throw new Error(`The link asks for the crowd ${text}; there are ${names.map((name) => `${name}:50:0`).join(", ")}.`);
  }
  return { source, agents, seed, radius, model: words.get("model") ?? about.models[0], guide: words.get("ways") ?? "auto" };
}
