// What the page shows, in one place. Whoever changes something sets it here; whoever shows it listens.

/** @import { About, Choice, Heat, Mode, Place, Plan, Progress, Tool } from "../types.js" */
/** @import { Board } from "./board.js" */
/** @import { Playback } from "../search/playback.js" */
/** @import { CrowdRun } from "./crowd_run.js" */

/**
 * A lane is a planner that is asked, and what came of it: one while planning and watching, up to four while comparing.
 * @typedef {{choice: Choice, plan: Plan | null, error: string | null, preparing: Progress | null, playback: Playback | null}} Lane
 */

/**
 * @typedef {object} State
 * @property {About} about
 * @property {Mode} mode
 * @property {Board} board
 * @property {boolean} loading whether another map is on its way: until then nothing is painted
 * @property {number} strokes how often the map was changed
 * @property {Place | null} start the cell where paths begin
 * @property {Place | null} goal the cell where paths end
 * @property {Lane[]} lanes
 * @property {number} active which of the lanes the panels are about
 * @property {Tool} tool
 * @property {number} brush how many cells wide the brush is
 * @property {number} cost what the terrain brush paints
 * @property {Heat} heat
 * @property {Record<string, boolean>} shown which overlays are drawn, by their ids
 * @property {number} step events of the search that have happened
 * @property {boolean} playing
 * @property {number} speed events a second
 * @property {Place | null} chosen the place whose values are shown
 * @property {{lane: number, event: number} | null} interval the interval whose values are shown
 * @property {CrowdRun | null} crowd
 * @property {number | null} agent the agent that is explained
 * @property {[Place, Place] | null} draft from where to where an agent is being placed
 * @property {"light" | "dark"} theme
 * @property {{text: string, bad: boolean}} status
 */

/** @typedef {keyof State} Key */

/**
 * How far from the top left corner of a cell a path begins there, in tiles: at the centre of the cell, or, for planners that take corners only,
 * at that corner.
 * @param {Pick<State, "about">} state
 * @param {Choice | undefined} choice
 * @returns {0 | 0.5}
 */
export function endShift({ about }, choice) {
  const planner = about.planners.find(({ id }) => id === choice?.id);
  return planner && takesCornersOnly(planner) ? 0 : 0.5;
}

/** @param {import("../types.js").Planner} planner */
export const takesCornersOnly = (planner) => planner.places === "corners";

export class Store {
  /** @type {{keys: Set<Key>, listener: () => void}[]} */
  #listeners = [];

  /** @param {State} state */
  constructor(state) {
    /** @type {Readonly<State>} */
    this.state = state;
  }

  /**
   * Changes something and tells those who listen to it.
   * @param {Partial<State>} change
   */
  set(change) {
    const keys = /** @type {Key[]} */ (Object.keys(change)).filter((key) => change[key] !== this.state[key]);
    if (keys.length === 0) return;
    this.state = { ...this.state, ...change };
    for (const { keys: wanted, listener } of this.#listeners) {
      if (keys.some((key) => wanted.has(key))) listener();
    }
  }

  /**
   * Calls a listener now, and whenever one of these changes.
   * @param {Key[]} keys
   * @param {() => void} listener
   */
  watch(keys, listener) {
    this.on(keys, listener);
    listener();
  }

  /**
   * Calls a listener whenever one of these changes.
   * @param {Key[]} keys
   * @param {() => void} listener
   */
  on(keys, listener) {
    this.#listeners.push({ keys: new Set(keys), listener });
  }

  /** @param {string} text */
  say(text) {
    this.set({ status: { text, bad: false } });
  }

  /** @param {unknown} error */
  complain(error) {
    this.set({ status: { text: error instanceof Error ? error.message : String(error), bad: true } });
  }
}
