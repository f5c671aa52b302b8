// Where maps come from, and what is painted on them.

import { button, el, field, number, select } from "./dom.js";
import { panel } from "./panel.js";

/** @import { App } from "../app.js" */
/** @import { MapSource, Tool } from "../types.js" */

/** @type {[Tool, string, string][]} */
const TOOLS = [
  ["move", "Move", "Drag the ends, the map, or click (V)"],
  ["wall", "Wall", "Paint walls (B)"],
  ["erase", "Erase", "Free cells (E)"],
  ["terrain", "Terrain", "Paint cells that cost more (T)"],
  ["agent", "Agent", "Press where an agent begins, and let go where it wants to get to (G)"],
];

/** The largest brush. */
const BROADEST = 32;

/** @param {App} app */
export function mapPanel(app) {
  const { store } = app;
  const { about } = store.state;
  const wanted = { kind: "builtin", width: 100, height: 100, seed: 0, params: /** @type {Record<string, number>} */ ({}) };
  const options = el("div", { class: "fields" });
  const kinds = ["builtin", ...(about.given === null ? [] : ["given"]), ...about.generators.map((generator) => generator.name), "empty", "other"];
  const label = (/** @type {string} */ kind) => ({ builtin: "built-in", given: about.given ?? "", empty: "an empty map", other: "as shown" })[kind] ?? `generated: ${kind}`;
  const kind = select(kinds, "builtin", (value) => {
    wanted.kind = value;
    wanted.params = {};
    drawOptions();
    if (value === "builtin" || value === "given") open();
  }, label);
  kind.id = "map-kind";

  const source = () => /** @type {MapSource} */ (
    wanted.kind === "builtin" || wanted.kind === "given" ? { kind: wanted.kind }
      : wanted.kind === "empty" ? { kind: "empty", width: wanted.width, height: wanted.height }
        : { kind: "generated", generator: wanted.kind, width: wanted.width, height: wanted.height, seed: wanted.seed, params: wanted.params });
  const open = () => app.open(source()).catch((error) => store.complain(error));

  const drawOptions = () => {
    if (["builtin", "given", "other"].includes(wanted.kind)) {
      options.replaceChildren();
      return;
    }
    const generator = about.generators.find(({ name }) => name === wanted.kind);
    const most = Math.min(about.limits.cells, 1 << 16);
    options.replaceChildren(
      field("width", number({ value: wanted.width, min: 1, max: most, id: "map-width" }, (value) => { wanted.width = value; })),
      field("height", number({ value: wanted.height, min: 1, max: most, id: "map-height" }, (value) => { wanted.height = value; })),
      ...(generator ? [field("seed", number({ value: wanted.seed, min: 0, max: Number.MAX_SAFE_INTEGER, id: "map-seed" }, (value) => { wanted.seed = value; }))] : []),
      ...(generator?.params ?? []).map(({ name, help, min, max, default: value }) =>
        field(name, number({ value: wanted.params[name] ?? value, min, max }, (chosen) => { wanted.params[name] = chosen; }), help)),
      button("Make it", open, { id: "map-make" }),
      ...(generator ? [button("Another one", () => {
        wanted.seed += 1;
        drawOptions();
        open();
      }, { title: "The same with the next seed" })] : []),
    );
  };

  /** The map that the controls were last set for. */
  let shown = store.state.board;
  /** The controls say where the map is from, so that another one like it can be made. @param {MapSource} source */
  const showSource = (source) => {
    if (source.kind === "generated" || source.kind === "empty") Object.assign(wanted, { width: source.width, height: source.height });
    if (source.kind === "generated") Object.assign(wanted, { seed: source.seed, params: { ...source.params } });
    const isOther = source.kind === "file" || source.kind === "cells" || source.kind === "scene";
    wanted.kind = source.kind === "generated" ? source.generator : isOther ? "other" : source.kind;
    kind.value = wanted.kind;
    drawOptions();
  };
  showSource(shown.source);

  const file = el("input", { type: "file", id: "map-file", accept: ".map,.png,.pgm,.txt,.csv,.jsonl", hidden: true,
    change: () => {
      if (file.files?.[0]) app.openFile(file.files[0]);
      file.value = "";
    } });

  return panel(app, {
    id: "map-panel", title: "Map", modes: ["plan", "watch", "compare", "crowd"], keys: ["board", "tool", "brush", "cost", "strokes"],
    draw: () => {
      const { board, tool, brush, cost, mode } = store.state;
      if (board !== shown) showSource(board.source);
      shown = board;
      return [
        el("p", { class: "note", id: "map-name" }, `${board.name}, ${board.width} × ${board.height}${board.isChanged ? ", changed" : ""}`),
        el("div", { class: "row" }, kind, button("Open…", () => file.click(), { title: "A .map, PNG, CSV or drawing, or a trace; or drop it on the page (O)" }), file),
        options,
        el("div", { class: "row tools", role: "radiogroup", "aria-label": "Tool" }, ...TOOLS.filter(([name]) => name !== "agent" || mode === "crowd").map(([name, text, title]) =>
          el("button", { type: "button", role: "radio", "aria-checked": String(tool === name), "data-key": name, title, click: () => store.set({ tool: name }) }, text))),
        tool !== "move" && tool !== "agent" && el("div", { class: "fields" },
          field("brush", number({ value: brush, min: 1, max: BROADEST }, (value) => store.set({ brush: value })), "How many cells wide it is ([ and ])"),
          tool === "terrain" && field("cost", number({ value: cost, min: 2, max: 1000 }, (value) => store.set({ cost: value })), "What a step on it costs")),
        el("div", { class: "row" },
          button("Undo", () => app.painter.undo(), { title: "Ctrl+Z", id: "undo" }),
          button("Redo", () => app.painter.redo(), { title: "Ctrl+Shift+Z", id: "redo" }),
          button("Clear", () => app.clear(), { title: "Free every cell" })),
      ];
    },
  });
}
