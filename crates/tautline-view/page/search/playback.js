// A search that can be gone through forwards and backwards. For each place it is known which event was the last there; each event knows
// which one was before it, so that a step back is as cheap as a step forward.

/** @import { Place, Recording } from "../types.js" */

/** The kinds of events, as PROTOCOL.md numbers them. */
export const Kind = Object.freeze({
  EXPAND: 0, GENERATE: 1, CLOSE: 2, SCAN: 3, EXPAND_INTERVAL: 4, GENERATE_INTERVAL: 5, SIGHT: 6, ANGLE_RANGE: 7, LANDMARK: 8,
});

const NAMES = ["expanded", "generated", "closed", "scanned", "interval expanded", "interval generated", "line of sight", "angle range", "landmark"];

const NONE = -1;

/** @typedef {{event: number, kind: number, name: string, place: Place, parent: Place | null, g: number, h: number, f: number}} Node */

export class Playback {
  /** How many events have happened. */
  step = 0;
  /** @type {Int32Array} */
  #last;
  /** @type {Int32Array} */
  #previous;
  /** @type {Map<number, Int32Array>} */
  #byKind = new Map();

  /**
   * @param {Recording} recording
   * @param {number} width of the map, in cells
   * @param {number} height
   */
  constructor(recording, width, height) {
    this.recording = recording;
    this.isOnCorners = recording.plan.places !== "cells";
    const more = this.isOnCorners ? 1 : 0;
    this.width = width + more;
    this.height = height + more;
    this.#last = new Int32Array(this.width * this.height).fill(NONE);
    this.#previous = new Int32Array(recording.count).fill(NONE);
    /** The largest g, h and f. */
    this.largest = [0, 0, 0];
    for (let event = 0; event < recording.count; event++) {
      if (recording.kinds[event] > Kind.GENERATE) continue;
      for (let at = 0; at < 3; at++) {
        const value = recording.values[3 * event + at];
        if (Number.isFinite(value)) this.largest[at] = Math.max(this.largest[at], value);
      }
    }
  }

  get count() {
    return this.recording.count;
  }

  /** @param {number} event */
  kind(event) {
    return this.recording.kinds[event];
  }

  /**
   * A number of an event: where it was, and what belongs to it.
   * @param {number} event
   * @param {number} at from 0 to 5, as PROTOCOL.md has it
   */
  spot(event, at) {
    return this.recording.spots[6 * event + at];
  }

  /** @param {number} event @param {number} at 0 for g, 1 for h, 2 for f */
  value(event, at) {
    return this.recording.values[3 * event + at];
  }

  /**
   * Goes to a step and says which places have changed.
   * @param {number} step
   * @param {(x: number, y: number) => void} changed
   */
  seek(step, changed) {
    const target = Math.min(Math.max(step, 0), this.count);
    while (this.step < target) this.#move(this.step++, true, changed);
    while (this.step > target) this.#move(--this.step, false, changed);
  }

  /**
   * @param {number} event
   * @param {boolean} isForward
   * @param {(x: number, y: number) => void} changed
   */
  #move(event, isForward, changed) {
    if (this.kind(event) > Kind.GENERATE) return;
    const [x, y] = [this.spot(event, 0), this.spot(event, 1)];
    const place = this.#number(x, y);
    if (place === NONE) return;
    if (isForward) {
      this.#previous[event] = this.#last[place];
      this.#last[place] = event;
    } else {
      this.#last[place] = this.#previous[event];
    }
    changed(x, y);
  }

  /** @param {number} x @param {number} y */
  #number(x, y) {
    const isPlace = Number.isInteger(x) && Number.isInteger(y) && x >= 0 && y >= 0 && x < this.width && y < this.height;
    return isPlace ? y * this.width + x : NONE;
  }

  /**
   * The last event at a place so far, or -1.
   * @param {number} x
   * @param {number} y
   */
  lastAt(x, y) {
    const place = this.#number(x, y);
    return place === NONE ? NONE : this.#last[place];
  }

  /**
   * What is known of a place so far.
   * @param {Place} place
   * @returns {Node | null}
   */
  node([x, y]) {
    const event = this.lastAt(x, y);
    if (event === NONE) return null;
    const parent = /** @type {Place} */ ([this.spot(event, 2), this.spot(event, 3)]);
    const [g, h, f] = [0, 1, 2].map((at) => this.value(event, at));
    const kind = this.kind(event);
    return { event, kind, name: NAMES[kind], place: [x, y], parent: Number.isNaN(parent[0]) ? null : parent, g, h, f };
  }

  /**
   * The way from a place back to where the search began, by parents.
   * @param {Place} place
   * @returns {Place[]}
   */
  wayBack(place) {
    const way = [place];
    const seen = new Set();
    let node = this.node(place);
    while (node?.parent && !seen.has(node.event)) {
      seen.add(node.event);
      way.push(node.parent);
      node = this.node(node.parent);
    }
    return way;
  }

  /**
   * All events of a kind, in order.
   * @param {number} kind
   * @returns {Int32Array}
   */
  ofKind(kind) {
    let events = this.#byKind.get(kind);
    if (!events) {
      const found = [];
      for (let event = 0; event < this.count; event++) {
        if (this.kind(event) === kind) found.push(event);
      }
      events = Int32Array.from(found);
      this.#byKind.set(kind, events);
    }
    return events;
  }

  /**
   * Those of them that have happened.
   * @param {number} kind
   * @returns {Int32Array}
   */
  happened(kind) {
    const events = this.ofKind(kind);
    return events.subarray(0, firstFrom(events, this.step));
  }

  /**
   * The event whose turn it is: the last one that has happened, or -1.
   */
  get current() {
    return this.step - 1;
  }

  /** Where the expansion begins to which the present event belongs. */
  get expansionBegin() {
    for (let event = this.current; event >= 0; event--) {
      if (isExpansion(this.kind(event))) return event;
    }
    return 0;
  }

  /**
   * The step after the next expansion, or before the one before.
   * @param {1 | -1} direction
   */
  nextExpansion(direction) {
    let event = direction > 0 ? this.step : this.step - 2;
    while (event >= 0 && event < this.count && !isExpansion(this.kind(event))) event += direction;
    return Math.min(Math.max(event + 1, 0), this.count);
  }
}

/** @param {number} kind */
const isExpansion = (kind) => kind === Kind.EXPAND || kind === Kind.EXPAND_INTERVAL;

/**
 * How many of the numbers, which grow, are below a limit.
 * @param {Int32Array} numbers
 * @param {number} limit
 */
function firstFrom(numbers, limit) {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numbers[middle] < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
