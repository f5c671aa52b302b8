// Pictures of the main states of the viewer, for the README and for looking at them: node e2e/screenshots.js FOLDER

import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { drag, idle, openPage, pixel, startBrowser, startServer, state } from "./harness.js";

/** @typedef {import("playwright-core").Page} Page */

/** @param {Page} page */
const drawn = (page) => page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

/**
 * Goes to a part of the search.
 * @param {Page} page
 * @param {number} share
 */
async function goTo(page, share) {
  await page.evaluate((share) => {
    const { app } = /** @type {any} */ (window).tautline;
    app.store.set({ playing: false });
    app.player.seek(app.player.end * share);
  }, share);
}

/** @type {{name: string, search: string, width?: number, height?: number, theme?: "light" | "dark", isBusy?: boolean, act?: (page: Page) => Promise<void>}[]} */
const SHOTS = [
  { name: "plan", search: "?planner=jps" },
  { name: "plan-terrain", search: "?map=terrain:60x36:5&planner=astar", act: async (page) => {
    await page.keyboard.press("b");
    await drag(page, [20.5, 2.5], [20.5, 26.5]);
    await page.keyboard.press("v");
  } },
  { name: "watch-astar", search: "?mode=watch&planner=astar", act: (page) => goTo(page, 0.7) },
  { name: "watch-anya", search: "?mode=watch&planner=anya&step=400", act: async (page) => {
    const [x, y] = await state(page, (state) => {
      const { playback } = state.lanes[0];
      const event = playback.happened(4).at(-1);
      return [(playback.spot(event, 3) + playback.spot(event, 4)) / 2, playback.spot(event, 2)];
    });
    const at = await pixel(page, x, y);
    await page.mouse.click(at.x, at.y);
  } },
  { name: "watch-jps", search: "?mode=watch&planner=jps", act: (page) => goTo(page, 0.8) },
  { name: "watch-heat", search: "?mode=watch&map=rooms:120x80:4&planner=dijkstra", theme: "dark", act: async (page) => {
    await page.selectOption("#heat", "g");
    await goTo(page, 1);
    const at = await pixel(page, 60.5, 40.5);
    await page.mouse.click(at.x, at.y);
  } },
  { name: "compare", search: "?mode=compare&planner=astar&planner=jps&planner=theta&planner=anya", width: 1440, height: 860, act: (page) => goTo(page, 1) },
  { name: "crowd", search: "?mode=crowd", act: async (page) => {
    await page.selectOption("#scene", "blocks");
    await page.click("#crowd-begin");
    await page.waitForFunction(() => document.querySelector("[data-fact=agents]"));
    await page.evaluate(async () => {
      for (let at = 0; at < 12; at++) await /** @type {any} */ (window).tautline.app.walking.step(20);
    });
    const [x, y] = await state(page, (state) => state.crowd.position(5));
    const at = await pixel(page, x, y);
    await page.mouse.click(at.x, at.y);
    await page.waitForFunction(() => /** @type {any} */ (window).tautline.app.store.state.crowd.now.explanation);
    await page.evaluate(([x, y]) => {
      const { stage } = /** @type {any} */ (window).tautline.app;
      const { width, height } = stage.panes[0].size;
      stage.camera.zoom(5, width / 2, height / 2);
      stage.camera.pan(width / 2 - (x - stage.camera.x) * stage.camera.scale, height / 2 - (y - stage.camera.y) * stage.camera.scale);
    }, [x, y]);
  } },
  { name: "large", search: "?map=random:4096x4096:1:blocked=10&planner=jps" },
  { name: "help", search: "", act: (page) => page.keyboard.press("?") },
  { name: "repaired", search: "?map=rooms:1024x1024:3&planner=jps-plus", act: async (page) => {
    await page.keyboard.press("b");
    await drag(page, [500.5, 300.5], [500.5, 330.5]);
  } },
  { name: "repaired-compare", search: "?mode=compare&map=rooms:200x120:3&planner=jps-plus&planner=alt&planner=taut", width: 1440, height: 860, act: async (page) => {
    await page.keyboard.press("b");
    await drag(page, [100.5, 50.5], [100.5, 60.5]);
  } },
  { name: "preparing", search: "?map=random:1500x1500:3&planner=jump-ch", isBusy: true, act: (page) => page.waitForTimeout(1500) },
  { name: "corners", search: "?map=empty:20x12&from=3,3&to=15,8&planner=astar-corners" },
  { name: "any-angle", search: "?mode=watch&map=empty:20x12&from=3,3&to=15,8&planner=theta" },
  { name: "tablet", search: "?mode=watch&planner=theta", width: 820, height: 1180, act: (page) => goTo(page, 0.6) },
];

const folder = process.argv[2] ?? "screenshots";
const wanted = process.argv.slice(3);
await mkdir(folder, { recursive: true });
const [server, browser] = await Promise.all([startServer(), startBrowser()]);
process.on("unhandledRejection", (error) => {
  console.error(error);
  process.exit(1);
});
for (const { name, search, act, isBusy, ...size } of SHOTS.filter((shot) => wanted.length === 0 || wanted.includes(shot.name))) {
  const { page, context, problems } = await openPage(browser, server.address, { search, ...size });
  if (!isBusy) await idle(page);
  await act?.(page);
  if (!isBusy) await idle(page);
  await drawn(page);
  await page.screenshot({ path: join(folder, `${name}.png`) });
  console.log(name, problems.length === 0 ? "" : problems);
  await context.close();
}
await browser.close();
await server.stop();
