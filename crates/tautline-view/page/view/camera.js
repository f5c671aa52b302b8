// Which part of the map is seen, and how large.

/** The smallest and the largest number of pixels that a tile can have. */
const SMALLEST = 0.05;
const LARGEST = 160;

export class Camera {
  /** Pixels of a tile. */
  scale = 8;
  /** The point of the map in the top left corner. */
  x = 0;
  y = 0;
  /** Whether all of the map is shown, because nobody has moved it since. */
  isFitted = true;
  /** Called whenever something else is seen. */
  onchange = () => {};

  /**
   * Shows all of a map.
   * @param {number} width of the map, in tiles
   * @param {number} height
   * @param {number} across of the view, in pixels
   * @param {number} down
   */
  fit(width, height, across, down) {
    const margin = 1.04;
    this.scale = clamp(Math.min(across / width, down / height) / margin);
    this.x = (width - across / this.scale) / 2;
    this.y = (height - down / this.scale) / 2;
    this.isFitted = true;
    this.onchange();
  }

  /** @param {number} dx in pixels @param {number} dy */
  pan(dx, dy) {
    this.x -= dx / this.scale;
    this.y -= dy / this.scale;
    this.isFitted = false;
    this.onchange();
  }

  /**
   * Makes everything larger, around a pixel that stays where it is.
   * @param {number} factor
   * @param {number} px
   * @param {number} py
   */
  zoom(factor, px, py) {
    const [x, y] = this.toMap(px, py);
    this.scale = clamp(this.scale * factor);
    this.x = x - px / this.scale;
    this.y = y - py / this.scale;
    this.isFitted = false;
    this.onchange();
  }

  /**
   * The point of the map under a pixel.
   * @param {number} px
   * @param {number} py
   * @returns {[number, number]}
   */
  toMap(px, py) {
    return [this.x + px / this.scale, this.y + py / this.scale];
  }

  /**
   * From now on, a context draws in tiles.
   * @param {CanvasRenderingContext2D} context
   * @param {number} ratio pixels of the device for one of the page
   */
  apply(context, ratio) {
    const scale = this.scale * ratio;
    context.setTransform(scale, 0, 0, scale, -this.x * scale, -this.y * scale);
  }
}

/** @param {number} scale */
const clamp = (scale) => Math.min(Math.max(scale, SMALLEST), LARGEST);
