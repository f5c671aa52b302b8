// A view on the map: the map itself, what the search has touched, and the overlays, each on a canvas of its own, so that what changes
// often does not redraw what does not.

import { OVERLAYS } from "../overlays/index.js";
import { el } from "../panels/dom.js";
import { css } from "./palette.js";
import { SearchImage } from "./search_image.js";

/** @import { Store, Lane, State } from "../state/store.js" */
/** @import { Camera } from "./camera.js" */
/** @import { BoardImage } from "./board_image.js" */
/** @import { Palette } from "./palette.js" */

/**
 * What an overlay is drawn from.
 * @typedef {object} Scene
 * @property {Readonly<State>} state
 * @property {Lane | null} lane
 * @property {number} number of the lane
 * @property {number} scale pixels of a tile
 * @property {number} pixel how long a pixel is, in tiles
 * @property {Palette} palette
 * @property {{left: number, top: number, right: number, bottom: number}} seen the part of the map that is seen
 */

/** @typedef {"base" | "search" | "top"} Layer */
/** @type {Layer[]} */
const LAYERS = ["base", "search", "top"];
/** Tiles have lines around them when they are at least so many pixels large. */
const LINES_FROM = 10;

export class Pane {
  /** @type {Record<Layer, CanvasRenderingContext2D>} */
  #contexts;
  /** @type {Set<Layer>} */
  #stale = new Set();
  #frame = 0;
  /** @type {SearchImage | null} */
  #search = null;
  /** Called when it has another size. */
  onresize = () => {};

  /**
   * @param {Store} store
   * @param {Camera} camera
   * @param {{boardImage: BoardImage, palette: Palette}} shared
   * @param {number} number of its lane
   */
  constructor(store, camera, shared, number) {
    this.store = store;
    this.camera = camera;
    this.shared = shared;
    this.number = number;
    const canvases = LAYERS.map((layer) => el("canvas", { class: `layer ${layer}` }));
    this.caption = el("div", { class: "caption" });
    this.root = el("div", { class: "pane", tabindex: "0", role: "application", "aria-label": "The map" }, ...canvases, this.caption);
    this.#contexts = /** @type {any} */ (Object.fromEntries(LAYERS.map((layer, at) => {
      const canvas = /** @type {HTMLCanvasElement} */ (canvases[at]);
      return [layer, canvas.getContext("2d", { alpha: layer !== "base" })];
    })));
    this.observer = new ResizeObserver(() => this.#resize());
    this.observer.observe(this.root);
  }

  /** It is not seen any more. */
  close() {
    this.observer.disconnect();
    cancelAnimationFrame(this.#frame);
    this.root.remove();
  }

  get ratio() {
    return window.devicePixelRatio || 1;
  }

  get size() {
    return { width: this.root.clientWidth, height: this.root.clientHeight };
  }

  #resize() {
    const { width, height } = this.size;
    for (const layer of LAYERS) {
      const canvas = this.#contexts[layer].canvas;
      const [across, down] = [Math.round(width * this.ratio), Math.round(height * this.ratio)];
      if (canvas.width !== across || canvas.height !== down) Object.assign(canvas, { width: across, height: down });
    }
    this.onresize();
    this.invalidate(...LAYERS);
    // Before the next picture of the page, or the canvas would be empty in it.
    this.#drawStale();
  }

  /** @returns {Lane | null} */
  get lane() {
    return this.store.state.lanes[this.number] ?? null;
  }

  /**
   * These will be drawn before the next picture of the page.
   * @param {Layer[]} layers
   */
  invalidate(...layers) {
    layers.forEach((layer) => this.#stale.add(layer));
    if (this.#frame === 0) this.#frame = requestAnimationFrame(() => this.#drawStale());
  }

  /**
   * Draws these now: an answer that comes in time for the next picture is in it.
   * @param {Layer[]} layers
   */
  drawNow(...layers) {
    layers.forEach((layer) => this.#draw(layer));
  }

  #drawStale() {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    for (const layer of LAYERS) {
      if (this.#stale.has(layer)) this.#draw(layer);
    }
  }

  /** @returns {Scene} */
  #scene() {
    const { camera, store, shared } = this;
    const { width, height } = this.size;
    const [left, top] = camera.toMap(0, 0);
    const [right, bottom] = camera.toMap(width, height);
    const [scale, pixel] = [camera.scale, 1 / camera.scale];
    return { state: store.state, lane: this.lane, number: this.number, scale, pixel, palette: shared.palette, seen: { left, top, right, bottom } };
  }

  /** @param {Layer} layer */
  #draw(layer) {
    this.#stale.delete(layer);
    const context = this.#contexts[layer];
    context.setTransform(1, 0, 0, 1, 0, 0);
    if (layer === "base") {
      context.fillStyle = css(this.shared.palette.outside);
      context.fillRect(0, 0, context.canvas.width, context.canvas.height);
    } else {
      context.clearRect(0, 0, context.canvas.width, context.canvas.height);
    }
    this.camera.apply(context, this.ratio);
    this.paint(layer, context, this.#scene());
  }

  /**
   * Draws a layer anywhere, a file for instance.
   * @param {Layer} layer
   * @param {CanvasRenderingContext2D} context which draws in tiles
   * @param {Scene} scene
   */
  paint(layer, context, scene) {
    if (layer === "base") {
      this.shared.boardImage.image.draw(context, scene.scale, scene.seen);
      if (scene.scale >= LINES_FROM) drawLines(context, scene);
    } else if (layer === "search") {
      this.#paintSearch(context, scene);
    } else {
      for (const overlay of OVERLAYS) {
        if (!overlay.modes.includes(scene.state.mode) || !(scene.state.shown[overlay.id] ?? overlay.isOn)) continue;
        context.save();
        overlay.draw(context, scene);
        context.restore();
      }
    }
  }

  /** @param {CanvasRenderingContext2D} context @param {Scene} scene */
  #paintSearch(context, scene) {
    const playback = isWatched(scene.state) ? (scene.lane?.playback ?? null) : null;
    if (!playback) {
      this.#search = null;
      return;
    }
    if (this.#search?.playback !== playback) this.#search = new SearchImage(playback, scene.palette);
    this.#search.show(scene.state.heat, scene.palette);
    this.#search.seek(scene.state.step);
    if (scene.state.shown.search ?? true) {
      this.#search.image.draw(context, scene.scale, scene.seen, playback.isOnCorners ? -0.5 : 0);
    }
  }

  /** A picture of what is seen. @returns {Promise<Blob>} */
  picture() {
    const { canvas } = this.#contexts.base;
    const whole = new OffscreenCanvas(canvas.width, canvas.height);
    const context = /** @type {OffscreenCanvasRenderingContext2D} */ (whole.getContext("2d"));
    this.#drawStale();
    for (const layer of LAYERS) context.drawImage(this.#contexts[layer].canvas, 0, 0);
    return whole.convertToBlob({ type: "image/png" });
  }
}

/** Whether searches are gone through. @param {Readonly<State>} state */
export const isWatched = (state) => state.mode === "watch" || state.mode === "compare";

/** @param {CanvasRenderingContext2D} context @param {Scene} scene */
function drawLines(context, { state, seen, pixel, palette }) {
  const { width, height } = state.board;
  const [left, right] = [Math.max(0, Math.floor(seen.left)), Math.min(width, Math.ceil(seen.right))];
  const [top, bottom] = [Math.max(0, Math.floor(seen.top)), Math.min(height, Math.ceil(seen.bottom))];
  context.beginPath();
  for (let x = left; x <= right; x++) {
    context.moveTo(x, top);
    context.lineTo(x, bottom);
  }
  for (let y = top; y <= bottom; y++) {
    context.moveTo(left, y);
    context.lineTo(right, y);
  }
  context.lineWidth = pixel;
  context.strokeStyle = css(palette.line);
  context.stroke();
}
