import { arrow, disc, stroke } from "./drawing.js";

/** @import { Overlay } from "./index.js" */

/** @type {Overlay} */
export const draft = {
  id: "draft",
  label: "Agent being placed",
  help: "From where to where it will walk",
  modes: ["crowd"],
  isOn: true,
  draw(context, { state, palette, pixel }) {
    if (!state.draft) return;
    const [from, to] = state.draft;
    context.beginPath();
    disc(context, from, 5 * pixel);
    arrow(context, from, [to[0] - from[0], to[1] - from[1]], 12 * pixel);
    stroke(context, palette.goal, 2 * pixel);
  },
};
