// What the parts of the page can do together: other maps, other ends, other planners.

import { Board } from "./state/board.js";
import { Planning } from "./state/planning.js";
import { Player } from "./state/player.js";
import { endShift } from "./state/store.js";
import { Walking } from "./state/walking.js";
import { Painter } from "./tools/painter.js";
import { Pointer } from "./tools/pointer.js";
import { Stage } from "./view/stage.js";

/** @import { Engine } from "./engine/engine.js" */
/** @import { State, Store } from "./state/store.js" */
/** @import { Choice, MapInfo, MapSource, Mode, Place } from "./types.js" */

/** More planners are not seen beside each other. */
export const MOST_LANES = 4;

/** Maps with more cells are not cleared cell by cell. */
const UNDONE = 1 << 18;

export class App {
  /**
   * @param {Store} store
   * @param {Engine} engine
   */
  constructor(store, engine) {
    this.store = store;
    this.engine = engine;
    this.stage = new Stage(store);
    this.planning = new Planning(store, engine);
    this.player = new Player(store);
    this.walking = new Walking(store, engine);
    this.painter = new Painter(store, engine, this.stage, this.planning);
    const { models } = store.state.about;
    /**
     * What was shown before the scene of a crowd, which has a map of its own.
     * @type {Pick<State, "board" | "start" | "goal"> | null}
     */
    this.beforeScene = null;
    /** How often Crowd was left. */
    this.crowdsLeft = 0;
    /** Whether somebody was put into the crowd by hand. */
    this.isPlaced = false;
    /** What the next crowd will be. */
    this.crowdWish = { source: "random", agents: 60, radius: 0.4, seed: 0, model: models[0], guide: "auto" };
    this.stage.onpane = (pane) => new Pointer(this, pane);
    store.on(["strokes"], () => {
      // Where there were no free cells, there are no ends.
      const { board, start, goal } = store.state;
      if (!start || !goal) store.set({ start: start ?? board.someEnd("first"), goal: goal ?? board.someEnd("last") });
    });
    this.walking.onwalked = () => this.stage.panes.forEach((pane) => pane.invalidate("top"));
  }

  /** Opens a file: set by who knows files. @type {(file: File) => void} */
  openFile = () => {};

  /** Where the ends of the active planner lie in their cells. */
  get endShift() {
    const { state } = this.store;
    return endShift(state, state.lanes[state.active]?.choice);
  }

  /**
   * Another map.
   * @param {MapSource} source
   * @param {Uint8Array} [bytes]
   */
  async open(source, bytes) {
    this.store.set({ loading: true, playing: false });
    try {
      const { map, costs } = await this.engine.open(source, bytes);
      this.show(map, costs, source);
    } finally {
      this.store.set({ loading: false });
    }
    this.planning.ask({ settled: true });
  }

  /** Frees every cell; of a large map, by another one, which cannot be undone. */
  clear() {
    const { width, height } = this.store.state.board;
    if (width * height <= UNDONE) this.painter.clear();
    else this.open({ kind: "empty", width, height }).catch((error) => this.store.complain(error));
  }

  /**
   * Shows a map that the engine has.
   * @param {MapInfo} map
   * @param {Uint16Array} costs
   * @param {MapSource} source
   */
  show(map, costs, source) {
    const { lanes } = this.store.state;
    const board = new Board(map, costs, source);
    if (source.kind !== "scene") this.beforeScene = null;
    this.painter.reset();
    this.store.set({
      board,
      start: map.start ?? board.someEnd("first"), goal: map.goal ?? board.someEnd("last"), chosen: null, interval: null, crowd: null, agent: null, playing: false, step: 0,
      lanes: lanes.map((lane) => Planning.lane(lane.choice)),
    });
    if (map.hexagons) this.store.complain("This map has hexagons: planners walk on them, but they are drawn as squares here.");
  }

  /**
   * Moves an end of the path.
   * @param {"start" | "goal"} end
   * @param {Place} point
   * @param {number} [moved] when the mouse was moved there; without it, nothing is being dragged
   */
  moveEnd(end, [x, y], moved) {
    const { board } = this.store.state;
    const place = board.place(x + 0.5 - this.endShift, y + 0.5 - this.endShift, "cells");
    const before = this.store.state[end];
    if (before && before[0] === place[0] && before[1] === place[1]) return;
    this.store.set({ [end]: place });
    this.planning.ask(moved === undefined ? { settled: true } : { settled: false, moved });
  }

  /**
   * Another planner, or other options, in a lane.
   * @param {number} number
   * @param {Choice} choice
   */
  choose(number, choice) {
    const lanes = this.store.state.lanes.map((lane, at) => (at === number ? Planning.lane(choice) : lane));
    this.store.set({ lanes });
    this.planning.ask({ settled: true });
  }

  /** One more planner to compare with. */
  addLane() {
    const { lanes } = this.store.state;
    if (lanes.length >= MOST_LANES) return;
    this.store.set({ lanes: [...lanes, Planning.lane({ id: this.#rival(), options: {} })], active: lanes.length });
    this.planning.ask({ settled: true });
  }

  /** @param {number} number */
  removeLane(number) {
    const lanes = this.store.state.lanes.filter((_, at) => at !== number);
    if (lanes.length === 0) return;
    this.store.set({ lanes, active: Math.min(this.store.state.active, lanes.length - 1) });
    this.planning.ask({ settled: true });
  }

  /** @param {Mode} mode */
  setMode(mode) {
    const { state } = this.store;
    if (mode === state.mode) return;
    if (state.mode === "crowd") this.#leaveCrowd();
    let { lanes, active } = state;
    if (mode === "compare" && lanes.length === 1) {
      lanes = [lanes[0], Planning.lane({ id: this.#rival(), options: {} })];
    } else if (mode !== "compare" && lanes.length > 1) {
      lanes = [lanes[active]];
      active = 0;
    }
    this.store.set({ mode, lanes, active, playing: mode === "watch", step: 0, tool: "move" });
    this.planning.ask({ settled: true });
  }

  /** The crowd goes away, and what was shown before its scene comes back: the map with its edits, which can still be undone, and the ends. */
  #leaveCrowd() {
    this.crowdsLeft += 1;
    this.painter.reset();
    this.store.set({ crowd: null, agent: null, ...this.beforeScene });
    this.beforeScene = null;
    this.engine.stop().catch((error) => this.store.complain(error));
  }

  /**
   * A planner to compare others with: one that promises shortest paths, of the other kind (along the grid, or at any angle), if there is one that is not
   * among them yet.
   */
  #rival() {
    const { about, lanes } = this.store.state;
    const isTaken = (/** @type {string} */ id) => lanes.some((lane) => lane.choice.id === id);
    const isAngle = about.planners.find(({ id }) => id === lanes[lanes.length - 1].choice.id)?.any_angle ?? false;
    const others = about.planners.filter((planner) => !isTaken(planner.id) && !planner.needs_index);
    const best = others.filter((planner) => planner.guarantee === "optimal");
    return (best.find((planner) => planner.any_angle !== isAngle) ?? best[0] ?? others[0] ?? about.planners[0]).id;
  }

  /**
   * Puts a crowd on the map.
   * @param {{source: object, model: string, guide: string}} request
   */
  async populate(request) {
    this.store.set({ loading: true });
    const before = this.crowdsLeft;
    const isLeft = () => this.crowdsLeft !== before;
    try {
      const run = await this.walking.begin(request);
      // Where Crowd was left meanwhile, the engine was told so, and the crowd is gone.
      if (isLeft()) return;
      const { map, costs } = run.crowd;
      const { source } = /** @type {any} */ (request);
      if (map && costs) {
        const { board, start, goal } = this.store.state;
        this.beforeScene ??= { board, start, goal };
        this.show(map, costs, { kind: "scene", scene: source.scene, agents: source.agents, seed: source.seed });
      }
      this.store.set({ crowd: run, agent: null });
    } catch (error) {
      if (!isLeft()) throw error;
    } finally {
      this.store.set({ loading: false });
    }
  }

  /** The crowd that is wished for. */
  beginCrowd() {
    this.isPlaced = false;
    const { source: scene, agents, radius, seed, model, guide } = this.crowdWish;
    const source = scene === "random" ? { kind: "random", agents, radius, seed } : { kind: "scene", scene, agents, seed };
    return this.populate({ source, model, guide }).catch((error) => this.store.complain(error));
  }

  /** Lets the crowd walk, or stand; one that there is not begins. */
  async walkOrPause() {
    if (!this.store.state.crowd) await this.beginCrowd();
    this.store.set({ playing: !this.store.state.playing });
  }

  /** An agent walks from where the mouse was pressed to where it was let go; everybody else goes on from where they are. */
  placeAgent() {
    const { crowd, draft } = this.store.state;
    this.store.set({ draft: null });
    if (!draft) return;
    const others = Array.from({ length: crowd?.count ?? 0 }, (_, agent) => [...crowd?.position(agent) ?? [], ...crowd?.goal(agent) ?? [], crowd?.radius(agent)]);
    const agents = [...others, [...draft[0], ...draft[1], this.crowdWish.radius]];
    this.isPlaced = true;
    this.populate({ source: { kind: "placed", agents }, model: this.crowdWish.model, guide: this.crowdWish.guide }).catch((error) => this.store.complain(error));
  }

  /** A click chooses an agent, or sends the chosen one elsewhere. @param {number} x @param {number} y */
  clickCrowd(x, y) {
    const { crowd, agent } = this.store.state;
    if (!crowd) return;
    const found = crowd.agentAt(x, y, 6 / this.stage.camera.scale);
    if (found === null && agent !== null) this.walking.send(agent, [x, y]);
    else this.store.set({ agent: found });
    this.walking.step(0);
  }
}
