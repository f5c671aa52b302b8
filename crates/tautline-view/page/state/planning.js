// Keeps the lanes up to date: whenever something changes, the planners are asked again. One question at a time is under way, so that the
// answer always follows the newest position of the mouse.

import { Playback } from "../search/playback.js";
import { isWatched } from "../view/pane.js";
import { placesOf } from "./store.js";

/** @import { Engine } from "../engine/engine.js" */
/** @import { Lane, Store } from "./store.js" */
/** @import { Choice, PlanRequest } from "../types.js" */

/** A search should be over after so many seconds, if nobody says how fast it is to be gone through. */
const SHOW = 8;

export class Planning {
  #isBusy = false;
  /** Who waits until everything is answered. @type {(() => void)[]} */
  #waiting = [];
  /** What has changed since the last question: whether it is worth a trace. @type {{settled: boolean} | null} */
  #wish = null;
  /** When the mouse was moved to where it is asked for. @type {number[]} */
  #moves = [];
  /** What was last said about an answer. */
  #told = "";
  /** Whether somebody has chosen a speed. */
  hasSpeed = false;

  /**
   * @param {Store} store
   * @param {Engine} engine
   */
  constructor(store, engine) {
    this.store = store;
    this.engine = engine;
  }

  /**
   * Something has changed.
   * @param {{settled: boolean, moved?: number}} change settled: nothing is being dragged; moved: when the mouse was
   */
  ask({ settled, moved }) {
    if (this.store.state.mode === "crowd") return;
    if (moved !== undefined) this.#moves.push(moved);
    this.#wish = { settled: settled || (this.#wish?.settled ?? false) };
    if (!this.#isBusy) this.#work();
  }

  async #work() {
    this.#isBusy = true;
    while (this.#wish) {
      const { settled } = this.#wish;
      const moves = this.#moves;
      this.#wish = null;
      this.#moves = [];
      const isTrace = settled && isWatched(this.store.state);
      const { board } = this.store.state;
      const choices = this.store.state.lanes.map((lane) => lane.choice);
      const lanes = await Promise.all(choices.map((choice) => this.#answer(choice, isTrace)));
      // What was asked for on another map, or of other planners, is of no use.
      const { state } = this.store;
      const isStale = state.board !== board || state.lanes.length !== choices.length || state.lanes.some((lane, number) => lane.choice !== choices[number]);
      if (isStale) continue;
      this.#show(lanes, isTrace);
      const now = performance.now();
      for (const moved of moves) performance.measure("answer", { start: moved, end: now });
    }
    this.#isBusy = false;
    this.#waiting.splice(0).forEach((resolve) => resolve());
  }

  /** Everything that was asked is answered. @returns {Promise<void>} */
  idle() {
    return this.#isBusy ? new Promise((resolve) => this.#waiting.push(resolve)) : Promise.resolve();
  }

  /**
   * @param {Choice} choice
   * @param {boolean} isTrace
   * @returns {Promise<Lane>}
   */
  async #answer(choice, isTrace) {
    const { board, mode } = this.store.state;
    const lane = Planning.lane(choice);
    try {
      const request = { ...this.request(choice), optimal: mode === "compare" };
      if (!isTrace) return { ...lane, plan: await this.engine.plan(request) };
      const recording = await this.engine.trace(request);
      return { ...lane, plan: recording.plan, playback: new Playback(recording, board.width, board.height) };
    } catch (error) {
      return { ...lane, error: error instanceof Error ? error.message : String(error) };
    }
  }

  /**
   * @param {Lane[]} lanes
   * @param {boolean} isTrace
   */
  #show(lanes, isTrace) {
    const { state } = this.store;
    /** @type {Partial<import("./store.js").State>} */
    const change = { lanes };
    if (isTrace) {
      const longest = Math.max(0, ...lanes.map((lane) => lane.playback?.count ?? 0));
      // Who is at the end stays there, so that the search follows what is dragged.
      change.step = state.playing ? 0 : longest;
      change.chosen = null;
      change.interval = null;
      if (!this.hasSpeed) change.speed = Math.max(4, Math.round(longest / SHOW));
    }
    this.store.set(change);
    const failed = lanes.find((lane) => lane.error);
    const cut = lanes.find((lane) => lane.playback?.recording.cut);
    if (failed?.error) this.store.complain(failed.error.startsWith(failed.choice.id) ? failed.error : `${failed.choice.id}: ${failed.error}`);
    else if (cut) this.store.say(`${cut.choice.id}: only the first ${cut.playback?.count.toLocaleString("en")} events are shown`);
    else if (state.status.text === this.#told) this.store.say("");
    this.#told = failed || cut ? this.store.state.status.text : "";
  }

  /**
   * A lane whose planner has not been asked.
   * @param {Choice} choice
   * @returns {Lane}
   */
  static lane(choice) {
    return { choice, plan: null, error: null, playback: null };
  }

  /**
   * The question of a lane, with the ends as its planner takes them: there is one more corner than cells in a row.
   * @param {Choice} choice
   * @returns {PlanRequest}
   */
  request(choice) {
    const { state } = this.store;
    const [start, goal] = [state.start, state.goal].map((place) => place && state.board.place(...place, placesOf(state, choice)));
    if (!start || !goal) throw new Error("There is no start or no goal: every cell may be blocked.");
    return { planner: choice.id, options: choice.options, start, goal };
  }
}
