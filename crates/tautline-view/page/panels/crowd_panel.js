// A crowd: who is in it, how they keep out of each other's way, and how they get on.

import { button, el, facts, field, number, select, withId } from "./dom.js";
import { panel } from "./panel.js";
import { count, digits } from "./text.js";

/** @import { App } from "../app.js" */
/** @import { State } from "../state/store.js" */

/** Paces, in seconds of the crowd for a second. */
const PACES = ["0.25", "1", "4", "16", "64"];

/** @param {App} app */
export function crowdPanel(app) {
  const { store, walking } = app;
  const { about } = store.state;
  const wanted = app.crowdWish;
  const scenes = ["random", ...about.scenes.map(({ name }) => name)];
  const guides = ["auto", "straight", "flow", ...about.planners.filter((planner) => !planner.needs_index).map(({ id }) => id)];
  const counters = el("div");
  const agentText = el("p", { class: "note", id: "agent" });

  const drawCounters = () => {
    const { crowd } = store.state;
    const now = crowd?.now;
    if (!crowd || !now) {
      counters.replaceChildren();
      return;
    }
    const rows = [
      ["agents", count(crowd.count)],
      ["arrived", count(now.arrived)],
      ["overlapping now", count(now.collisions)],
      ["without a way", count(now.stuck)],
      ["steps", count(crowd.steps)],
      ["time", `${digits(now.time)} s`],
      ["a step takes", `${digits(now.microseconds / 1000)} ms`],
      ["pictures a second", digits(walking.rate)],
    ];
    agentText.textContent = agentWords(store.state);
    counters.replaceChildren(facts("crowd-facts", rows));
  };
  const drawn = walking.onwalked;
  walking.onwalked = () => {
    drawn();
    drawCounters();
  };
  store.on(["crowd"], drawCounters);

  return panel(app, {
    id: "crowd-panel", title: "Crowd", modes: ["crowd"], keys: ["crowd", "agent", "playing"],
    draw: () => {
      const { crowd, playing } = store.state;
      agentText.textContent = agentWords(store.state);
      const scene = about.scenes.find(({ name }) => name === wanted.source);
      const sceneBox = select(scenes, wanted.source, (value) => {
        wanted.source = value;
        wanted.agents = about.scenes.find(({ name }) => name === value)?.agents ?? 100;
        agentsBox.value = String(wanted.agents);
        note.textContent = about.scenes.find(({ name }) => name === value)?.help ?? RANDOM;
      }, (name) => (name === "random" ? "on this map, at random" : name));
      sceneBox.id = "scene";
      const agentsBox = number({ value: wanted.agents, min: 1, max: about.limits.agents, id: "agents" }, (value) => { wanted.agents = value; });
      const radiusField = field("radius", number({ value: wanted.radius, min: 0.05, max: 8, step: "any" }, (value) => { wanted.radius = value; }), "In tiles");
      const note = el("p", { class: "note" }, scene?.help ?? RANDOM);
      const model = select(about.models, wanted.model, (value) => { wanted.model = value; });
      model.id = "model";
      return [
        field("scene", sceneBox), note,
        el("div", { class: "fields" },
          field("agents", agentsBox), radiusField,
          field("seed", number({ value: wanted.seed, min: 0, max: Number.MAX_SAFE_INTEGER }, (value) => { wanted.seed = value; })),
          field("model", model, "How they avoid each other"),
          field("ways", select(guides, wanted.guide, (value) => { wanted.guide = value; }, (guide) => GUIDES[guide] ?? `by ${guide}`), "Where they get their ways from")),
        el("div", { class: "row" },
          button(crowd ? "Begin again" : "Begin", () => app.beginCrowd(), { id: "crowd-begin" }),
          button(playing ? "Pause" : "Walk", () => app.walkOrPause(), { id: "crowd-play", title: "Space" }),
          button("Step", () => { store.set({ playing: false }); walking.step(1); }, { id: "crowd-step", title: "→" })),
        field("pace", withId("pace", select(PACES, String(walking.pace), (value) => { walking.pace = Number(value); }, (pace) => `${pace} ×`)), "Seconds of the crowd for a second"),
        counters,
        agentText,
      ];
    },
  });
}

/** Why the chosen agent walks as it does. @param {Readonly<State>} state */
function agentWords({ crowd, agent }) {
  if (agent === null) return "Click an agent to see why it walks as it does; paint walls while they walk; place agents with the tool Agent.";
  const why = crowd?.now?.explanation;
  if (!why || why.agent !== agent) return "";
  const speed = (/** @type {[number, number]} */ [x, y]) => digits(Math.hypot(x, y));
  const limits = why.cones.length > 0 ? `${why.cones.length} cones` : `${why.half_planes.length} half-planes`;
  const turns = why.way.length > 1 ? `, ${why.way.length - 1} turns from its goal` : "";
  return `Agent ${agent}${turns}: would like ${speed(why.preferred)} tiles/s (purple arrow), takes ${speed(why.chosen)} (black arrow). `
    + `${why.neighbours.length} neighbours forbid it ${limits} of velocities (red), walls ${why.walls.length} half-planes (grey). Click the map to send it elsewhere.`;
}

const RANDOM = "Agents with random starts and goals on the map as it is";
/** @type {Record<string, string>} */
const GUIDES = { auto: "as it belongs to the scene", straight: "straight", flow: "by flow fields" };
