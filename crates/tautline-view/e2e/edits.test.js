// Edits and preparations: strokes repair planners, preparations leave the page usable and end with it, and maps come back.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { afterEach, test } from "node:test";
import { drag, fact, idle, openPage, startServer, state, viewer } from "./harness.js";

const both = viewer();
/** @type {Awaited<ReturnType<typeof openPage>>} */
let view;
afterEach(async () => {
  assert.deepEqual(view.problems, [], "nothing is wrong in the console");
  await view.context.close();
});

/**
 * @param {string} search
 * @param {string} [address]
 */
async function open(search, address = both.server.address) {
  view = await openPage(both.browser, address, { search });
  return view.page;
}

test("with jps-plus on 1024 × 1024, a stroke repairs the planner, and the page says how long it took", async () => {
  const page = await open("?map=rooms:1024x1024:3&planner=jps-plus");
  await idle(page);
  assert.match(await fact(page, "map") ?? "", /^prepared in [\d.]+ (µs|ms|s)$/);
  const before = await state(page, (state) => state.lanes[0].plan.cost);
  await page.keyboard.press("b");
  await drag(page, [500.5, 500.5], [500.5, 540.5]);
  await idle(page);
  const said = await fact(page, "map") ?? "";
  console.log(`jps-plus after a stroke on 1024 × 1024: ${said}`);
  assert.match(said, /^repaired in [\d.]+ µs$/);
  await page.click("#undo");
  await idle(page);
  assert.match(await fact(page, "map") ?? "", /^repaired in /);
  assert.equal(await state(page, (state) => state.lanes[0].plan.cost), before);
});

/** How many preparations run in the server. */
function preparations() {
  const tasks = `/proc/${both.server.pid}/task`;
  const names = readdirSync(tasks).map((task) => {
    try {
      return readFileSync(`${tasks}/${task}/comm`, "utf8").trim();
    } catch {
      return "";
    }
  });
  return names.filter((name) => name === "preparation").length;
}

const isLinux = process.platform === "linux";

// Preparations that take long: landmarks, which ask often whether to go on, and a hierarchy.
for (const planner of ["alt:landmarks=64", "jump-ch"]) {
  test(`while ${planner} is prepared the page can be used, and closing the page ends the preparation within a second`, { skip: !isLinux && "threads are counted in /proc" }, async () => {
    const page = await open(`?map=random:1500x1500:3&planner=${planner}`);
    await page.waitForFunction((planner) => {
      const said = document.querySelector("#result")?.textContent ?? "";
      return said.startsWith(`Preparing the map for ${planner}: `) && Number(said.match(/: ([\d.]+) s so far/)?.[1]) >= 0.5;
    }, planner, { timeout: 60_000 });
    assert.equal(preparations(), 1);
    await page.selectOption("#planner", "astar");
    await page.waitForFunction(() => document.querySelector("[data-fact=outcome]")?.textContent === "found");
    await page.keyboard.press("b");
    await drag(page, [700.5, 700.5], [700.5, 740.5]);
    assert.equal(await state(page, (state) => state.board.isChanged), true);
    assert.equal(preparations(), 1, "it still runs");
    const begun = performance.now();
    await page.close();
    while (preparations() > 0 && performance.now() - begun < 60_000) await new Promise((resolve) => setTimeout(resolve, 5));
    const took = performance.now() - begun;
    console.log(`the preparation for ${planner} ended ${took.toFixed(0)} ms after its page was closed`);
    assert.ok(took < 1000, `${took.toFixed(0)} ms`);
  });
}

test("edits made while a planner is prepared are brought into it", async () => {
  const page = await open("?map=rooms:1024x1024:3&planner=alt&from=2,2&to=1000,1000");
  await page.waitForFunction(() => document.querySelector("#result")?.textContent?.startsWith("Preparing the map for alt"));
  await page.evaluate(() => {
    const { app } = /** @type {any} */ (window).tautline;
    app.store.set({ tool: "wall" });
    const [x, y] = app.store.state.goal;
    for (const [dx, dy] of [[-1, -1], [0, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [0, 1], [1, 1]]) {
      app.painter.stroke(x + dx + 0.5, y + dy + 0.5);
      app.painter.lift();
    }
  });
  await idle(page);
  assert.equal(await fact(page, "outcome"), "there is no path", "the goal is walled in");
  assert.match(await fact(page, "map") ?? "", /^prepared in .*, (repaired|rebuilt) in /);
});

test("the map comes back when Crowd is left", async () => {
  const page = await open("?map=empty:20x20&from=2,10&to=17,10&planner=jps");
  await page.keyboard.press("b");
  await drag(page, [10.5, 2.5], [10.5, 17.5], 12);
  await idle(page);
  const seen = () => state(page, (state) => [state.board.width, state.start, state.goal, state.lanes[0].plan.cost, Array.from(state.board.costs)]);
  const before = await seen();
  await page.click("#mode-crowd");
  await page.selectOption("#scene", "circle");
  await page.fill("#agents", "20");
  await page.keyboard.press("Tab");
  await page.click("#crowd-begin");
  await page.waitForFunction(() => document.querySelector("[data-fact=agents]")?.textContent === "20");
  assert.notEqual(await state(page, (state) => state.board.width), 20, "the scene has a map of its own");
  await page.click("#mode-plan");
  await idle(page);
  assert.deepEqual(await seen(), before);
  await page.click("#undo");
  await idle(page);
  assert.equal(await fact(page, "length"), "15.000", "the stroke can still be undone");

  // Crowd is left before the scene is there.
  await page.click("#mode-crowd");
  await page.evaluate(() => {
    const { app } = /** @type {any} */ (window).tautline;
    app.beginCrowd();
    app.setMode("plan");
  });
  await idle(page);
  await page.waitForFunction(() => !/** @type {any} */ (window).tautline.app.store.state.loading);
  assert.equal(await fact(page, "length"), "15.000");
  assert.equal(await page.locator("#status.bad").count(), 0);
});

test("start and goal are the same cells for all planners", async () => {
  const page = await open("?map=empty:20x20&from=2,10&to=17,10");
  for (const [planner, y] of /** @type {[string, number][]} */ ([["astar", 10], ["taut", 10.5], ["astar-corners", 10], ["theta", 10.5]])) {
    await page.selectOption("#planner", planner);
    await idle(page);
    assert.deepEqual(await state(page, (state) => [state.start, state.goal]), [[2, 10], [17, 10]], planner);
    assert.equal(await fact(page, "length"), "15.000", planner);
    assert.equal(await state(page, (state) => state.lanes[0].plan.path[0][1]), y, planner);
    assert.equal(await page.locator("#corners-only").count(), planner === "astar-corners" ? 1 : 0, planner);
  }
});

test("what takes too much memory is refused with what to do", async () => {
  const server = await startServer("--memory", "64");
  try {
    const page = await open("?map=empty:1024x1024", server.address);
    assert.match(await page.textContent("#status.bad") ?? "", /this map and the searches on it would take \d+ MiB; found room for 32 MiB.*--memory 128/);
    await page.evaluate(() => /** @type {any} */ (window).tautline.app.open({ kind: "empty", width: 650, height: 650 }));
    await page.selectOption("#planner", "jps-plus");
    await page.waitForFunction(() => /^jps-plus prepares \d+ MiB or more for this map; found room for \d MiB, as a page may take 32 MiB/.test(document.querySelector("#status.bad")?.textContent ?? ""));
    await page.selectOption("#planner", "jps");
    await idle(page);
    assert.equal(await fact(page, "outcome"), "found");
  } finally {
    assert.equal(await server.stop(), 0);
  }
});
