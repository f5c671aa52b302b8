// A server and a browser for the tests: the program that was built, and the Chromium of the system.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { after, before } from "node:test";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const ROOT = join(dirname(fileURLToPath(import.meta.url)), "../../..");
const BROWSER = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** The program under test. */
function program() {
  const target = process.env.CARGO_TARGET_DIR ?? join(ROOT, "target");
  const path = process.env.TAUTLINE ?? join(target, "release/tautline");
  if (!existsSync(path)) throw new Error(`there is no ${path}: build it with cargo build --release, or name it in TAUTLINE`);
  return path;
}

/**
 * Starts `tautline view` and waits until it says where it is.
 * @param {string[]} words of the command line
 */
export async function startServer(...words) {
  const server = spawn(program(), ["view", "--no-open", "--port", "0", ...words], { stdio: ["ignore", "pipe", "inherit"] });
  // However a test ends, the server does not stay.
  process.on("exit", () => server.kill());
  for await (const line of createInterface({ input: server.stdout })) {
    const address = line.match(/http:\/\/\S+/)?.[0];
    if (address) {
      return { address, pid: /** @type {number} */ (server.pid), stop: async () => {
        server.kill("SIGINT");
        const [code] = await once(server, "exit");
        return code;
      } };
    }
  }
  throw new Error("the server has not said where it is");
}

export async function startBrowser() {
  const executablePath = process.env.CHROMIUM ?? BROWSER.find((path) => existsSync(path));
  return chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"] });
}

/** A server and a browser before the tests of a file, which are gone after them. */
export function viewer() {
  /** @type {{server: Awaited<ReturnType<typeof startServer>>, browser: import("playwright-core").Browser}} */
  const both = /** @type {any} */ ({});
  before(async () => {
    [both.server, both.browser] = await Promise.all([startServer(), startBrowser()]);
  });
  after(async () => {
    await both.browser.close();
    assert.equal(await both.server.stop(), 0, "Ctrl-C ends the server cleanly");
  });
  return both;
}

/**
 * A page of the viewer that is ready. What goes wrong on it is collected in `problems`.
 * @param {import("playwright-core").Browser} browser
 * @param {string} address
 * @param {{search?: string, width?: number, height?: number, theme?: "light" | "dark"}} [options]
 */
export async function openPage(browser, address, { search = "", width = 1280, height = 720, theme = "light" } = {}) {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme: theme, acceptDownloads: true });
  const page = await context.newPage();
  /** @type {string[]} */
  const problems = [];
  page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
  page.on("pageerror", (error) => problems.push(error.stack ?? error.message));
  await page.goto(address + search);
  await page.waitForSelector("html[data-ready=true]");
  return { page, context, problems };
}

/**
 * The text of a fact of the result.
 * @param {import("playwright-core").Page} page
 * @param {string} name
 */
export function fact(page, name) {
  return page.textContent(`[data-fact="${name}"]`);
}

/**
 * Where a place of the map is on the page.
 * @param {import("playwright-core").Page} page
 * @param {number} x in tiles
 * @param {number} y
 * @param {number} [pane]
 */
export async function pixel(page, x, y, pane = 0) {
  return page.evaluate(([x, y, pane]) => {
    const { app } = /** @type {any} */ (window).tautline;
    const box = app.stage.panes[pane].root.getBoundingClientRect();
    const { camera } = app.stage;
    return { x: box.left + (x - camera.x) * camera.scale, y: box.top + (y - camera.y) * camera.scale };
  }, [x, y, pane]);
}

/**
 * Something of the page's state.
 * @template T
 * @param {import("playwright-core").Page} page
 * @param {(state: any) => T} read
 * @returns {Promise<T>}
 */
export async function state(page, read) {
  return page.evaluate(`(${read})(window.tautline.app.store.state)`);
}

/**
 * Drags the mouse from one point of the map to another.
 * @param {import("playwright-core").Page} page
 * @param {[number, number]} from
 * @param {[number, number]} to
 * @param {number} [steps]
 */
export async function drag(page, from, to, steps = 8) {
  const [begin, end] = [await pixel(page, ...from), await pixel(page, ...to)];
  await page.mouse.move(begin.x, begin.y);
  await page.mouse.down();
  await page.mouse.move(end.x, end.y, { steps });
  await page.mouse.up();
}

/** Everything that was asked is answered. @param {import("playwright-core").Page} page */
export async function idle(page) {
  await page.evaluate(() => /** @type {any} */ (window).tautline.app.planning.idle());
}
