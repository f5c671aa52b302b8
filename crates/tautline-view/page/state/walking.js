// Lets a crowd walk: as many steps as time has passed, and never more at once than the engine keeps up with.

import { CrowdRun } from "./crowd_run.js";

/** @import { Engine } from "../engine/engine.js" */
/** @import { Store } from "./store.js" */

/** At most so many steps are made for one picture. */
const MOST = 20;

export class Walking {
  #isBusy = false;
  #before = 0;
  #rest = 0;
  /** Goals that the engine has not been told of. @type {[number, number, number][]} */
  #goals = [];
  /** Steps for one of real time: 1 is real time. */
  pace = 1;
  /** Pictures a second, of late. */
  rate = 0;

  /**
   * @param {Store} store
   * @param {Engine} engine
   */
  constructor(store, engine) {
    this.store = store;
    this.engine = engine;
    store.on(["playing", "mode", "crowd"], () => this.#update());
  }

  /**
   * Puts a crowd on the map.
   * @param {{source: object, model: string, guide: string}} request
   */
  async begin(request) {
    this.store.set({ playing: false, agent: null });
    const crowd = await this.engine.crowd(request);
    const run = new CrowdRun(crowd);
    this.#goals = [];
    run.walk(await this.engine.walk({ steps: 0, chosen: null }), 0);
    return run;
  }

  /** An agent has somewhere else to go. @param {number} agent @param {[number, number]} goal */
  async send(agent, goal) {
    const { crowd } = this.store.state;
    if (!crowd) return;
    const before = crowd.goal(agent);
    crowd.setGoal(agent, goal);
    this.#goals.push([agent, ...goal]);
    if (!(await this.step(0))) crowd.setGoal(agent, before);
  }

  /** Makes some steps. @param {number} steps @returns {Promise<boolean>} whether the engine did what it was asked to */
  async step(steps) {
    const { crowd, agent } = this.store.state;
    if (!crowd || this.#isBusy) return true;
    let isDone = true;
    this.#isBusy = true;
    const goals = this.#goals;
    this.#goals = [];
    try {
      const walked = await this.engine.walk({ steps, chosen: agent, goals });
      if (this.store.state.crowd === crowd) {
        crowd.walk(walked, steps);
        this.onwalked();
        if (walked.done && steps > 0) this.store.set({ playing: false });
      }
    } catch (error) {
      this.store.set({ playing: false });
      this.store.complain(error);
      isDone = false;
    }
    this.#isBusy = false;
    // Somebody was sent elsewhere meanwhile.
    if (this.#goals.length > 0) return this.step(0);
    return isDone;
  }

  /** Called when everybody is somewhere else. */
  onwalked = () => {};

  #update() {
    const { playing, mode, crowd } = this.store.state;
    if (!playing || mode !== "crowd" || !crowd || this.#before !== 0) return;
    this.#before = performance.now();
    requestAnimationFrame(() => this.#tick());
  }

  async #tick() {
    const { playing, mode, crowd } = this.store.state;
    if (!playing || mode !== "crowd" || !crowd) {
      this.#before = 0;
      return;
    }
    const now = performance.now();
    const passed = Math.max(now - this.#before, 1);
    this.#before = now;
    this.rate += (1000 / passed - this.rate) * 0.1;
    const steps = ((passed / 1000) * this.pace) / crowd.crowd.timeStep + this.#rest;
    const whole = Math.min(Math.floor(steps), MOST);
    this.#rest = Math.min(steps - whole, 1);
    if (whole > 0) await this.step(whole);
    requestAnimationFrame(() => this.#tick());
  }
}
