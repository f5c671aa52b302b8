import { Kind } from "../search/playback.js";
import { happened, isSeen, point, stroke } from "./drawing.js";

/** @import { Overlay } from "./index.js" */

/** @type {Overlay} */
export const sights = {
  id: "sights",
  colour: "sight",
  label: "Lines of sight",
  help: "The lines of sight that were checked; dashed where something was in the way",
  modes: ["watch", "compare"],
  isOn: false,
  draw(context, scene) {
    const { playback, events } = happened(scene, Kind.SIGHT);
    if (!playback) return;
    for (const free of [0, 1]) {
      context.beginPath();
      for (const event of events) {
        if (playback.spot(event, 4) !== free) continue;
        const from = point([playback.spot(event, 0), playback.spot(event, 1)], playback.isOnCorners);
        const to = point([playback.spot(event, 2), playback.spot(event, 3)], playback.isOnCorners);
        if (!isSeen(scene, ...from, ...to)) continue;
        context.moveTo(...from);
        context.lineTo(...to);
      }
      context.setLineDash(free ? [] : [3 * scene.pixel, 3 * scene.pixel]);
      stroke(context, free ? scene.palette.sight : scene.palette.blind, scene.pixel, 0.6);
    }
  },
};
