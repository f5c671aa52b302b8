// The map as the page knows it: what each cell costs. The engine has the same, and is told of every change.

/** @import { MapInfo, MapSource, Place } from "../types.js" */

/** @typedef {[x: number, y: number, cost: number]} Painted */

export class Board {
  /** Strokes that can be undone, and those that can be done again: the cells before and after. */
  /** @type {{before: Painted[], after: Painted[]}[]} */
  #done = [];
  /** @type {{before: Painted[], after: Painted[]}[]} */
  #undone = [];

  /**
   * @param {MapInfo} info
   * @param {Uint16Array} costs row by row, 0 is blocked
   * @param {MapSource} source where it came from
   */
  constructor(info, costs, source) {
    this.name = info.name;
    this.width = info.width;
    this.height = info.height;
    this.hexagons = info.hexagons;
    this.costs = costs;
    this.source = source;
    /** How many cells cost more than others. */
    this.rough = costs.reduce((sum, cost) => sum + Number(cost > 1), 0);
  }

  /** Whether not all free cells cost the same. */
  get hasTerrain() {
    return this.rough > 0;
  }

  /** The first or the last free cell, if there is one. @param {"first" | "last"} which @returns {Place | null} */
  someEnd(which) {
    const isFree = (/** @type {number} */ cost) => cost > 0;
    const at = which === "first" ? this.costs.findIndex(isFree) : this.costs.findLastIndex(isFree);
    return at < 0 ? null : [at % this.width, Math.floor(at / this.width)];
  }

  /** @param {number} x @param {number} y */
  contains(x, y) {
    return x >= 0 && y >= 0 && x < this.width && y < this.height;
  }

  /** @param {number} x @param {number} y */
  cost(x, y) {
    return this.contains(x, y) ? this.costs[y * this.width + x] : 0;
  }

  /**
   * Sets cells, without a trace for undoing.
   * @param {Painted[]} cells
   */
  set(cells) {
    for (const [x, y, cost] of cells) {
      const at = y * this.width + x;
      this.rough += Number(cost > 1) - Number(this.costs[at] > 1);
      this.costs[at] = cost;
    }
  }

  /**
   * Those of the cells that would change, each once.
   * @param {Painted[]} cells
   * @returns {Painted[]}
   */
  changes(cells) {
    const fresh = new Map();
    for (const [x, y, cost] of cells) {
      if (this.contains(x, y) && this.cost(x, y) !== cost) fresh.set(y * this.width + x, [x, y, cost]);
    }
    return [...fresh.values()];
  }

  /**
   * Remembers a stroke, so that it can be undone.
   * @param {Painted[]} before
   * @param {Painted[]} after
   */
  remember(before, after) {
    if (after.length === 0) return;
    this.#done.push({ before, after });
    this.#undone = [];
  }

  /** What has to be painted to undo the last stroke. @returns {Painted[]} */
  undo() {
    const stroke = this.#done.pop();
    if (!stroke) return [];
    this.#undone.push(stroke);
    return stroke.before;
  }

  /** What has to be painted to do it again. @returns {Painted[]} */
  redo() {
    const stroke = this.#undone.pop();
    if (!stroke) return [];
    this.#done.push(stroke);
    return stroke.after;
  }

  /** Whether something is painted that was not undone. */
  get isChanged() {
    return this.#done.length > 0;
  }

  /**
   * The place of a planner nearest to a point: a cell, or a corner.
   * @param {number} x
   * @param {number} y
   * @param {"cells" | "corners"} places
   * @returns {Place}
   */
  place(x, y, places) {
    const within = (/** @type {number} */ value, /** @type {number} */ most) => Math.min(Math.max(value, 0), most);
    if (places === "corners") return [within(Math.round(x), this.width), within(Math.round(y), this.height)];
    return [within(Math.floor(x), this.width - 1), within(Math.floor(y), this.height - 1)];
  }
}
