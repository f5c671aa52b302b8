// A crowd as the page knows it: who is in it, where everybody is, and where everybody was.

/** @import { Crowd, Walked } from "../types.js" */

/** A trail has this many places. */
const TRAIL = 60;

/** What the flags of an agent mean. */
export const Flag = Object.freeze({ ARRIVED: 1, OVERLAPS: 2, NO_WAY: 4 });

export class CrowdRun {
  /** @type {Walked | null} */
  now = null;
  /** Steps so far. */
  steps = 0;
  /** Pairs of agents that overlapped, counted in each picture. */
  overlaps = 0;
  /** The last places of all agents, x and y, one after the other, the oldest first. @type {Float32Array[]} */
  trails = [];

  /** @param {Crowd} crowd */
  constructor(crowd) {
    this.crowd = crowd;
    /** Whether groups tell agents apart. */
    this.hasGroups = crowd.agents.some((value, at) => at % 4 === 3 && value !== crowd.agents[3]);
    /** Where everybody began. @type {Float32Array | null} */
    this.begin = null;
  }

  get count() {
    return this.crowd.count;
  }

  /** @param {number} agent */
  radius(agent) {
    return this.crowd.agents[4 * agent];
  }

  /** @param {number} agent @returns {[number, number]} */
  goal(agent) {
    return [this.crowd.agents[4 * agent + 1], this.crowd.agents[4 * agent + 2]];
  }

  /** @param {number} agent @param {[number, number]} goal */
  setGoal(agent, [x, y]) {
    this.crowd.agents[4 * agent + 1] = x;
    this.crowd.agents[4 * agent + 2] = y;
  }

  /** What it is coloured by: its group, or, where all are of one, the quarter of the compass in which its goal lay. @param {number} agent */
  group(agent) {
    if (this.hasGroups || !this.begin) return this.crowd.agents[4 * agent + 3];
    const [x, y] = this.goal(agent);
    const angle = Math.atan2(y - this.begin[4 * agent + 1], x - this.begin[4 * agent]);
    return Math.floor((angle / (2 * Math.PI)) * 4 + 4) % 4;
  }

  /** @param {number} agent @returns {[number, number]} */
  position(agent) {
    const states = this.now?.states;
    return states ? [states[4 * agent], states[4 * agent + 1]] : [NaN, NaN];
  }

  /** @param {number} agent @returns {[number, number]} */
  velocity(agent) {
    const states = this.now?.states;
    return states ? [states[4 * agent + 2], states[4 * agent + 3]] : [0, 0];
  }

  /** @param {number} agent */
  flags(agent) {
    return this.now?.flags[agent] ?? 0;
  }

  /**
   * Some steps were made.
   * @param {Walked} walked
   * @param {number} steps
   */
  walk(walked, steps) {
    this.now = walked;
    this.begin ??= walked.states.slice();
    this.steps += steps;
    if (steps === 0) return;
    this.overlaps += walked.collisions;
    const places = new Float32Array(2 * this.count);
    for (let agent = 0; agent < this.count; agent++) places.set(this.position(agent), 2 * agent);
    this.trails.push(places);
    if (this.trails.length > TRAIL) this.trails.shift();
  }

  /**
   * The agent at a point, or null.
   * @param {number} x
   * @param {number} y
   * @param {number} reach how far beside an agent still means it
   * @returns {number | null}
   */
  agentAt(x, y, reach) {
    let [nearest, least] = [/** @type {number | null} */ (null), Infinity];
    for (let agent = 0; agent < this.count; agent++) {
      const [ax, ay] = this.position(agent);
      const distance = Math.hypot(ax - x, ay - y) - this.radius(agent);
      if (distance < Math.min(least, reach)) [nearest, least] = [agent, distance];
    }
    return nearest;
  }
}
