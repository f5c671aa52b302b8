import { Kind } from "../search/playback.js";
import { happened, isSeen, stroke } from "./drawing.js";

/** @import { Overlay } from "./index.js" */

/** @type {Overlay} */
export const scans = {
  id: "scans",
  colour: "scan",
  label: "Jump scans",
  help: "The lines along which jump points were looked for; faint where nothing was found",
  modes: ["watch", "compare"],
  isOn: true,
  draw(context, scene) {
    const { playback, events } = happened(scene, Kind.SCAN);
    if (!playback) return;
    for (const found of [0, 1]) {
      context.beginPath();
      for (const event of events) {
        if (playback.spot(event, 4) !== found) continue;
        const [x, y, toX, toY] = [0, 1, 2, 3].map((at) => playback.spot(event, at) + 0.5);
        if (!isSeen(scene, x, y, toX, toY)) continue;
        context.moveTo(x, y);
        context.lineTo(toX, toY);
      }
      stroke(context, scene.palette.scan, Math.max(1.2 * scene.pixel, 0.06), found ? 0.8 : 0.35);
    }
  },
};
