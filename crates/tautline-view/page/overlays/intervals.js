import { Kind } from "../search/playback.js";
import { happened, isSeen, stroke } from "./drawing.js";

/** @import { Overlay } from "./index.js" */
/** @import { Scene } from "../view/pane.js" */

/**
 * The intervals of a kind as lines along their rows.
 * @param {CanvasRenderingContext2D} context
 * @param {Scene} scene
 * @param {number} kind
 */
function rows(context, scene, kind) {
  const { playback, events } = happened(scene, kind);
  context.beginPath();
  for (const event of events) {
    const [row, left, right] = [playback?.spot(event, 2) ?? 0, playback?.spot(event, 3) ?? 0, playback?.spot(event, 4) ?? 0];
    if (!isSeen(scene, left, row, right, row)) continue;
    context.moveTo(left, row);
    context.lineTo(right, row);
  }
}

/** @type {Overlay} */
export const intervals = {
  id: "intervals",
  colour: "interval",
  label: "Intervals",
  help: "What Anya and Taut search over: points of a row that are seen from a root. Thick ones have been expanded",
  modes: ["watch", "compare"],
  isOn: true,
  draw(context, scene) {
    rows(context, scene, Kind.GENERATE_INTERVAL);
    stroke(context, scene.palette.open, Math.max(1.5 * scene.pixel, 0.06), 0.9);
    rows(context, scene, Kind.EXPAND_INTERVAL);
    stroke(context, scene.palette.interval, Math.max(2.5 * scene.pixel, 0.12), 0.9);
  },
};
