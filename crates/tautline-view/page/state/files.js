// Files in and out: maps and traces that are opened or dropped, maps, pictures and traces that are saved.

import { el } from "../panels/dom.js";
import { Playback } from "../search/playback.js";
import { Planning } from "./planning.js";

/** @import { App } from "../app.js" */
/** @import { FileAnswer, Place } from "../types.js" */

export class Files {
  formats = [
    { title: "the map", formats: [["map", "as MovingAI map (.map)"], ["png", "as image, a pixel a cell (.png)"], ["ascii", "as drawing (.txt)"], ["csv", "as table of costs (.csv)"]] },
    { title: "the picture", formats: [["svg", "map and path (.svg)"], ["picture", "map and path (.png)"], ["view", "what is seen (.png)"]] },
    { title: "the search", formats: [["tautline", "as trace (.trace.jsonl)"], ["posthoc", "for Posthoc (.trace.yaml)"]] },
  ];

  /** @param {App} app */
  constructor(app) {
    this.app = app;
    document.addEventListener("dragover", (event) => {
      event.preventDefault();
      document.body.classList.add("dropping");
    });
    document.addEventListener("dragleave", (event) => {
      if (event.relatedTarget === null) document.body.classList.remove("dropping");
    });
    document.addEventListener("drop", (event) => {
      event.preventDefault();
      document.body.classList.remove("dropping");
      const file = event.dataTransfer?.files[0];
      if (file) this.open(file);
    });
  }

  /** Opens a map or a trace. @param {File} file */
  async open(file) {
    const { store } = this.app;
    const { upload } = store.state.about.limits;
    try {
      if (file.size > upload) throw new Error(`${file.name} has ${file.size.toLocaleString("en")} bytes, expected at most ${upload.toLocaleString("en")}.`);
      const bytes = new Uint8Array(await file.arrayBuffer());
      store.say(`Reading ${file.name} …`);
      if (/\.trace\.ya?ml$/.test(file.name)) throw new Error(`${file.name} is a trace for Posthoc, which is not read here: save the search as .trace.jsonl.`);
      if (file.name.endsWith(".jsonl")) await this.#openTrace(file.name, bytes);
      else await this.app.open({ kind: "file", name: file.name }, bytes);
      if (store.state.status.text.startsWith("Reading")) store.say("");
    } catch (error) {
      store.complain(error);
    }
  }

  /** @param {string} name @param {Uint8Array} bytes */
  async #openTrace(name, bytes) {
    const { store, engine } = this.app;
    const { map, costs, recording, planner, start, goal } = await engine.readTrace(name, bytes);
    this.app.show(map, costs, { kind: "file", name });
    const known = store.state.about.planners.some(({ id }) => id === planner.split(":")[0]);
    const choice = known ? { id: planner.split(":")[0], options: {} } : store.state.lanes[0].choice;
    const playback = new Playback(recording, map.width, map.height);
    const lane = { ...Planning.lane(choice), plan: recording.plan, playback };
    const cell = (/** @type {Place} */ [x, y]) => store.state.board.place(x, y, "cells");
    store.set({ mode: "watch", lanes: [lane], active: 0, start: cell(start), goal: cell(goal), step: 0, playing: true, speed: Math.max(4, Math.round(recording.count / 8)) });
    store.say(`${name}: a search by ${planner}, read from a file. Change something, and it is planned anew.`);
  }

  /** Saves something as a file. @param {string} format */
  async save(format) {
    if (format === "") return;
    const { store, engine, planning, stage } = this.app;
    const { lanes, active } = store.state;
    const lane = lanes[active];
    const corners = (lane.plan?.places ?? "cells") !== "cells";
    const end = (/** @type {Place | null} */ cell) => cell && corners ? /** @type {Place} */ (cell.map((at) => at + this.app.endShift)) : cell;
    if (format === "view") download({ name: "view.png", blob: await stage.panes[active < stage.panes.length ? active : 0].picture() });
    else if (format === "tautline" || format === "posthoc") download(await engine.traceFile({ ...planning.request(lane.choice), format }));
    else download(await engine.save({ format, path: lane.plan?.path ?? [], start: end(store.state.start), goal: end(store.state.goal), corners }));
  }
}

/** @param {FileAnswer} file */
function download({ name, blob }) {
  const address = URL.createObjectURL(blob);
  el("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
