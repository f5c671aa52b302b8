// What the page is used for, in the order of the tabs.

/** @import { Mode } from "../types.js" */

/** @type {[Mode, string, string][]} */
export const MODES = [
  ["plan", "Plan", "Drag the ends, and the path follows (1)"],
  ["watch", "Watch", "See how a planner finds its path (2)"],
  ["compare", "Compare", "See several planners beside each other (3)"],
  ["crowd", "Crowd", "See agents walk (4)"],
];
