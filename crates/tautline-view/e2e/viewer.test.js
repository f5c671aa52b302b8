// The viewer in a real browser: what a person does with it, step by step.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { afterEach, test } from "node:test";
import { drag, fact, idle, openPage, pixel, state, viewer } from "./harness.js";

const both = viewer();
/** @type {Awaited<ReturnType<typeof openPage>>} */
let view;
afterEach(async () => {
  assert.deepEqual(view.problems, [], "nothing is wrong in the console");
  await view.context.close();
});

/** @param {string} [search] */
async function open(search) {
  view = await openPage(both.browser, both.server.address, { search });
  await idle(view.page);
  return view.page;
}

/** A map of 20 × 20 free cells with a path along a row. */
const EMPTY = "?map=empty:20x20&from=2,10&to=17,10&planner=astar";

test("it opens with a map, a path and what it took", async () => {
  const page = await open();
  assert.match(await page.textContent("#map-name") ?? "", /\d+ × \d+/);
  assert.ok(Number(await fact(page, "length")) > 0);
  assert.equal(await fact(page, "outcome"), "found");
});

test("a wall that is drawn makes the path longer, and undoing it shorter again", async () => {
  const page = await open(EMPTY);
  assert.equal(await fact(page, "length"), "15.000");
  await page.keyboard.press("b");
  await drag(page, [10.5, 2.5], [10.5, 17.5], 12);
  await idle(page);
  const longer = Number(await fact(page, "length"));
  assert.ok(longer > 17, `${longer}`);
  assert.match(await page.textContent("#map-name") ?? "", /changed/);
  await page.click("#undo");
  await idle(page);
  assert.equal(await fact(page, "length"), "15.000");
  await page.click("#redo");
  await idle(page);
  assert.equal(Number(await fact(page, "length")), longer);
});

test("the path follows the goal while it is dragged", async () => {
  const page = await open(EMPTY);
  const [begin, end] = [await pixel(page, 17.5, 10.5), await pixel(page, 17.5, 2.5)];
  await page.mouse.move(begin.x, begin.y);
  await page.mouse.down();
  await page.mouse.move(end.x, end.y, { steps: 8 });
  await page.waitForFunction(() => document.querySelector("[data-fact=length]")?.textContent === "18.314");
  assert.deepEqual(await state(page, (state) => state.goal), [17, 2]);
  await page.mouse.up();
});

test("a search can be gone through forwards and backwards", async () => {
  const page = await open(`${EMPTY}&mode=watch&step=0`);
  const closed = () => state(page, (state) => {
    const { playback } = state.lanes[0];
    let count = 0;
    for (let y = 0; y < 20; y++) for (let x = 0; x < 20; x++) count += playback.lastAt(x, y) >= 0 ? 1 : 0;
    return count;
  });
  assert.equal(await state(page, (state) => state.step), 0);
  await page.click("#forward");
  await page.click("#forward");
  await page.click("#forward");
  await page.evaluate(() => new Promise(requestAnimationFrame));
  const three = await closed();
  assert.ok(three >= 1);
  await page.click("#expansion-forward");
  await page.click("#last");
  await page.evaluate(() => new Promise(requestAnimationFrame));
  const all = await closed();
  assert.ok(all > three);
  await page.click("#first");
  await page.evaluate(() => new Promise(requestAnimationFrame));
  assert.equal(await closed(), 0);
  await page.fill("#step", "3");
  await page.evaluate(() => new Promise(requestAnimationFrame));
  assert.equal(await closed(), three);
  await page.click("#play");
  await page.waitForFunction(() => !/** @type {any} */ (window).tautline.app.store.state.playing);
  assert.equal(await closed(), all);
});

test("a click on a node shows its values and its way back", async () => {
  const page = await open(`${EMPTY}&mode=watch&step=1000000`);
  const at = await pixel(page, 9.5, 10.5);
  await page.mouse.click(at.x, at.y);
  assert.equal(await fact(page, "place"), "9, 10");
  assert.equal(await fact(page, "g"), "7.000");
  assert.equal(await fact(page, "h"), "8.000");
  assert.equal(await fact(page, "back to the start"), "7 steps");
});

test("heat maps, intervals of Anya, scans of JPS and angle ranges are drawn", async () => {
  const page = await open("?mode=watch&planner=anya");
  await page.waitForFunction(() => /** @type {any} */ (window).tautline.app.store.state.lanes[0].playback);
  const kinds = () => state(page, (state) => [...new Set(state.lanes[0].playback.recording.kinds)]);
  assert.ok((await kinds()).includes(4), "intervals");
  for (const [planner, kind] of /** @type {[string, number][]} */ ([["jps", 3], ["theta", 6], ["ap-theta", 7], ["alt", 8], ["taut", 4]])) {
    await page.selectOption("#planner", planner);
    await idle(page);
    assert.ok((await kinds()).includes(kind), `${planner} has events of kind ${kind}`);
  }
  await page.selectOption("#heat", "g");
  await page.evaluate(() => new Promise(requestAnimationFrame));
});

test("planners are compared side by side, in step", async () => {
  const page = await open("?mode=compare&planner=theta&planner=anya");
  await page.waitForSelector("#comparison tbody tr:nth-child(2)");
  assert.equal(await page.locator(".pane").count(), 2);
  await page.waitForFunction(() => document.querySelectorAll("#comparison tbody td:nth-child(4)")[1]?.textContent === "shortest");
  await page.click("#add-lane");
  await page.selectOption("#planner", "lazy-theta");
  await idle(page);
  assert.equal(await page.locator(".pane").count(), 3);
  await page.click("#first");
  await page.click("#forward");
  await page.evaluate(() => new Promise(requestAnimationFrame));
  assert.deepEqual(await state(page, (state) => state.lanes.map((/** @type {any} */ lane) => lane.playback.step)), [1, 1, 1]);
  await page.click("#remove-lane");
  await idle(page);
  assert.equal(await page.locator(".pane").count(), 2);
});

test("a crowd walks to its end", async () => {
  const page = await open("?mode=crowd");
  await page.selectOption("#scene", "circle");
  await page.fill("#agents", "20");
  await page.keyboard.press("Tab");
  await page.click("#crowd-begin");
  await page.waitForFunction(() => document.querySelector("[data-fact=agents]")?.textContent === "20");
  await page.selectOption("#pace", "64");
  await page.click("#crowd-play");
  await page.waitForFunction(() => document.querySelector("[data-fact=arrived]")?.textContent === "20", null, { timeout: 60_000 });
  assert.equal(await fact(page, "without a way"), "0");
});

test("a chosen agent is explained, and walls can be painted while they walk", async () => {
  const page = await open("?mode=crowd&map=empty:40x40");
  await page.selectOption("#scene", "random");
  await page.fill("#agents", "30");
  await page.keyboard.press("Tab");
  await page.click("#crowd-begin");
  await page.waitForFunction(() => document.querySelector("[data-fact=agents]")?.textContent === "30");
  const position = await state(page, (state) => state.crowd.position(3));
  const at = await pixel(page, position[0], position[1]);
  await page.mouse.click(at.x, at.y);
  await page.waitForFunction(() => /** @type {any} */ (window).tautline.app.store.state.crowd.now.explanation?.agent === 3);
  await page.click("#crowd-step");
  await page.keyboard.press("b");
  await drag(page, [20.5, 1.5], [20.5, 30.5]);
  await page.click("#crowd-step");
  await page.waitForFunction(() => document.querySelector("[data-fact=steps]")?.textContent === "2");
  assert.equal(await state(page, (state) => state.board.cost(20, 10)), 0);
});

test("agents can be placed", async () => {
  const page = await open("?mode=crowd&map=empty:20x20");
  await page.keyboard.press("g");
  await drag(page, [3.5, 3.5], [16.5, 3.5]);
  await page.waitForFunction(() => document.querySelector("[data-fact=agents]")?.textContent === "1");
  await drag(page, [16.5, 5.5], [3.5, 5.5]);
  await page.waitForFunction(() => document.querySelector("[data-fact=agents]")?.textContent === "2");
});

/**
 * Drops a file on the page.
 * @param {import("playwright-core").Page} page
 * @param {string} name
 * @param {string} content
 */
async function drop(page, name, content) {
  await page.evaluate(([name, content]) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([content], name));
    document.dispatchEvent(new DragEvent("drop", { dataTransfer: transfer, bubbles: true, cancelable: true }));
  }, [name, content]);
}

test("a broken file is an error that names the line, and the map stays", async () => {
  const page = await open(EMPTY);
  await drop(page, "broken.map", "type octile\nheight 2\nwidth 3\nmap\n...\n.x\n");
  await page.waitForFunction(() => document.querySelector("#status.bad")?.textContent?.includes("broken.map:6"));
  assert.match(await page.textContent("#map-name") ?? "", /20 × 20/);
  await drop(page, "good.map", "type octile\nheight 2\nwidth 3\nmap\n...\n.@.\n");
  await page.waitForFunction(() => document.querySelector("#map-name")?.textContent?.includes("3 × 2"));
});

test("a link brings back what was seen", async () => {
  const search = "?mode=watch&map=maze:41x31:7&planner=weighted-astar:weight=2&step=12";
  const page = await open(search);
  await page.keyboard.press("ArrowDown");
  await idle(page);
  await page.evaluate(() => /** @type {any} */ (window).tautline.app.player.seek(12));
  await page.click("#link");
  await page.waitForFunction(() => location.search.includes("from="));
  const seen = await state(page, (state) => [state.mode, state.start, state.goal, state.step, state.lanes[0].choice, Array.from(state.board.costs)]);
  await page.reload();
  await page.waitForSelector("html[data-ready=true]");
  assert.deepEqual(await state(page, (state) => [state.mode, state.start, state.goal, state.step, state.lanes[0].choice, Array.from(state.board.costs)]), seen);
});

test("a link that cannot be is an error that says so", async () => {
  const page = await open("?planner=astra");
  assert.match(await page.textContent("#status.bad") ?? "", /astra/);
  assert.equal(await fact(page, "outcome"), "found");
});

test("everything can be done with the keyboard", async () => {
  const page = await open(EMPTY);
  const length = () => fact(page, "length");
  await page.keyboard.press("ArrowRight");
  await idle(page);
  assert.equal(await length(), "16.000");
  await page.keyboard.press("Alt+ArrowLeft");
  await idle(page);
  assert.equal(await length(), "17.000");
  await page.keyboard.press("?");
  await page.waitForSelector("#help-dialog[open]");
  await page.keyboard.press("Escape");
  await page.waitForSelector("#help-dialog:not([open])", { state: "attached" });
  await page.keyboard.press("n");
  await idle(page);
  assert.notEqual(await state(page, (state) => state.lanes[0].choice.id), "astar");
  await page.keyboard.press("2");
  await idle(page);
  assert.equal(await state(page, (state) => state.mode), "watch");
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  assert.equal(await state(page, (state) => state.step), 2);
  await page.keyboard.press("ArrowLeft");
  assert.equal(await state(page, (state) => state.step), 1);
  await page.keyboard.press("b");
  await page.keyboard.press("Enter");
  await idle(page);
  assert.equal(await state(page, (state) => state.board.cost(18, 10)), 0);
  await page.keyboard.press("Control+z");
  await idle(page);
  assert.equal(await state(page, (state) => state.board.cost(18, 10)), 1);
  await page.keyboard.press("4");
  await page.focus("#crowd-begin");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelector("[data-fact=agents]"));
});

test("maps, pictures and traces are saved, and what is saved is read again", async () => {
  const page = await open(EMPTY);
  /** @param {string} format */
  const save = async (format) => {
    const [download] = await Promise.all([page.waitForEvent("download"), page.selectOption("#save", format)]);
    return { name: download.suggestedFilename(), content: await readFile(await download.path()) };
  };
  const map = await save("map");
  assert.match(map.content.toString(), /^type octile\nheight 20\nwidth 20\nmap\n/);
  assert.match((await save("svg")).content.toString(), /^<svg|^<\?xml/);
  for (const format of ["png", "picture", "view"]) {
    assert.equal((await save(format)).content.subarray(1, 4).toString(), "PNG", format);
  }
  assert.match((await save("posthoc")).content.toString(), /version: 1\.4\.0/);
  const trace = await save("tautline");
  assert.match(trace.name, /\.trace\.jsonl$/);
  await drop(page, trace.name, trace.content.toString());
  await page.waitForFunction(() => document.querySelector("#status")?.textContent?.includes("read from a file"));
  assert.ok(await state(page, (state) => state.lanes[0].playback.count) > 10);
});

test("a lane that is removed while it is being asked stays away", async () => {
  const page = await open("?mode=compare&map=random:600x600:7&planner=astar&planner=dijkstra");
  await page.evaluate(() => {
    const { app } = /** @type {any} */ (window).tautline;
    app.planning.ask({ settled: true });
    app.removeLane(1);
  });
  await idle(page);
  assert.deepEqual(await state(page, (state) => state.lanes.map((/** @type {any} */ lane) => lane.choice.id)), ["astar"]);
});

test("what is painted while another map is on its way is painted on neither", async () => {
  const page = await open(EMPTY);
  await page.evaluate(async () => {
    const { app } = /** @type {any} */ (window).tautline;
    app.store.set({ tool: "wall", brush: 5 });
    app.painter.stroke(3.5, 3.5);
    const opened = app.open({ kind: "empty", width: 30, height: 30 });
    app.painter.stroke(12.5, 12.5);
    await opened;
    app.painter.lift();
    app.painter.undo();
    await app.planning.idle();
  });
  await idle(page);
  const saved = await page.evaluate(async () => {
    const { blob } = await /** @type {any} */ (window).tautline.app.engine.save({ format: "ascii" });
    return blob.text();
  });
  assert.ok(!saved.includes("#") && !saved.includes("@"), "the engine has no wall");
  assert.ok(await state(page, (state) => state.board.costs.every((/** @type {number} */ cost) => cost === 1)), "nor has the page");
});

test("where every cell was blocked, ends come with the first free cells", async () => {
  const page = await open(EMPTY);
  await drop(page, "solid.txt", "####\n####\n");
  await page.waitForFunction(() => document.querySelector("#map-name")?.textContent?.includes("4 × 2"));
  await page.click("text=Clear");
  await page.waitForFunction(() => document.querySelector("[data-fact=outcome]")?.textContent === "found");
});

test("a crowd is in its link, too", async () => {
  const page = await open("?mode=crowd&crowd=doorway:10:3&model=rvo");
  await page.waitForFunction(() => document.querySelector("[data-fact=agents]")?.textContent === "10");
  await page.click("#link");
  await page.waitForFunction(() => location.search.includes("crowd=doorway:10:3&model=rvo"));
});

test("a click on an interval of Anya shows its root and the way to it", async () => {
  const page = await open("?mode=watch&planner=anya&step=560");
  // The last one that was expanded, whose roots lead back to the start.
  const { x, y } = await state(page, (state) => {
    const { playback } = state.lanes[0];
    const events = playback.happened(4);
    const at = events[events.length - 1];
    return { x: (playback.spot(at, 3) + playback.spot(at, 4)) / 2, y: playback.spot(at, 2) };
  });
  const at = await pixel(page, x, y);
  await page.mouse.click(at.x, at.y);
  const start = await state(page, (state) => state.start.map((/** @type {number} */ at) => at + 0.5).join(", "));
  const roots = await fact(page, "roots back to the start") ?? "";
  assert.ok(roots.endsWith(start), `${roots} ends with ${start}`);
  assert.ok(roots.includes("←"), "there is a turn on the way");
});
