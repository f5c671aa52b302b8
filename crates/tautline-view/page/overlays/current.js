import { Kind } from "../search/playback.js";
import { css } from "../view/palette.js";
import { disc, point, stroke, trace } from "./drawing.js";

/** @import { Overlay } from "./index.js" */
/** @import { Place } from "../types.js" */

/** @type {Overlay} */
export const current = {
  id: "current",
  colour: "current",
  label: "What happens now",
  help: "The event at this step: the place with its parent, the interval with its cone and root, the line",
  modes: ["watch", "compare"],
  isOn: true,
  draw(context, scene) {
    const playback = scene.lane?.playback;
    if (!playback || playback.current < 0 || playback.step >= playback.count) return;
    const { pixel, palette } = scene;
    const event = playback.current;
    const kind = playback.kind(event);
    const spot = (/** @type {number} */ at) => playback.spot(event, at);
    const at = (/** @type {number} */ first) => point([spot(first), spot(first + 1)], playback.isOnCorners);
    const radius = Math.max(4 * pixel, 0.3);
    context.beginPath();
    if (kind === Kind.EXPAND_INTERVAL || kind === Kind.GENERATE_INTERVAL) {
      const root = /** @type {Place} */ ([spot(0), spot(1)]);
      const row = spot(2);
      trace(context, [root, [spot(3), row], [spot(4), row], root]);
      context.fillStyle = css(palette.current, 0.45);
      context.fill();
      stroke(context, palette.interval, 1.5 * pixel);
      context.beginPath();
      disc(context, root, radius);
    } else if (kind === Kind.SCAN || kind === Kind.SIGHT) {
      trace(context, [at(0), at(2)]);
      stroke(context, kind === Kind.SCAN ? palette.scan : spot(4) ? palette.sight : palette.blind, 3 * pixel);
      context.beginPath();
      disc(context, at(0), radius);
    } else {
      if (kind <= Kind.GENERATE && !Number.isNaN(spot(2))) {
        trace(context, [at(2), at(0)]);
        stroke(context, palette.ink, 1.5 * pixel);
        context.beginPath();
      }
      disc(context, at(0), radius);
    }
    context.fillStyle = css(palette.current);
    context.fill();
    stroke(context, palette.ink, pixel);
  },
};
