// What overlays draw with.

import { css } from "../view/palette.js";

/** @import { Place } from "../types.js" */
/** @import { Scene } from "../view/pane.js" */
/** @import { Rgb } from "../view/palette.js" */

/**
 * Where a place is on the map: a cell is its middle.
 * @param {Place} place
 * @param {boolean} isOnCorners
 * @returns {Place}
 */
export function point([x, y], isOnCorners) {
  return isOnCorners ? [x, y] : [x + 0.5, y + 0.5];
}

/**
 * A line through points.
 * @param {CanvasRenderingContext2D} context
 * @param {Iterable<Place>} points
 */
export function trace(context, points) {
  let isFirst = true;
  for (const [x, y] of points) {
    if (isFirst) context.moveTo(x, y);
    else context.lineTo(x, y);
    isFirst = false;
  }
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {Rgb} colour
 * @param {number} width in tiles
 * @param {number} [alpha]
 */
export function stroke(context, colour, width, alpha = 1) {
  context.strokeStyle = css(colour, alpha);
  context.lineWidth = width;
  context.stroke();
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {Place} centre
 * @param {number} radius
 */
export function disc(context, [x, y], radius) {
  context.moveTo(x + radius, y);
  context.arc(x, y, radius, 0, 2 * Math.PI);
}

/**
 * An arrow that begins at a point.
 * @param {CanvasRenderingContext2D} context
 * @param {Place} from
 * @param {Place} along
 * @param {number} head how long its head is
 */
export function arrow(context, [x, y], [dx, dy], head) {
  const length = Math.hypot(dx, dy);
  if (length === 0) return;
  const [tipX, tipY] = [x + dx, y + dy];
  const size = Math.min(head, length / 2) / length;
  context.moveTo(x, y);
  context.lineTo(tipX, tipY);
  context.moveTo(tipX - size * (dx - dy / 2), tipY - size * (dy + dx / 2));
  context.lineTo(tipX, tipY);
  context.lineTo(tipX - size * (dx + dy / 2), tipY - size * (dy - dx / 2));
}

/**
 * Whether a box is seen.
 * @param {Scene} scene
 * @param {number} x0
 * @param {number} y0
 * @param {number} x1
 * @param {number} y1
 */
export function isSeen({ seen }, x0, y0, x1, y1) {
  return Math.max(x0, x1) >= seen.left && Math.min(x0, x1) <= seen.right && Math.max(y0, y1) >= seen.top && Math.min(y0, y1) <= seen.bottom;
}

/** So many of the newest events of a kind are drawn at most: more cannot be told apart, and take time. */
const MOST = 20000;

/**
 * The events of a kind that have happened, the newest, where lines can be seen.
 * @param {Scene} scene
 * @param {number} kind
 */
export function happened({ lane }, kind) {
  const playback = lane?.playback;
  if (!playback) return { playback: null, events: new Int32Array() };
  const events = playback.happened(kind);
  return { playback, events: events.subarray(Math.max(0, events.length - MOST)) };
}
