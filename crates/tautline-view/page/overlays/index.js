// What can be drawn over the map, from bottom to top. A new overlay is a file and a line.

import { agents } from "./agents.js";
import { angleRanges } from "./angle_ranges.js";
import { choice } from "./choice.js";
import { current } from "./current.js";
import { draft } from "./draft.js";
import { ends } from "./ends.js";
import { goals } from "./goals.js";
import { intervals } from "./intervals.js";
import { landmarks } from "./landmarks.js";
import { node } from "./node.js";
import { otherPaths, path } from "./path.js";
import { scans } from "./scans.js";
import { sights } from "./sights.js";
import { tree } from "./tree.js";
import { trails } from "./trails.js";
import { velocities } from "./velocities.js";

/** @import { Mode } from "../types.js" */
/** @import { Palette } from "../view/palette.js" */
/** @import { Scene } from "../view/pane.js" */

/**
 * @typedef {object} Overlay
 * @property {string} id
 * @property {string} label
 * @property {string} help
 * @property {Mode[]} modes in which it can be seen
 * @property {keyof Palette} [colour] what it is drawn in, for the legend
 * @property {boolean} isOn whether it is drawn unless somebody says otherwise
 * @property {(context: CanvasRenderingContext2D, scene: Scene) => void} draw in tiles
 */

/** @type {Overlay[]} */
export const OVERLAYS = [
  intervals, scans, sights, angleRanges, tree, landmarks, current, otherPaths, path, node, ends, trails, goals, agents, velocities, choice, draft,
];
