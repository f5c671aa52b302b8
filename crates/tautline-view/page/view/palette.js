// Colours. Those that mean something are from the palette of Okabe and Ito, which people who cannot tell red from green can read; and
// nothing is told by colour alone: ends have letters, lanes have dashes.

/** @typedef {[number, number, number]} Rgb */

/** @typedef {ReturnType<typeof palette>} Palette */

const SKY = /** @type {Rgb} */ ([86, 180, 233]);
const ORANGE = /** @type {Rgb} */ ([230, 159, 0]);
const GREEN = /** @type {Rgb} */ ([0, 158, 115]);
const BLUE = /** @type {Rgb} */ ([0, 114, 178]);
const VERMILION = /** @type {Rgb} */ ([213, 94, 0]);
const PURPLE = /** @type {Rgb} */ ([204, 121, 167]);
const YELLOW = /** @type {Rgb} */ ([240, 228, 66]);

/** @param {"light" | "dark"} theme */
export function palette(theme) {
  const isDark = theme === "dark";
  /** @type {Rgb} */
  const free = isDark ? [30, 34, 40] : [250, 250, 247];
  /** @type {Rgb} */
  const blocked = isDark ? [112, 122, 134] : [64, 70, 80];
  return {
    outside: isDark ? /** @type {Rgb} */ ([17, 19, 23]) : /** @type {Rgb} */ ([222, 223, 220]),
    free,
    blocked,
    rough: isDark ? /** @type {Rgb} */ ([122, 86, 48]) : /** @type {Rgb} */ ([168, 124, 78]),
    ink: isDark ? /** @type {Rgb} */ ([236, 238, 240]) : /** @type {Rgb} */ ([24, 26, 30]),
    line: isDark ? /** @type {Rgb} */ ([62, 68, 76]) : /** @type {Rgb} */ ([214, 215, 210]),
    open: SKY,
    closed: isDark ? /** @type {Rgb} */ ([0, 96, 148]) : /** @type {Rgb} */ ([150, 196, 226]),
    current: YELLOW,
    start: GREEN,
    goal: PURPLE,
    scan: ORANGE,
    sight: GREEN,
    blind: VERMILION,
    interval: BLUE,
    collision: VERMILION,
    lanes: /** @type {Rgb[]} */ ([VERMILION, isDark ? SKY : BLUE, GREEN, ORANGE]),
    groups: /** @type {Rgb[]} */ ([isDark ? SKY : BLUE, ORANGE, GREEN, PURPLE]),
  };
}

/** The dashes of the lanes' paths, in line widths. */
export const DASHES = [[], [4, 2], [1, 1.5], [6, 2, 1, 2]];

/** @param {Rgb} colour @param {number} [alpha] */
export function css([red, green, blue], alpha = 1) {
  return `rgb(${red} ${green} ${blue} / ${alpha})`;
}

/** @param {Rgb} from @param {Rgb} to @param {number} share @returns {Rgb} */
export function mix(from, to, share) {
  const part = (/** @type {number} */ at) => Math.round(from[at] + (to[at] - from[at]) * share);
  return [part(0), part(1), part(2)];
}

/** From dark blue over green to yellow: evenly brighter, so that it can be read in grey, too. */
/** @type {Rgb[]} */
const RAMP = [[48, 18, 90], [52, 70, 140], [36, 120, 142], [38, 166, 132], [122, 206, 80], [246, 230, 40]];

/** @param {number} share from 0 to 1 @returns {Rgb} */
export function ramp(share) {
  const at = Math.min(Math.max(share, 0), 1) * (RAMP.length - 1);
  const below = Math.min(Math.floor(at), RAMP.length - 2);
  return mix(RAMP[below], RAMP[below + 1], at - below);
}
