import { css } from "../view/palette.js";
import { arrow, disc, stroke, trace } from "./drawing.js";

/** @import { Overlay } from "./index.js" */
/** @import { Place } from "../types.js" */
/** @import { Rgb } from "../view/palette.js" */

/** How far the sides of what is forbidden are drawn, in greatest speeds. */
const FAR = 3;

/**
 * The half-plane that is not allowed, as a strip along its border.
 * @param {CanvasRenderingContext2D} context
 * @param {Place} centre where velocity zero is drawn
 * @param {[number, number, number, number]} border a point of it, and the direction that is allowed
 * @param {number} far
 */
function forbidden(context, [x, y], [px, py, nx, ny], far) {
  const [bx, by] = [x + px, y + py];
  trace(context, [
    [bx - far * ny, by + far * nx], [bx + far * ny, by - far * nx],
    [bx + far * ny - far * nx, by - far * nx - far * ny], [bx - far * ny - far * nx, by + far * nx - far * ny],
  ]);
  context.closePath();
}

/** @type {Overlay} */
export const choice = {
  id: "choice",
  colour: "collision",
  label: "The chosen agent's choice",
  help: "Its neighbours, its way, the velocity that it would like and the one that it takes next, and the velocities that it must not choose: "
    + "half-planes (ORCA) or cones (velocity obstacles), around itself",
  modes: ["crowd"],
  isOn: true,
  draw(context, scene) {
    const { crowd } = scene.state;
    const explanation = crowd?.now?.explanation;
    if (!crowd || !explanation || explanation.agent !== scene.state.agent) return;
    const { palette, pixel } = scene;
    const centre = crowd.position(explanation.agent);
    const [x, y] = centre;
    const far = FAR * explanation.max_speed;

    context.beginPath();
    trace(context, [centre, ...explanation.way]);
    context.setLineDash([4 * pixel, 3 * pixel]);
    stroke(context, palette.goal, 2 * pixel);
    context.setLineDash([]);

    context.beginPath();
    for (const neighbour of explanation.neighbours) trace(context, [centre, crowd.position(neighbour)]);
    stroke(context, palette.ink, pixel, 0.6);

    // Velocities are drawn around the agent: a disc with all that it can have, without what is forbidden.
    context.save();
    context.beginPath();
    disc(context, centre, far);
    context.clip();
    const fill = (/** @type {Rgb} */ colour, /** @type {number} */ opacity) => {
      context.fillStyle = css(colour, opacity);
      context.fill();
      stroke(context, colour, pixel);
    };
    for (const border of explanation.half_planes) {
      context.beginPath();
      forbidden(context, centre, border, 2 * far);
      fill(palette.collision, 0.12);
    }
    for (const border of explanation.walls) {
      context.beginPath();
      forbidden(context, centre, border, 2 * far);
      fill(palette.blocked, 0.2);
    }
    for (const [ax, ay, lx, ly, rx, ry] of explanation.cones) {
      const apex = /** @type {Place} */ ([x + ax, y + ay]);
      context.beginPath();
      trace(context, [[apex[0] + 2 * far * lx, apex[1] + 2 * far * ly], apex, [apex[0] + 2 * far * rx, apex[1] + 2 * far * ry]]);
      fill(palette.collision, 0.12);
    }
    context.restore();

    context.beginPath();
    disc(context, centre, explanation.max_speed);
    stroke(context, palette.ink, pixel, 0.5);
    context.beginPath();
    arrow(context, centre, explanation.preferred, crowd.radius(explanation.agent));
    stroke(context, palette.goal, 2.5 * pixel);
    context.beginPath();
    arrow(context, centre, explanation.chosen, crowd.radius(explanation.agent));
    stroke(context, palette.ink, 2.5 * pixel);
    context.beginPath();
    disc(context, centre, crowd.radius(explanation.agent) + 2 * pixel);
    stroke(context, palette.ink, 2 * pixel);
  },
};
