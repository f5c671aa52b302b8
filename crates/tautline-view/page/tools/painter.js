// Walls and terrain, painted in strokes that can be undone. The engine is told of every change before it is asked anything else.

/** @import { Engine } from "../engine/engine.js" */
/** @import { Painted } from "../state/board.js" */
/** @import { Planning } from "../state/planning.js" */
/** @import { Store } from "../state/store.js" */
/** @import { Stage } from "../view/stage.js" */
/** @import { Place } from "../types.js" */

/** So many cells are sent at once at most. */
const CHUNK = 50000;

export class Painter {
  /** The cells of the stroke as they were before. @type {Map<number, Painted>} */
  #before = new Map();
  /** @type {Place | null} */
  #last = null;

  /**
   * @param {Store} store
   * @param {Engine} engine
   * @param {Stage} stage
   * @param {Planning} planning
   */
  constructor(store, engine, stage, planning) {
    this.store = store;
    this.engine = engine;
    this.stage = stage;
    this.planning = planning;
  }

  /** What the tool paints. */
  get cost() {
    const { tool, cost } = this.store.state;
    return tool === "wall" ? 0 : tool === "erase" ? 1 : cost;
  }

  /**
   * Paints from where the brush was to a point.
   * @param {number} x
   * @param {number} y
   */
  stroke(x, y) {
    const { board, brush, loading } = this.store.state;
    if (loading) return;
    const to = /** @type {Place} */ ([Math.floor(x), Math.floor(y)]);
    const cells = line(this.#last ?? to, to).flatMap((cell) => square(cell, brush, this.cost));
    this.#last = to;
    const changes = board.changes(cells);
    for (const [x, y] of changes) {
      const number = y * board.width + x;
      if (!this.#before.has(number)) this.#before.set(number, [x, y, board.cost(x, y)]);
    }
    this.#apply(changes, false);
  }

  /** The brush is lifted. */
  lift() {
    const { board } = this.store.state;
    const before = [...this.#before.values()];
    board.remember(before, before.map(([x, y]) => [x, y, board.cost(x, y)]));
    this.reset();
    this.#tell();
    this.planning.ask({ settled: true });
  }

  /** The next stroke begins anew: the last one is done, or gone with its map. */
  reset() {
    this.#before.clear();
    this.#last = null;
  }

  undo() {
    if (this.store.state.loading) return;
    this.#apply(this.store.state.board.undo(), true);
  }

  redo() {
    if (this.store.state.loading) return;
    this.#apply(this.store.state.board.redo(), true);
  }

  /** Frees every cell. */
  clear() {
    const { board } = this.store.state;
    /** @type {Painted[]} */
    const after = [];
    board.costs.forEach((cost, at) => {
      if (cost !== 1) after.push([at % board.width, Math.floor(at / board.width), 1]);
    });
    board.remember(after.map(([x, y]) => [x, y, board.cost(x, y)]), after);
    this.#apply(after, true);
  }

  /**
   * @param {Painted[]} cells
   * @param {boolean} settled
   */
  #apply(cells, settled) {
    if (cells.length === 0) return;
    this.store.state.board.set(cells);
    this.stage.change(cells);
    for (let at = 0; at < cells.length; at += CHUNK) {
      this.engine.paint(cells.slice(at, at + CHUNK)).catch((error) => this.store.complain(error));
    }
    if (settled) this.#tell();
    this.planning.ask({ settled });
  }

  /** A stroke is done: what is said of the map is different now. */
  #tell() {
    this.store.set({ strokes: this.store.state.strokes + 1 });
  }
}

/**
 * The cells from one to another, each beside the one before.
 * @param {Place} from
 * @param {Place} to
 * @returns {Place[]}
 */
function line([x, y], [toX, toY]) {
  const steps = Math.max(Math.abs(toX - x), Math.abs(toY - y), 1);
  return Array.from({ length: steps + 1 }, (_, at) => [Math.round(x + ((toX - x) * at) / steps), Math.round(y + ((toY - y) * at) / steps)]);
}

/**
 * @param {Place} cell
 * @param {number} size
 * @param {number} cost
 * @returns {Painted[]}
 */
function square([x, y], size, cost) {
  const shift = Math.floor((size - 1) / 2);
  return Array.from({ length: size * size }, (_, at) => [x - shift + (at % size), y - shift + Math.floor(at / size), cost]);
}
