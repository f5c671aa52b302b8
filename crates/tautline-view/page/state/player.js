// Goes through searches by itself: so many events a second, all lanes in step.

/** @import { Store } from "./store.js" */

export class Player {
  #frame = 0;
  #before = 0;
  /** Parts of an event that are still to come. */
  #rest = 0;

  /** @param {Store} store */
  constructor(store) {
    this.store = store;
    store.on(["playing", "mode"], () => this.#update());
  }

  /** How many events the longest search has. */
  get end() {
    return Math.max(0, ...this.store.state.lanes.map((lane) => lane.playback?.count ?? 0));
  }

  /** @param {number} step */
  seek(step) {
    this.store.set({ step: Math.min(Math.max(Math.round(step), 0), this.end) });
  }

  /** @param {number} events */
  by(events) {
    this.store.set({ playing: false });
    this.seek(this.store.state.step + events);
  }

  /** To the next expansion of the active lane, or the one before. @param {1 | -1} direction */
  byExpansion(direction) {
    const { lanes, active, step } = this.store.state;
    const playback = lanes[active]?.playback;
    this.store.set({ playing: false });
    if (playback && playback.step === Math.min(step, playback.count)) this.seek(playback.nextExpansion(direction));
    else this.seek(step + direction);
  }

  toggle() {
    const { playing, step } = this.store.state;
    if (!playing && step >= this.end) this.seek(0);
    this.store.set({ playing: !playing });
  }

  #update() {
    const { playing } = this.store.state;
    cancelAnimationFrame(this.#frame);
    if (!playing) return;
    this.#before = performance.now();
    this.#rest = 0;
    this.#frame = requestAnimationFrame(() => this.#tick());
  }

  #tick() {
    const now = performance.now();
    const { step, speed } = this.store.state;
    const events = ((now - this.#before) / 1000) * speed + this.#rest;
    this.#before = now;
    this.#rest = events % 1;
    if (this.end > 0) {
      this.seek(step + Math.floor(events));
      if (this.store.state.step >= this.end) {
        this.store.set({ playing: false });
        return;
      }
    }
    this.#frame = requestAnimationFrame(() => this.#tick());
  }
}
