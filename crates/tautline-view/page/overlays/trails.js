import { stroke } from "./drawing.js";

/** @import { Overlay } from "./index.js" */

/** @type {Overlay} */
export const trails = {
  id: "trails",
  colour: "ink",
  label: "Trails",
  help: "Where the agents have been of late",
  modes: ["crowd"],
  isOn: false,
  draw(context, scene) {
    const { crowd } = scene.state;
    if (!crowd) return;
    context.beginPath();
    for (let agent = 0; agent < crowd.count; agent++) {
      crowd.trails.forEach((places, at) => {
        const [x, y] = [places[2 * agent], places[2 * agent + 1]];
        if (at === 0) context.moveTo(x, y);
        else context.lineTo(x, y);
      });
    }
    stroke(context, scene.palette.ink, scene.pixel, 0.35);
  },
};
