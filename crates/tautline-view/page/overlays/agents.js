import { css } from "../view/palette.js";
import { Flag } from "../state/crowd_run.js";
import { disc, isSeen, stroke } from "./drawing.js";

/** @import { Overlay } from "./index.js" */
/** @import { Rgb } from "../view/palette.js" */

/** @type {Overlay} */
export const agents = {
  id: "agents",
  label: "Agents",
  help: "Coloured by group; red and ringed where two overlap, hollow where somebody has arrived, crossed out where there is no way",
  modes: ["crowd"],
  isOn: true,
  draw(context, scene) {
    const { crowd } = scene.state;
    if (!crowd) return;
    const { palette, pixel } = scene;
    // Those of one look are drawn at once: that is much quicker.
    /** @type {Map<string, {colour: Rgb, isHollow: boolean, agents: number[]}>} */
    const looks = new Map();
    /** @type {number[]} */
    const lost = [];
    for (let agent = 0; agent < crowd.count; agent++) {
      const [x, y] = crowd.position(agent);
      const radius = crowd.radius(agent);
      if (!isSeen(scene, x - radius, y - radius, x + radius, y + radius)) continue;
      const flags = crowd.flags(agent);
      const isHollow = (flags & Flag.ARRIVED) !== 0;
      const overlaps = (flags & Flag.OVERLAPS) !== 0;
      if (flags & Flag.NO_WAY) lost.push(agent);
      const group = crowd.group(agent) % palette.groups.length;
      const key = overlaps ? "overlaps" : `${group}${isHollow}`;
      const look = looks.get(key) ?? { colour: overlaps ? palette.collision : palette.groups[group], isHollow: isHollow && !overlaps, agents: [] };
      looks.set(key, look);
      look.agents.push(agent);
    }
    for (const [key, { colour, isHollow, agents }] of looks) {
      context.beginPath();
      for (const agent of agents) disc(context, crowd.position(agent), Math.max(crowd.radius(agent), pixel));
      context.fillStyle = css(colour, isHollow ? 0.25 : 0.9);
      context.fill();
      if (isHollow || key === "overlaps") stroke(context, key === "overlaps" ? palette.ink : colour, 1.5 * pixel);
    }
    context.beginPath();
    for (const agent of lost) {
      const [[x, y], radius] = [crowd.position(agent), crowd.radius(agent)];
      context.moveTo(x - radius, y - radius);
      context.lineTo(x + radius, y + radius);
      context.moveTo(x - radius, y + radius);
      context.lineTo(x + radius, y - radius);
    }
    stroke(context, palette.ink, 1.5 * pixel);
  },
};
