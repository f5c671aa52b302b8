import { endShift } from "../state/store.js";
import { css } from "../view/palette.js";
import { disc } from "./drawing.js";

/** @import { Overlay } from "./index.js" */
/** @import { Place } from "../types.js" */

/** How large the ends are at least, in pixels: they have to be found and dragged. */
export const END_RADIUS = 9;

/** @type {Overlay} */
export const ends = {
  id: "ends",
  label: "Start and goal",
  help: "Where the path begins and ends; drag them",
  modes: ["plan", "watch", "compare"],
  isOn: true,
  draw(context, scene) {
    const { state, pixel, palette } = scene;
    const shift = endShift(state, scene.lane?.choice);
    const radius = Math.max(END_RADIUS * pixel, 0.4);
    const marks = /** @type {[Place | null, [number, number, number], string][]} */ ([
      [state.start, palette.start, "S"], [state.goal, palette.goal, "G"],
    ]);
    for (const [place, colour, letter] of marks) {
      if (!place) continue;
      const [x, y] = [place[0] + shift, place[1] + shift];
      context.beginPath();
      disc(context, [x, y], radius);
      context.fillStyle = css(colour);
      context.fill();
      context.strokeStyle = css(palette.free);
      context.lineWidth = 1.5 * pixel;
      context.stroke();
      context.fillStyle = css([255, 255, 255]);
      // Letters of a size below one pixel would not be drawn: they are drawn in a larger unit.
      context.save();
      context.translate(x, y);
      context.scale(radius / 10, radius / 10);
      context.font = "bold 13px system-ui, sans-serif";
      context.textAlign = "center";
      context.textBaseline = "middle";
      context.fillText(letter, 0, 0.5);
      context.restore();
    }
  },
};
