// The mouse, the pen and fingers on a map: they drag ends, paint, choose, pan and zoom.

import { END_RADIUS } from "../overlays/ends.js";
import { intervalAt } from "../search/intervals.js";
import { isWatched } from "../view/pane.js";

/** @import { App } from "../app.js" */
/** @import { Pane } from "../view/pane.js" */

/** Who clicks so many pixels beside an interval means it. */
const REACH = 6;
/** Who moves less than this many pixels has clicked. */
const CLICK = 4;

/** @typedef {{kind: "pan"} | {kind: "end", end: "start" | "goal"} | {kind: "paint"} | {kind: "agent", from: [number, number]}} Drag */

export class Pointer {
  /** @type {Map<number, {x: number, y: number}>} */
  #fingers = new Map();
  /** @type {Drag | null} */
  #drag = null;
  #moved = 0;

  /**
   * @param {App} app
   * @param {Pane} pane
   */
  constructor(app, pane) {
    this.app = app;
    this.pane = pane;
    const { root } = pane;
    root.addEventListener("pointerdown", (event) => this.#down(event));
    root.addEventListener("pointermove", (event) => this.#move(event));
    // Comes as soon as the mouse is moved, where browsers have it; other events wait for the next picture of the page.
    root.addEventListener("pointerrawupdate", (event) => this.#raw(/** @type {PointerEvent} */ (event)));
    root.addEventListener("pointerup", (event) => this.#up(event));
    root.addEventListener("pointercancel", (event) => this.#up(event));
    root.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    root.addEventListener("contextmenu", (event) => event.preventDefault());
  }

  /** @param {PointerEvent | WheelEvent} event */
  #pixel(event) {
    const box = this.pane.root.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  /** @param {PointerEvent} event */
  #down(event) {
    const at = this.#pixel(event);
    this.pane.root.setPointerCapture(event.pointerId);
    this.pane.root.focus({ preventScroll: true });
    this.#fingers.set(event.pointerId, at);
    this.#moved = 0;
    if (this.#fingers.size > 1) {
      // A second finger zooms; what the first began is over.
      this.#finish();
      this.#drag = { kind: "pan" };
      return;
    }
    this.app.store.set({ active: Math.min(this.pane.number, this.app.store.state.lanes.length - 1) });
    this.#drag = this.#begin(event, at);
    if (this.#drag.kind === "paint") this.app.painter.stroke(...this.app.stage.camera.toMap(at.x, at.y));
  }

  /**
   * @param {PointerEvent} event
   * @param {{x: number, y: number}} at
   * @returns {Drag}
   */
  #begin(event, { x, y }) {
    if (event.button !== 0 || event.shiftKey) return { kind: "pan" };
    const { tool, mode } = this.app.store.state;
    const end = mode === "crowd" ? null : this.#endAt(x, y);
    if (end) return { kind: "end", end };
    if (tool === "agent") return mode === "crowd" ? { kind: "agent", from: this.app.stage.camera.toMap(x, y) } : { kind: "pan" };
    return tool === "move" ? { kind: "pan" } : { kind: "paint" };
  }

  /**
   * The end of the path under a pixel.
   * @param {number} x
   * @param {number} y
   * @returns {"start" | "goal" | null}
   */
  #endAt(x, y) {
    const { state } = this.app.store;
    const { camera } = this.app.stage;
    const shift = this.app.endShift;
    const reach = Math.max(END_RADIUS + 5, 0.5 * camera.scale);
    for (const end of /** @type {const} */ (["goal", "start"])) {
      const place = state[end];
      if (!place) continue;
      const [px, py] = [(place[0] + shift - camera.x) * camera.scale, (place[1] + shift - camera.y) * camera.scale];
      if (Math.hypot(px - x, py - y) <= reach) return end;
    }
    return null;
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const before = this.#fingers.get(event.pointerId);
    const at = this.#pixel(event);
    const { stage, store } = this.app;
    if (!before) {
      this.pane.root.style.cursor = this.#endAt(at.x, at.y) && store.state.mode !== "crowd" ? "grab" : "";
      return;
    }
    this.#moved += Math.hypot(at.x - before.x, at.y - before.y);
    this.#fingers.set(event.pointerId, at);
    if (this.#fingers.size === 2) {
      this.#pinch(event.pointerId, before, at);
      return;
    }
    const drag = this.#drag;
    if (drag?.kind === "end") this.app.moveEnd(drag.end, stage.camera.toMap(at.x, at.y), event.timeStamp);
    else if (drag?.kind === "paint") this.app.painter.stroke(...stage.camera.toMap(at.x, at.y));
    else if (drag?.kind === "agent") store.set({ draft: [drag.from, stage.camera.toMap(at.x, at.y)] });
    else if (this.#moved > CLICK) stage.camera.pan(at.x - before.x, at.y - before.y);
  }

  /** An end that is dragged is asked for at once. @param {PointerEvent} event */
  #raw(event) {
    if (this.#drag?.kind !== "end" || this.#fingers.size !== 1 || !this.#fingers.has(event.pointerId)) return;
    const at = this.#pixel(event);
    this.app.moveEnd(this.#drag.end, this.app.stage.camera.toMap(at.x, at.y), event.timeStamp);
  }

  /**
   * Two fingers: what is between them stays between them.
   * @param {number} id of the finger that moved
   * @param {{x: number, y: number}} before
   * @param {{x: number, y: number}} now
   */
  #pinch(id, before, now) {
    const other = [...this.#fingers].find(([finger]) => finger !== id)?.[1];
    if (!other) return;
    const { camera } = this.app.stage;
    const distance = (/** @type {{x: number, y: number}} */ at) => Math.max(Math.hypot(at.x - other.x, at.y - other.y), 1);
    camera.pan((now.x - before.x) / 2, (now.y - before.y) / 2);
    camera.zoom(distance(now) / distance(before), (now.x + other.x) / 2, (now.y + other.y) / 2);
  }

  /** @param {PointerEvent} event */
  #up(event) {
    const at = this.#fingers.get(event.pointerId);
    this.#fingers.delete(event.pointerId);
    if (at && this.#drag?.kind === "pan" && this.#moved <= CLICK && event.button === 0) this.#click(at);
    if (this.#fingers.size === 0) this.#finish();
  }

  #finish() {
    if (this.#drag?.kind === "paint") this.app.painter.lift();
    if (this.#drag?.kind === "end") this.app.planning.ask({ settled: true });
    if (this.#drag?.kind === "agent") this.app.placeAgent();
    this.#drag = null;
  }

  /** @param {{x: number, y: number}} at */
  #click({ x, y }) {
    const { store, stage } = this.app;
    const [mapX, mapY] = stage.camera.toMap(x, y);
    const { state } = store;
    if (state.mode === "crowd") {
      this.app.clickCrowd(mapX, mapY);
    } else if (isWatched(state)) {
      const playback = this.pane.lane?.playback;
      const place = state.board.place(mapX, mapY, playback?.isOnCorners ? "corners" : "cells");
      const chosen = playback?.node(place) ? place : null;
      const event = playback && !chosen ? intervalAt(playback, mapX, mapY, Math.max(0.3, REACH / stage.camera.scale)) : null;
      store.set({ chosen, interval: event === null ? null : { lane: this.pane.number, event } });
    }
  }

  /** @param {WheelEvent} event */
  #wheel(event) {
    event.preventDefault();
    const { x, y } = this.#pixel(event);
    // A line of a mouse wheel is about forty pixels of a touch pad.
    const pixels = event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 40 : 1);
    this.app.stage.camera.zoom(Math.exp(-pixels / 400), x, y);
  }
}
