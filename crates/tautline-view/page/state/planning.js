// Keeps the lanes up to date: whenever something changes, the planners are asked again. One question at a time is under way, so that the
// answer always follows the newest position of the mouse.

import { preparation } from "../panels/text.js";
import { Playback } from "../search/playback.js";
import { isWatched } from "../view/pane.js";

/** @import { Engine } from "../engine/engine.js" */
/** @import { Lane, Store } from "./store.js" */
/** @import { Choice, PlanRequest } from "../types.js" */

/** A search should be over after so many seconds, if nobody says how fast it is to be gone through. */
const SHOW = 8;

/** What the last update of a planner was, in a line; nothing where there was none. @param {Lane} lane */
function updated({ choice, plan }) {
  const fittings = plan?.preparation ?? [];
  return fittings.some(({ how }) => how !== "prepared") ? `${choice.id}: ${preparation(fittings)}` : "";
}

/** How long to wait before asking again for a planner that is being prepared, in milliseconds. */
const POLL = 200;

export class Planning {
  #isBusy = false;
  /** Who waits for the next answers. @type {(() => void)[]} */
  #waiting = [];
  /**
   * What is to be asked next. settled: it is worth a trace; isPoll: nothing has changed, but planners are being prepared.
   * @type {{settled: boolean, isPoll: boolean} | null}
   */
  #wish = null;
  /** Ends the pause before the next poll. */
  #wake = () => {};
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
    this.#wish = { settled: settled || (this.#wish?.settled ?? false), isPoll: false };
    this.#wake();
    if (!this.#isBusy) this.#work();
  }

  async #work() {
    this.#isBusy = true;
    while (this.#wish) {
      const { settled, isPoll } = this.#wish;
      const moves = this.#moves;
      this.#wish = null;
      this.#moves = [];
      const isTrace = settled && isWatched(this.store.state);
      const { board } = this.store.state;
      const before = this.store.state.lanes;
      const lanes = await Promise.all(before.map((lane) => (isPoll && !lane.preparing ? lane : this.#answer(lane.choice, isTrace))));
      // What was asked for on another map, or of other planners, is of no use.
      const { state } = this.store;
      const isStale = state.board !== board || state.lanes.length !== before.length || state.lanes.some((lane, number) => lane.choice !== before[number].choice);
      if (isStale) continue;
      const isNews = lanes.some((lane, number) => lane !== before[number] && !lane.preparing);
      this.#show(lanes, isTrace && isNews);
      const now = performance.now();
      for (const moved of moves) performance.measure("answer", { start: moved, end: now });
      this.#waiting.splice(0).forEach((resolve) => resolve());
      if (!lanes.some((lane) => lane.preparing)) continue;
      await new Promise((/** @type {(_?: void) => void} */ resolve) => {
        this.#wake = resolve;
        setTimeout(resolve, POLL);
      });
      if (this.store.state.mode !== "crowd") this.#wish ??= { settled, isPoll: true };
    }
    this.#isBusy = false;
    this.#waiting.splice(0).forEach((resolve) => resolve());
  }

  /** The planners have answered, with a path or with how far their preparation is. @returns {Promise<void>} */
  answered() {
    return this.#isBusy ? new Promise((resolve) => this.#waiting.push(resolve)) : Promise.resolve();
  }

  /** Everything that was asked is answered, and nothing is being prepared. */
  async idle() {
    while (this.#isBusy) await this.answered();
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
      if (!isTrace) return { ...lane, ...await this.engine.plan(request) };
      const answer = await this.engine.trace(request);
      if ("preparing" in answer) return { ...lane, ...answer };
      const { recording } = answer;
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
    const updates = lanes.map(updated).filter((text) => text !== "").join("; ");
    // What others have said is not covered by what is merely worth knowing.
    const isFree = ["", this.#told].includes(state.status.text);
    if (failed?.error) {
      this.#told = failed.error.startsWith(failed.choice.id) ? failed.error : `${failed.choice.id}: ${failed.error}`;
      this.store.complain(this.#told);
    } else {
      this.#told = cut ? `${cut.choice.id}: only the first ${cut.playback?.count.toLocaleString("en")} events are shown` : isFree ? updates : "";
      if (isFree || cut) this.store.say(this.#told);
    }
  }

  /**
   * A lane whose planner has not been asked.
   * @param {Choice} choice
   * @returns {Lane}
   */
  static lane(choice) {
    return { choice, plan: null, error: null, preparing: null, playback: null };
  }

  /**
   * The question of a lane.
   * @param {Choice} choice
   * @returns {PlanRequest}
   */
  request(choice) {
    const { start, goal } = this.store.state;
    if (!start || !goal) throw new Error("There is no start or no goal: every cell may be blocked.");
    return { planner: choice.id, options: choice.options, start, goal };
  }
}
