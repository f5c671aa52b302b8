// Everything can be done with keys. The table is what the help shows.

import { isWatched } from "../view/pane.js";
import { MODES } from "./modes.js";

/** @import { App } from "../app.js" */
/** @import { Heat, Tool } from "../types.js" */

/** @typedef {{key: string, shown: string, help: string, press: (app: App) => void}} Binding */

/** @param {Tool} tool @returns {(app: App) => void} */
const take = (tool) => (app) => app.store.set({ tool });

/** Moves an end by a cell. @param {"start" | "goal"} end @param {number} dx @param {number} dy @returns {(app: App) => void} */
const nudge = (end, dx, dy) => (app) => {
  const place = app.store.state[end];
  if (place) app.moveEnd(end, [place[0] + dx + app.endShift, place[1] + dy + app.endShift]);
};

/** @param {number} dx @param {number} dy @returns {(app: App) => void} */
const pan = (dx, dy) => (app) => app.stage.camera.pan(dx, dy);

/** @param {number} factor @returns {(app: App) => void} */
const zoom = (factor) => (app) => {
  const { width, height } = app.stage.panes[0].size;
  app.stage.camera.zoom(factor, width / 2, height / 2);
};

/** @param {number} by @returns {(app: App) => void} */
const brush = (by) => (app) => app.store.set({ brush: Math.min(Math.max(app.store.state.brush + by, 1), 32) });

/** @param {number} factor @returns {(app: App) => void} */
const speed = (factor) => (app) => {
  app.planning.hasSpeed = true;
  app.store.set({ speed: Math.min(Math.max(Math.round(app.store.state.speed * factor), 1), 1e6) });
};

/** @param {number} by @returns {(app: App) => void} */
const otherPlanner = (by) => (app) => {
  const { about, lanes, active } = app.store.state;
  const at = about.planners.findIndex(({ id }) => id === lanes[active].choice.id);
  const next = about.planners[(at + by + about.planners.length) % about.planners.length];
  app.choose(active, { id: next.id, options: {} });
};

/** @param {App} app */
const playOrPause = (app) => {
  if (isWatched(app.store.state)) app.player.toggle();
  else if (app.store.state.mode === "crowd") app.walkOrPause();
};

/** @param {1 | -1} by @returns {(app: App) => void} */
const stepOr = (by) => (app) => {
  if (isWatched(app.store.state)) app.player.by(by);
  else if (app.store.state.mode === "crowd" && by > 0) {
    app.store.set({ playing: false });
    app.walking.step(1);
  } else nudge("goal", by, 0)(app);
};

/** @param {App} app */
const nextHeat = (app) => {
  const heats = /** @type {Heat[]} */ (["none", "g", "h", "f"]);
  app.store.set({ heat: heats[(heats.indexOf(app.store.state.heat) + 1) % heats.length] });
};

/** Paints or frees the cell of the goal, for who has no mouse. @param {App} app */
const paintHere = (app) => {
  const { goal } = app.store.state;
  if (!goal) return;
  app.painter.stroke(goal[0] + 0.5, goal[1] + 0.5);
  app.painter.lift();
};

/** @type {{title: string, keys: Binding[]}[]} */
export const KEYS = [
  { title: "Modes", keys: [
    ...MODES.map(([mode, label], at) => ({ key: String(at + 1), shown: String(at + 1), help: label, press: (/** @type {App} */ app) => app.setMode(mode) })),
    { key: "?", shown: "?", help: "This list", press: () => document.getElementById("help")?.click() },
    { key: "d", shown: "D", help: "Dark or light", press: (app) => app.store.set({ theme: app.store.state.theme === "dark" ? "light" : "dark" }) },
    { key: "l", shown: "L", help: "A link to what is seen", press: () => document.getElementById("link")?.click() },
    { key: "o", shown: "O", help: "Open a file", press: () => document.getElementById("map-file")?.click() },
  ] },
  { title: "Planners", keys: [
    { key: "n", shown: "N", help: "The next planner", press: otherPlanner(1) },
    { key: "N", shown: "Shift+N", help: "The one before", press: otherPlanner(-1) },
    { key: "a", shown: "A", help: "Compare with one more planner", press: (app) => app.store.state.mode === "compare" && app.addLane() },
  ] },
  { title: "Start and goal", keys: [
    { key: "ArrowUp", shown: "↑ ↓", help: "Move the goal up and down", press: nudge("goal", 0, -1) },
    { key: "ArrowDown", shown: "", help: "", press: nudge("goal", 0, 1) },
    { key: "ArrowLeft", shown: "← →", help: "Move it (Plan), or step through the search (Watch, Compare, Crowd)", press: stepOr(-1) },
    { key: "ArrowRight", shown: "", help: "", press: stepOr(1) },
    { key: "j", shown: "J K", help: "Move the goal left and right in every mode", press: nudge("goal", -1, 0) },
    { key: "k", shown: "", help: "", press: nudge("goal", 1, 0) },
    { key: "Alt+ArrowUp", shown: "Alt+arrows", help: "Move the start", press: nudge("start", 0, -1) },
    { key: "Alt+ArrowDown", shown: "", help: "", press: nudge("start", 0, 1) },
    { key: "Alt+ArrowLeft", shown: "", help: "", press: nudge("start", -1, 0) },
    { key: "Alt+ArrowRight", shown: "", help: "", press: nudge("start", 1, 0) },
  ] },
  { title: "The search", keys: [
    { key: " ", shown: "Space", help: "Play or pause", press: playOrPause },
    { key: "Shift+ArrowLeft", shown: "Shift+← →", help: "The expansion before, the next one", press: (app) => app.player.byExpansion(-1) },
    { key: "Shift+ArrowRight", shown: "", help: "", press: (app) => app.player.byExpansion(1) },
    { key: "Home", shown: "Home End", help: "To the beginning, to the end", press: (app) => app.player.by(-Infinity) },
    { key: "End", shown: "", help: "", press: (app) => app.player.by(Infinity) },
    { key: "-", shown: "− +", help: "Slower, faster", press: speed(0.5) },
    { key: "+", shown: "", help: "", press: speed(2) },
    { key: "h", shown: "H", help: "Places by state, g, h or f", press: nextHeat },
  ] },
  { title: "The map", keys: [
    { key: "v", shown: "V", help: "Move things", press: take("move") },
    { key: "b", shown: "B", help: "Paint walls", press: take("wall") },
    { key: "e", shown: "E", help: "Free cells", press: take("erase") },
    { key: "t", shown: "T", help: "Paint terrain", press: take("terrain") },
    { key: "g", shown: "G", help: "Place agents (Crowd)", press: take("agent") },
    { key: "Enter", shown: "Enter", help: "Paint the cell of the goal", press: paintHere },
    { key: "[", shown: "[ ]", help: "A narrower brush, a broader one", press: brush(-1) },
    { key: "]", shown: "", help: "", press: brush(1) },
    { key: "Ctrl+z", shown: "Ctrl+Z", help: "Undo", press: (app) => app.painter.undo() },
    { key: "Ctrl+Z", shown: "Ctrl+Shift+Z", help: "Do it again", press: (app) => app.painter.redo() },
    { key: "Ctrl+y", shown: "", help: "", press: (app) => app.painter.redo() },
    { key: "0", shown: "0", help: "Show all of the map", press: (app) => app.stage.fit() },
    { key: "PageUp", shown: "PgUp PgDn", help: "Nearer, farther", press: zoom(1.25) },
    { key: "PageDown", shown: "", help: "", press: zoom(0.8) },
    { key: "Ctrl+ArrowLeft", shown: "Ctrl+arrows", help: "Move the map", press: pan(60, 0) },
    { key: "Ctrl+ArrowRight", shown: "", help: "", press: pan(-60, 0) },
    { key: "Ctrl+ArrowUp", shown: "", help: "", press: pan(0, 60) },
    { key: "Ctrl+ArrowDown", shown: "", help: "", press: pan(0, -60) },
  ] },
];

/** @param {KeyboardEvent} event */
function name(event) {
  const isArrow = event.key.startsWith("Arrow");
  const parts = [event.ctrlKey || event.metaKey ? "Ctrl" : "", event.altKey ? "Alt" : "", isArrow && event.shiftKey ? "Shift" : "", event.key];
  return parts.filter((part) => part !== "").join("+");
}

/** @param {App} app */
export function listen(app) {
  const bindings = new Map(KEYS.flatMap(({ keys }) => keys).map((binding) => [binding.key, binding]));
  document.addEventListener("keydown", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    const isTyping = target.matches("input:not([type=checkbox]), select, textarea");
    const isPressing = target.matches("button, summary, a, [type=checkbox]") && (event.key === " " || event.key === "Enter");
    if (isTyping || isPressing || document.querySelector("dialog[open]")) return;
    const binding = bindings.get(name(event));
    if (!binding) return;
    event.preventDefault();
    binding.press(app);
  });
}
