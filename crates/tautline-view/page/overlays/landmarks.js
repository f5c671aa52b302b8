import { Kind } from "../search/playback.js";
import { css } from "../view/palette.js";
import { happened, point } from "./drawing.js";

/** @import { Overlay } from "./index.js" */

/** @type {Overlay} */
export const landmarks = {
  id: "landmarks",
  colour: "current",
  label: "Landmarks",
  help: "The places from which distances were prepared",
  modes: ["watch", "compare"],
  isOn: true,
  draw(context, scene) {
    const { playback, events } = happened(scene, Kind.LANDMARK);
    const size = Math.max(7 * scene.pixel, 0.4);
    context.beginPath();
    for (const event of events) {
      const [x, y] = point([playback?.spot(event, 0) ?? 0, playback?.spot(event, 1) ?? 0], playback?.isOnCorners ?? false);
      context.moveTo(x, y - size);
      context.lineTo(x + size, y);
      context.lineTo(x, y + size);
      context.lineTo(x - size, y);
      context.closePath();
    }
    context.fillStyle = css(scene.palette.current);
    context.fill();
    context.strokeStyle = css(scene.palette.ink);
    context.lineWidth = scene.pixel;
    context.stroke();
  },
};
