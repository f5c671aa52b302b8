// A pixel for each cell of a map, in tiles, so that a change touches little and a large map fits.

const SIZE = 256;
/** Maps with more cells have a small copy, too, for when they are seen from afar. */
const LARGE = 1 << 21;
const SHRINK = 8;

/** @typedef {{canvas: OffscreenCanvas, context: OffscreenCanvasRenderingContext2D, pixels: ImageData, words: Uint32Array, isStale: boolean, isUsed: boolean}} ImageTile */

export class CellImage {
  /** @type {(ImageTile | undefined)[]} */
  #tiles;
  /** @type {OffscreenCanvas | null} */
  #small = null;

  /**
   * @param {number} width
   * @param {number} height
   */
  constructor(width, height) {
    this.width = width;
    this.height = height;
    this.columns = Math.ceil(width / SIZE);
    this.rows = Math.ceil(height / SIZE);
    this.#tiles = new Array(this.columns * this.rows);
    if (width * height > LARGE) {
      this.#small = new OffscreenCanvas(Math.ceil(width / SHRINK), Math.ceil(height / SHRINK));
    }
  }

  /** @param {number} number @returns {ImageTile} */
  #tile(number) {
    let tile = this.#tiles[number];
    if (!tile) {
      const canvas = new OffscreenCanvas(SIZE, SIZE);
      const context = /** @type {OffscreenCanvasRenderingContext2D} */ (canvas.getContext("2d"));
      const pixels = new ImageData(SIZE, SIZE);
      tile = { canvas, context, pixels, words: new Uint32Array(pixels.data.buffer), isStale: true, isUsed: false };
      this.#tiles[number] = tile;
    }
    return tile;
  }

  /**
   * Sets a pixel.
   * @param {number} x
   * @param {number} y
   * @param {number} colour as `rgba` makes it
   */
  set(x, y, colour) {
    const number = Math.floor(y / SIZE) * this.columns + Math.floor(x / SIZE);
    if (colour === 0 && !this.#tiles[number]) return;
    const tile = this.#tile(number);
    tile.words[(y % SIZE) * SIZE + (x % SIZE)] = colour;
    tile.isStale = true;
    tile.isUsed = true;
  }

  /**
   * Sets all pixels.
   * @param {(x: number, y: number) => number} colour
   */
  fill(colour) {
    for (let y = 0; y < this.height; y++) {
      for (let x = 0; x < this.width; x++) this.set(x, y, colour(x, y));
    }
  }

  /** Makes all pixels transparent. */
  clear() {
    for (const tile of this.#tiles) {
      if (!tile?.isUsed) continue;
      tile.words.fill(0);
      tile.isStale = true;
      tile.isUsed = false;
    }
  }

  /** Brings what was set to where it can be drawn from. */
  #refresh() {
    const small = /** @type {OffscreenCanvasRenderingContext2D | undefined} */ (this.#small?.getContext("2d") ?? undefined);
    this.#tiles.forEach((tile, number) => {
      if (!tile?.isStale) return;
      tile.context.putImageData(tile.pixels, 0, 0);
      tile.isStale = false;
      if (!small) return;
      const size = SIZE / SHRINK;
      const [x, y] = [(number % this.columns) * size, Math.floor(number / this.columns) * size];
      small.clearRect(x, y, size, size);
      small.imageSmoothingQuality = "medium";
      small.drawImage(tile.canvas, x, y, size, size);
    });
  }

  /**
   * Draws it with a tile of the map as the unit.
   * @param {CanvasRenderingContext2D} context which draws in tiles
   * @param {number} scale pixels of a tile
   * @param {{left: number, top: number, right: number, bottom: number}} seen the part of the map that is seen
   * @param {number} [shift] by so many tiles to the right and down
   */
  draw(context, scale, seen, shift = 0) {
    this.#refresh();
    context.imageSmoothingEnabled = scale < 1;
    if (this.#small && scale < 1 / (SHRINK / 2)) {
      context.drawImage(this.#small, shift, shift, this.#small.width * SHRINK, this.#small.height * SHRINK);
      return;
    }
    const first = (/** @type {number} */ at) => Math.max(0, Math.floor((at - shift) / SIZE));
    for (let row = first(seen.top); row < this.rows && row * SIZE + shift < seen.bottom; row++) {
      for (let column = first(seen.left); column < this.columns && column * SIZE + shift < seen.right; column++) {
        const tile = this.#tiles[row * this.columns + column];
        if (tile?.isUsed) context.drawImage(tile.canvas, column * SIZE + shift, row * SIZE + shift);
      }
    }
  }
}

/**
 * A colour as a word of an image.
 * @param {[number, number, number]} colour
 * @param {number} [alpha] from 0 to 1
 */
export function rgba([red, green, blue], alpha = 1) {
  return ((Math.round(alpha * 255) << 24) | (blue << 16) | (green << 8) | red) >>> 0;
}
