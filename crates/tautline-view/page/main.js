// The page begins here.

import { App } from "./app.js";
import { Engine } from "./engine/engine.js";
import { crowdPanel } from "./panels/crowd_panel.js";
import { displayPanel } from "./panels/display_panel.js";
import { button, el } from "./panels/dom.js";
import { header } from "./panels/header.js";
import { mapPanel } from "./panels/map_panel.js";
import { nodePanel } from "./panels/node_panel.js";
import { plannerPanel } from "./panels/planner_panel.js";
import { resultPanel } from "./panels/result_panel.js";
import { timeline } from "./panels/timeline.js";
import { Board } from "./state/board.js";
import { Files } from "./state/files.js";
import { listen } from "./state/keys.js";
import { address, linked } from "./state/permalink.js";
import { Planning } from "./state/planning.js";
import { Store } from "./state/store.js";

/** @import { About, MapSource } from "./types.js" */
/** @import { Linked } from "./state/permalink.js" */

/** The planner that is asked first, if there is one of this name. */
const FIRST = "astar";

/** What the address asks for, and what is wrong with it. @param {About} about @returns {{wish: Linked, problem: unknown}} */
function wished(about) {
  try {
    return { wish: linked(location.search, about), problem: null };
  } catch (problem) {
    return { wish: { source: null, crowd: null, start: null, goal: null, choices: [], mode: null, step: null, theme: null }, problem };
  }
}

/** The map that is asked for, or else one that there always is. @param {Engine} engine @param {MapSource} source */
async function firstMap(engine, source) {
  try {
    return { ...(await engine.open(source)), source, problem: null };
  } catch (problem) {
    const other = /** @type {MapSource} */ ({ kind: "builtin" });
    return { ...(await engine.open(other)), source: other, problem };
  }
}

async function begin() {
  const [about, engine] = await Promise.all([Engine.about(), Engine.connect()]);
  const { wish, problem } = wished(about);
  const first = await firstMap(engine, wish.source ?? { kind: about.given === null ? "builtin" : "given" });
  const fallback = about.planners.find(({ id }) => id === FIRST) ?? about.planners[0];
  const choices = wish.choices.length > 0 ? wish.choices : [{ id: fallback.id, options: {} }];
  const isDark = window.matchMedia("(prefers-color-scheme: dark)").matches;
  const board = new Board(first.map, first.costs, first.source);
  const store = new Store({
    about,
    mode: "plan",
    board,
    loading: false,
    strokes: 0,
    start: wish.start ?? first.map.start ?? board.someEnd("first"),
    goal: wish.goal ?? first.map.goal ?? board.someEnd("last"),
    lanes: (wish.mode === "compare" ? choices : choices.slice(0, 1)).map(Planning.lane),
    active: 0,
    tool: "move",
    brush: 1,
    cost: 3,
    heat: "none",
    shown: {},
    step: 0,
    playing: false,
    speed: 60,
    chosen: null,
    interval: null,
    crowd: null,
    agent: null,
    draft: null,
    theme: (wish.theme ?? (isDark ? "dark" : "light")) === "dark" ? "dark" : "light",
    status: { text: "", bad: false },
  });
  document.documentElement.dataset.theme = store.state.theme;
  const app = new App(store, engine);
  const files = new Files(app);
  app.openFile = (file) => files.open(file);

  const status = el("div", { id: "status", role: "status" });
  store.watch(["status"], () => {
    const { text, bad } = store.state.status;
    status.replaceChildren(text, text !== "" ? button("×", () => store.say(""), { title: "Close" }) : "");
    status.classList.toggle("bad", bad);
  });
  const link = () => {
    const found = address(store.state, app.crowdWish, app.beforeScene);
    if (found === null) store.complain("This map is in no link: it was painted on, or comes from a file. Save it, and send the file.");
    if (store.state.crowd && app.isPlaced) store.complain("Agents that were placed by hand are in no link.");
    return store.state.crowd && app.isPlaced ? "" : (found ?? "");
  };
  const side = el("aside", { "aria-label": "Settings" },
    mapPanel(app), plannerPanel(app), crowdPanel(app), resultPanel(app), nodePanel(app), displayPanel(app));
  const main = el("main", {}, side, el("section", { class: "center" }, app.stage.root, timeline(app), status));
  document.body.replaceChildren(header(app, files, link), main);
  store.watch(["mode"], () => {
    main.dataset.mode = store.state.mode;
  });
  app.stage.begin();
  listen(app);
  engine.onlost = () => {
    store.set({ playing: false });
    store.complain("The connection to the engine is lost. Start `tautline view` again, and load this page anew.");
  };

  if (wish.crowd && (wish.mode ?? "crowd") === "crowd") {
    app.setMode("crowd");
    Object.assign(app.crowdWish, wish.crowd);
    await app.beginCrowd();
  }
  if (wish.mode !== null && wish.mode !== store.state.mode) app.setMode(wish.mode);
  else app.planning.ask({ settled: true });
  await app.planning.answered();
  if (problem ?? first.problem) store.complain(problem ?? first.problem);
  if (wish.step !== null) {
    await app.planning.idle();
    store.set({ playing: false });
    app.player.seek(wish.step);
  }
  // For tests, and for who is curious.
  Object.assign(window, { tautline: { app } });
  document.documentElement.dataset.ready = "true";
}

begin().catch((error) => {
  document.body.replaceChildren(el("p", { class: "bad fatal" }, error instanceof Error ? error.message : String(error)));
});
