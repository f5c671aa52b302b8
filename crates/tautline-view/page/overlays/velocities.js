import { arrow, isSeen, stroke } from "./drawing.js";

/** @import { Overlay } from "./index.js" */

/** @type {Overlay} */
export const velocities = {
  id: "velocities",
  colour: "ink",
  label: "Velocities",
  help: "Where each agent would be in a second",
  modes: ["crowd"],
  isOn: false,
  draw(context, scene) {
    const { crowd } = scene.state;
    if (!crowd) return;
    context.beginPath();
    for (let agent = 0; agent < crowd.count; agent++) {
      const [position, velocity] = [crowd.position(agent), crowd.velocity(agent)];
      if (!isSeen(scene, ...position, ...position)) continue;
      arrow(context, position, velocity, crowd.radius(agent));
    }
    stroke(context, scene.palette.ink, 1.2 * scene.pixel);
  },
};
