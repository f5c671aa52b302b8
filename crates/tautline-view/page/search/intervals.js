// Intervals that were clicked: which one it was, and by which roots the way to it leads.

import { Kind } from "./playback.js";

/** @import { Place } from "../types.js" */
/** @import { Playback } from "./playback.js" */

/** @typedef {{event: number, isExpanded: boolean, root: Place, row: number, left: number, right: number, g: number, f: number}} Interval */

/** How far a sum of lengths can be off. */
const TOLERANCE = 1e-6;

/**
 * @param {Playback} playback
 * @param {number} event
 * @returns {Interval}
 */
export function interval(playback, event) {
  const [x, y, row, left, right] = [0, 1, 2, 3, 4].map((at) => playback.spot(event, at));
  const isExpanded = playback.kind(event) === Kind.EXPAND_INTERVAL;
  return { event, isExpanded, root: [x, y], row, left, right, g: playback.value(event, 0), f: playback.value(event, 2) };
}

/**
 * The newest interval so far that is near a point, or null.
 * @param {Playback} playback
 * @param {number} x
 * @param {number} y
 * @param {number} reach how far beside it still means it, in tiles
 * @returns {number | null}
 */
export function intervalAt(playback, x, y, reach) {
  /** @type {number | null} */
  let found = null;
  let least = reach;
  for (const kind of [Kind.EXPAND_INTERVAL, Kind.GENERATE_INTERVAL]) {
    const events = playback.happened(kind);
    for (let at = events.length - 1; at >= 0; at--) {
      const { row, left, right } = interval(playback, events[at]);
      const distance = Math.hypot(Math.max(left - x, 0, x - right), row - y);
      if (distance < least) [found, least] = [events[at], distance];
    }
  }
  return found;
}

/**
 * The roots from that of an interval back to where the search began. Each was seen in an interval of the one before it, from which the way to
 * it is as long as the search says.
 * @param {Playback} playback
 * @param {number} event
 * @returns {Place[]}
 */
export function roots(playback, event) {
  let { root, g } = interval(playback, event);
  const way = [root];
  const before = [...playback.happened(Kind.EXPAND_INTERVAL), ...playback.happened(Kind.GENERATE_INTERVAL)].map((at) => interval(playback, at));
  while (g > TOLERANCE) {
    const [x, y] = root;
    const from = before.find((seen) => {
      const isSeen = seen.row === y && seen.left <= x + TOLERANCE && seen.right >= x - TOLERANCE;
      const length = Math.hypot(seen.root[0] - x, seen.root[1] - y);
      return length > 0 && (isSeen || seen.root[1] === y) && Math.abs(seen.g + length - g) < TOLERANCE * Math.max(g, 1);
    });
    if (!from || from.g >= g) break;
    ({ root, g } = from);
    way.push(root);
  }
  // What a start within a tile sees is found without intervals.
  const start = playback.recording.plan.path[0];
  if (start && g > TOLERANCE && Math.abs(Math.hypot(start[0] - root[0], start[1] - root[1]) - g) < TOLERANCE * Math.max(g, 1)) way.push(start);
  return way;
}
