// The map as an image: a pixel for each cell.

import { CellImage, rgba } from "./cell_image.js";
import { mix } from "./palette.js";

/** @import { Board, Painted } from "../state/board.js" */
/** @import { Palette } from "./palette.js" */

/** Cells that cost this much, or more, are as dark as rough ground gets. */
const ROUGHEST = 16;

export class BoardImage {
  /**
   * @param {Board} board
   * @param {Palette} palette
   */
  constructor(board, palette) {
    this.board = board;
    this.palette = palette;
    this.image = new CellImage(board.width, board.height);
    /** @type {Map<number, number>} */
    this.colours = new Map();
    this.image.fill((x, y) => this.#colour(board.costs[y * board.width + x]));
  }

  /** @param {number} cost */
  #colour(cost) {
    let colour = this.colours.get(cost);
    if (colour === undefined) {
      const { free, blocked, rough } = this.palette;
      const share = Math.min(Math.log2(Math.max(cost, 1)) / Math.log2(ROUGHEST), 1);
      colour = rgba(cost === 0 ? blocked : mix(free, rough, share));
      this.colours.set(cost, colour);
    }
    return colour;
  }

  /** @param {Painted[]} cells */
  change(cells) {
    for (const [x, y, cost] of cells) this.image.set(x, y, this.#colour(cost));
  }
}
