import { interval, roots } from "../search/intervals.js";
import { css } from "../view/palette.js";
import { disc, point, stroke, trace } from "./drawing.js";

/** @import { Overlay } from "./index.js" */

/** @type {Overlay} */
export const node = {
  id: "node",
  colour: "ink",
  label: "Chosen node",
  help: "The place or the interval that was clicked, and the way from there to where the search began",
  modes: ["watch", "compare"],
  isOn: true,
  draw(context, scene) {
    const { state, lane, pixel, palette } = scene;
    if (!lane?.playback) return;
    const corners = lane.playback.isOnCorners;
    const { interval: clicked } = state;
    if (clicked && clicked.lane === scene.number) {
      const { root, row, left, right } = interval(lane.playback, clicked.event);
      context.beginPath();
      trace(context, [root, [left, row], [right, row], root]);
      context.fillStyle = css(palette.current, 0.45);
      context.fill();
      stroke(context, palette.interval, 1.5 * pixel);
    } else if (!state.chosen) {
      return;
    }
    const back = clicked && clicked.lane === scene.number ? roots(lane.playback, clicked.event) : state.chosen ? lane.playback.wayBack(state.chosen) : [];
    if (back.length === 0) return;
    const way = back.map((place) => point(place, corners));
    context.beginPath();
    trace(context, way);
    context.lineJoin = "round";
    stroke(context, palette.free, 4 * pixel);
    stroke(context, palette.ink, 2 * pixel);
    context.beginPath();
    way.forEach((place) => disc(context, place, 2.5 * pixel));
    context.fillStyle = css(palette.ink);
    context.fill();
    context.beginPath();
    disc(context, way[0], 7 * pixel);
    stroke(context, palette.ink, 2 * pixel);
  },
};
