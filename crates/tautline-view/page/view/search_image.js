// What a search has touched, as an image: a pixel for each place.

import { Kind } from "../search/playback.js";
import { CellImage, rgba } from "./cell_image.js";
import { ramp } from "./palette.js";

/** @import { Heat } from "../types.js" */
/** @import { Playback } from "../search/playback.js" */
/** @import { Palette } from "./palette.js" */

const OPACITY = 0.85;

export class SearchImage {
  /** @type {Heat} */
  #heat = "none";
  /** @type {Palette} */
  #palette;

  /**
   * @param {Playback} playback
   * @param {Palette} palette
   */
  constructor(playback, palette) {
    this.playback = playback;
    this.#palette = palette;
    this.image = new CellImage(playback.width, playback.height);
    this.#repaint();
  }

  /** @param {number} x @param {number} y */
  #paint(x, y) {
    const event = this.playback.lastAt(x, y);
    this.image.set(x, y, event < 0 ? 0 : this.#colour(event));
  }

  /** @param {number} event */
  #colour(event) {
    const { playback } = this;
    const at = ["g", "h", "f"].indexOf(this.#heat);
    if (at < 0) {
      return rgba(playback.kind(event) === Kind.GENERATE ? this.#palette.open : this.#palette.closed, OPACITY);
    }
    const value = playback.value(event, at);
    return Number.isFinite(value) ? rgba(ramp(value / (playback.largest[at] || 1)), OPACITY) : 0;
  }

  #repaint() {
    this.image.clear();
    const { playback } = this;
    for (let event = 0; event < playback.step; event++) {
      if (playback.kind(event) <= Kind.GENERATE) this.#paint(playback.spot(event, 0), playback.spot(event, 1));
    }
  }

  /**
   * Goes to a step of the search.
   * @param {number} step
   */
  seek(step) {
    this.playback.seek(step, (x, y) => this.#paint(x, y));
  }

  /**
   * @param {Heat} heat
   * @param {Palette} palette
   */
  show(heat, palette) {
    if (heat === this.#heat && palette === this.#palette) return;
    this.#heat = heat;
    this.#palette = palette;
    this.#repaint();
  }
}
