// Where maps are seen: one pane, or while planners are compared one for each of them, all on the same part of the map.

import { el } from "../panels/dom.js";
import { laneCaption, nodeCaption } from "../panels/text.js";
import { BoardImage } from "./board_image.js";
import { Camera } from "./camera.js";
import { palette } from "./palette.js";
import { isWatched, Pane } from "./pane.js";

/** @import { Store } from "../state/store.js" */
/** @import { Painted } from "../state/board.js" */
/** @import { Layer } from "./pane.js" */

export class Stage {
  camera = new Camera();
  /** @type {Pane[]} */
  panes = [];
  /** Called with each new pane. @type {(pane: Pane) => void} */
  onpane = () => {};

  /** @param {Store} store */
  constructor(store) {
    this.store = store;
    this.root = el("div", { class: "stage" });
    const { board, theme } = store.state;
    const colours = palette(theme);
    this.shared = { palette: colours, boardImage: new BoardImage(board, colours) };
    this.camera.onchange = () => this.#invalidate("base", "search", "top");
    store.on(["board", "theme"], () => this.#repaint());
    store.on(["mode", "lanes"], () => this.#arrange());
    store.on(["step", "heat", "shown"], () => this.#invalidate("search", "top"));
    store.on(["chosen", "interval", "step"], () => this.#describe());
    store.on(["start", "goal", "chosen", "interval", "crowd", "agent", "draft"], () => this.#invalidate("top"));
  }

  /** Puts the panes where they belong, once the page is there. */
  begin() {
    this.#arrange();
    this.fit();
  }

  /** Shows all of the map. */
  fit() {
    const { board } = this.store.state;
    const { width, height } = this.panes[0].size;
    this.camera.fit(board.width, board.height, width, height);
  }

  #repaint() {
    const { board, theme } = this.store.state;
    const isOther = board !== this.shared.boardImage.board;
    this.shared.palette = palette(theme);
    this.shared.boardImage = new BoardImage(board, this.shared.palette);
    document.documentElement.dataset.theme = theme;
    if (isOther && this.panes.length > 0) this.fit();
    this.#invalidate("base", "search", "top");
  }

  /**
   * Some cells have changed.
   * @param {Painted[]} cells
   */
  change(cells) {
    this.shared.boardImage.change(cells);
    this.#invalidate("base");
  }

  /** @param {Layer[]} layers */
  #invalidate(...layers) {
    this.panes.forEach((pane) => pane.invalidate(...layers));
  }

  /** What each pane says: whose it is, and what is known of the place that was clicked. */
  #describe() {
    const { state } = this.store;
    this.panes.forEach((pane, number) => {
      const lane = state.mode === "compare" ? laneCaption(state, number) : "";
      const node = isWatched(state) ? nodeCaption(state, number) : "";
      pane.caption.textContent = [lane, node].filter((text) => text !== "").join(" · ");
    });
  }

  /** One pane for each lane that is to be seen. */
  #arrange() {
    const { state } = this.store;
    const count = state.mode === "compare" ? state.lanes.length : 1;
    const isOther = count !== this.panes.length;
    while (this.panes.length > count) this.panes.pop()?.close();
    while (this.panes.length < count) {
      const pane = new Pane(this.store, this.camera, this.shared, this.panes.length);
      this.panes.push(pane);
      pane.onresize = () => {
        if (this.camera.isFitted) this.fit();
      };
      this.root.append(pane.root);
      this.onpane(pane);
    }
    this.root.dataset.panes = String(count);
    // Wide maps lie one above the other.
    this.root.toggleAttribute("data-wide", state.board.width > 1.5 * state.board.height);
    this.#describe();
    if (isOther) {
      this.#invalidate("base", "search", "top");
      requestAnimationFrame(() => this.fit());
    } else {
      this.panes.forEach((pane) => {
        if (isWatched(state) || state.mode === "crowd") pane.invalidate("search", "top");
        else pane.drawNow("search", "top");
      });
    }
  }
}
