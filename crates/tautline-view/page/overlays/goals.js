import { isSeen, stroke } from "./drawing.js";

/** @import { Overlay } from "./index.js" */

/** @type {Overlay} */
export const goals = {
  id: "goals",
  colour: "goal",
  label: "Goals",
  help: "Where the agents want to get to, as crosses",
  modes: ["crowd"],
  isOn: false,
  draw(context, scene) {
    const { crowd } = scene.state;
    if (!crowd) return;
    context.beginPath();
    for (let agent = 0; agent < crowd.count; agent++) {
      const [x, y] = crowd.goal(agent);
      const size = crowd.radius(agent) / 2;
      if (!isSeen(scene, x - size, y - size, x + size, y + size)) continue;
      context.moveTo(x - size, y - size);
      context.lineTo(x + size, y + size);
      context.moveTo(x - size, y + size);
      context.lineTo(x + size, y - size);
    }
    stroke(context, scene.palette.goal, scene.pixel);
  },
};
