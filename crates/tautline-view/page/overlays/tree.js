import { Kind } from "../search/playback.js";
import { happened, isSeen, point, stroke } from "./drawing.js";

/** @import { Overlay } from "./index.js" */

/** @type {Overlay} */
export const tree = {
  id: "tree",
  colour: "ink",
  label: "Search tree",
  help: "A line from each expanded place to its parent",
  modes: ["watch", "compare"],
  isOn: false,
  draw(context, scene) {
    const { playback, events } = happened(scene, Kind.EXPAND);
    if (!playback) return;
    context.beginPath();
    for (const event of events) {
      const parent = point([playback.spot(event, 2), playback.spot(event, 3)], playback.isOnCorners);
      const place = point([playback.spot(event, 0), playback.spot(event, 1)], playback.isOnCorners);
      if (Number.isNaN(parent[0]) || !isSeen(scene, ...parent, ...place)) continue;
      context.moveTo(...parent);
      context.lineTo(...place);
    }
    stroke(context, scene.palette.ink, Math.max(0.7 * scene.pixel, 0.04), 0.5);
  },
};
