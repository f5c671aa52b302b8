import { Kind } from "../search/playback.js";
import { css } from "../view/palette.js";
import { happened, isSeen } from "./drawing.js";

/** @import { Overlay } from "./index.js" */

/** Only those of the newest corners: they lie over each other. */
const NEWEST = 60;
/** A range without a bound ends here: no neighbour of a corner is farther off. */
const RIGHT_ANGLE = Math.PI / 2;

/** @type {Overlay} */
export const angleRanges = {
  id: "angle-ranges",
  colour: "sight",
  label: "Angle ranges",
  help: "AP Theta*: between which directions the neighbours of the newest corners are known to be seen from the parent",
  modes: ["watch", "compare"],
  isOn: true,
  draw(context, scene) {
    const { playback, events } = happened(scene, Kind.ANGLE_RANGE);
    if (!playback) return;
    context.fillStyle = css(scene.palette.sight, 0.15);
    for (const event of events.subarray(Math.max(0, events.length - NEWEST))) {
      // Right before it, its corner was expanded.
      const [x, y] = [playback.spot(event - 1, 0), playback.spot(event - 1, 1)];
      const [tipX, tipY, lowX, lowY, highX, highY] = [0, 1, 2, 3, 4, 5].map((at) => playback.spot(event, at));
      const reach = Math.hypot(x - tipX, y - tipY) + 1;
      if (!isSeen(scene, tipX - reach, tipY - reach, tipX + reach, tipY + reach)) continue;
      const heading = Math.atan2(y - tipY, x - tipX);
      const low = Number.isNaN(lowX) ? heading - RIGHT_ANGLE : Math.atan2(lowY, lowX);
      const high = Number.isNaN(highX) ? heading + RIGHT_ANGLE : Math.atan2(highY, highX);
      context.beginPath();
      context.moveTo(tipX, tipY);
      context.arc(tipX, tipY, reach, low, high);
      context.fill();
    }
  },
};
