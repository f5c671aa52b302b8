import { DASHES } from "../view/palette.js";
import { point, stroke, trace } from "./drawing.js";

/** @import { Overlay } from "./index.js" */
/** @import { Scene } from "../view/pane.js" */
/** @import { Lane } from "../state/store.js" */

/**
 * @param {CanvasRenderingContext2D} context
 * @param {Scene} scene
 * @param {Lane} lane
 * @param {number} number
 * @param {number} width in pixels
 */
function draw(context, scene, lane, number, width) {
  const { plan } = lane;
  if (!plan || plan.path.length === 0) return;
  const { pixel, palette } = scene;
  const corners = plan.places !== "cells";
  const thickness = Math.max(width * pixel, 0.06);
  context.beginPath();
  trace(context, plan.path.map((place) => point(place, corners)));
  context.lineJoin = context.lineCap = "round";
  stroke(context, palette.free, thickness + 2 * pixel, 0.8);
  context.setLineDash((plan.outcome === "found" ? DASHES[number % DASHES.length] : [1, 2]).map((part) => part * thickness));
  context.lineCap = "butt";
  stroke(context, palette.lanes[number % palette.lanes.length], thickness);
}

/** While a search is gone through, its path is seen at its end. @param {Scene} scene @param {Lane} lane */
function isDone({ state }, lane) {
  return state.mode === "plan" || !lane.playback || state.step >= lane.playback.count;
}

/** @type {Overlay} */
export const path = {
  id: "path",
  label: "Path",
  help: "The path that was found; dashed where it does not reach the goal",
  modes: ["plan", "watch", "compare"],
  isOn: true,
  draw(context, scene) {
    if (scene.lane && isDone(scene, scene.lane)) draw(context, scene, scene.lane, scene.number, 4);
  },
};

/** @type {Overlay} */
export const otherPaths = {
  id: "other-paths",
  label: "Other planners' paths",
  help: "The paths of all planners in one picture",
  modes: ["compare"],
  isOn: true,
  draw(context, scene) {
    scene.state.lanes.forEach((lane, number) => {
      if (lane !== scene.lane && isDone(scene, lane)) draw(context, scene, lane, number, 2.5);
    });
  },
};

