// The search from its first event to its last: play, pause, step, scrub.

import { Kind } from "../search/playback.js";
import { button, el } from "./dom.js";
import { count, outcome } from "./text.js";

/** @import { App } from "../app.js" */

/** Speeds go from one event a second to this many. */
const FASTEST = 1e6;

/** @type {Record<number, string>} */
const WHAT = {
  [Kind.EXPAND]: "expands", [Kind.GENERATE]: "finds", [Kind.CLOSE]: "is done with", [Kind.SCAN]: "scans from", [Kind.EXPAND_INTERVAL]: "expands an interval seen from",
  [Kind.GENERATE_INTERVAL]: "finds an interval seen from", [Kind.SIGHT]: "looks from", [Kind.ANGLE_RANGE]: "narrows the angles at", [Kind.LANDMARK]: "uses the landmark at",
};

/** @param {App} app */
export function timeline(app) {
  const { store, player } = app;
  const slider = el("input", { type: "range", min: 0, max: 0, value: 0, id: "step", "aria-label": "Step of the search", input: () => {
    store.set({ playing: false });
    player.seek(Number(slider.value));
  } });
  const play = button("Play", () => player.toggle(), { id: "play", title: "Play or pause (Space)" });
  const where = el("output", { id: "where" });
  const what = el("span", { class: "what", id: "what" });
  const speed = el("input", { type: "range", min: 0, max: 60, id: "speed", "aria-label": "Speed", title: "Events a second (− and +)", input: () => {
    app.planning.hasSpeed = true;
    store.set({ speed: Math.max(1, Math.round(FASTEST ** (Number(speed.value) / 60))) });
  } });
  const speedText = el("output", { id: "speed-text" });
  const root = el("div", { class: "timeline" },
    button("|◀", () => player.by(-Infinity), { title: "To the beginning (Home)", id: "first" }),
    button("◀◀", () => player.byExpansion(-1), { title: "The expansion before (Shift+←)", id: "expansion-back" }),
    button("◀", () => player.by(-1), { title: "One event back (←)", id: "back" }),
    play,
    button("▶", () => player.by(1), { title: "One event on (→)", id: "forward" }),
    button("▶▶", () => player.byExpansion(1), { title: "The next expansion (Shift+→)", id: "expansion-forward" }),
    button("▶|", () => player.by(Infinity), { title: "To the end (End)", id: "last" }),
    slider, where, speed, speedText, what);

  store.watch(["mode"], () => {
    const { mode } = store.state;
    root.hidden = mode !== "watch" && mode !== "compare";
  });
  store.watch(["step", "lanes", "active"], () => {
    const { step, lanes, active } = store.state;
    const { end } = player;
    slider.max = String(end);
    slider.value = String(step);
    where.textContent = `${count(step)} of ${count(end)} events`;
    const playback = lanes[active]?.playback;
    const event = Math.min(step, playback?.count ?? 0) - 1;
    what.textContent = playback && event >= 0 && step < end
      ? `${lanes[active].choice.id} ${WHAT[playback.kind(event)]} ${playback.spot(event, 0)}, ${playback.spot(event, 1)}`
      : playback ? `${lanes[active].choice.id}: ${outcome(lanes[active])}` : "";
  });
  store.watch(["playing"], () => {
    play.textContent = store.state.playing ? "Pause" : "Play";
  });
  store.watch(["speed"], () => {
    speed.value = String(Math.round((60 * Math.log(Math.max(store.state.speed, 1))) / Math.log(FASTEST)));
    speedText.textContent = `${count(store.state.speed)} / s`;
  });
  return root;
}
