// The engine: everything that is planned, read, written or walked. The only module that knows where it runs; one that runs in
// WebAssembly would have the same methods.

import { decode, encode, Reader } from "./message.js";

/** @import { About, Crowd, FileAnswer, MapInfo, MapSource, PlanRequest, Place, Plan, Progress, Recording, Walked } from "../types.js" */

/** What the engine says when it cannot do what it was asked to: a sentence for people. */
export class EngineError extends Error {}

export class Engine {
  /** @type {WebSocket} */
  #socket;
  #next = 1;
  /** @type {Map<number, {resolve: (answer: any) => void, reject: (error: Error) => void}>} */
  #waiting = new Map();
  /** Called when the engine is gone. */
  onlost = () => {};

  /** @param {WebSocket} socket */
  constructor(socket) {
    this.#socket = socket;
    socket.binaryType = "arraybuffer";
    socket.onmessage = ({ data }) => this.#receive(data);
    socket.onclose = () => this.#lose();
  }

  /** What the engine can do. @returns {Promise<About>} */
  static async about() {
    const answer = await fetch("api/1/about");
    if (!answer.ok) throw new EngineError(await answer.text());
    return answer.json();
  }

  /** A session with a map of its own. @returns {Promise<Engine>} */
  static connect() {
    const address = new URL("api/1/session", document.baseURI);
    address.protocol = address.protocol.replace("http", "ws");
    address.search = address.hash = "";
    return new Promise((resolve, reject) => {
      const socket = new WebSocket(address);
      socket.onopen = () => resolve(new Engine(socket));
      socket.onerror = () => reject(new EngineError("The engine does not answer: is `tautline view` still running?"));
    });
  }

  #lose() {
    for (const { reject } of this.#waiting.values()) reject(new EngineError("The connection to the engine is lost."));
    this.#waiting.clear();
    this.onlost();
  }

  /** @param {string | ArrayBuffer} data */
  #receive(data) {
    const { message, attachment } = decode(data);
    const waiting = this.#waiting.get(message.id);
    if (!waiting) return;
    this.#waiting.delete(message.id);
    if (message.ok) waiting.resolve({ message, attachment });
    else waiting.reject(new EngineError(message.error));
  }

  /**
   * @param {{do: string} & Record<string, any>} request
   * @param {Uint8Array} [attachment]
   * @returns {Promise<{message: any, attachment: ArrayBuffer}>}
   */
  #ask(request, attachment) {
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      if (this.#socket.readyState !== WebSocket.OPEN) {
        reject(new EngineError("The connection to the engine is lost."));
        return;
      }
      this.#waiting.set(id, { resolve, reject });
      this.#socket.send(encode({ id, ...request }, attachment));
    });
  }

  /**
   * Another map.
   * @param {MapSource} source
   * @param {Uint8Array} [bytes]
   * @returns {Promise<{map: MapInfo, costs: Uint16Array}>}
   */
  async open(source, bytes) {
    const { message, attachment } = await this.#ask({ do: "open", source }, bytes);
    return { map: message.map, costs: new Reader(attachment).u16(message.map.width * message.map.height) };
  }

  /**
   * Changes cells; the answer is how many cells are free.
   * @param {[number, number, number][]} cells
   * @returns {Promise<number>}
   */
  async paint(cells) {
    return (await this.#ask({ do: "paint", cells })).message.free;
  }

  /**
   * The map as a file, or a picture of it.
   * @param {{format: string, path?: Place[], start?: Place | null, goal?: Place | null, corners?: boolean}} request
   * @returns {Promise<FileAnswer>}
   */
  async save(request) {
    return file(await this.#ask({ do: "save", ...request }));
  }

  /** A path, or how far the preparation is that it needs: then it can be asked for again. @param {PlanRequest} request @returns {Promise<{plan: Plan} | {preparing: Progress}>} */
  async plan(request) {
    const { message } = await this.#ask({ do: "plan", ...request });
    return message.preparing ? { preparing: message.preparing } : { plan: message };
  }

  /** A path, and how it was found. @param {PlanRequest} request @returns {Promise<{recording: Recording} | {preparing: Progress}>} */
  async trace(request) {
    const { message, attachment } = await this.#ask({ do: "trace", ...request });
    return message.preparing ? { preparing: message.preparing } : { recording: recording(message, new Reader(attachment)) };
  }

  /**
   * The same as a file.
   * @param {PlanRequest & {format: "tautline" | "posthoc"}} request
   * @returns {Promise<FileAnswer>}
   */
  async traceFile(request) {
    const answer = await this.#ask({ do: "trace-file", ...request });
    if (answer.message.preparing) throw new EngineError(`The map is still being prepared for ${request.planner}: save the search when its path is shown.`);
    return file(answer);
  }

  /**
   * A trace from a file, with its map.
   * @param {string} name
   * @param {Uint8Array} bytes
   * @returns {Promise<{map: MapInfo, costs: Uint16Array, recording: Recording, planner: string, start: Place, goal: Place}>}
   */
  async readTrace(name, bytes) {
    const { message, attachment } = await this.#ask({ do: "read-trace", name }, bytes);
    const reader = new Reader(attachment);
    const costs = reader.u16(message.map.width * message.map.height);
    reader.align();
    const { map, planner, start, goal } = message;
    return { map, costs, recording: recording(message, reader), planner, start, goal };
  }

  /**
   * Agents on the map.
   * @param {{source: object, model: string, guide: string}} request
   * @returns {Promise<Crowd>}
   */
  async crowd(request) {
    const { message, attachment } = await this.#ask({ do: "crowd", ...request });
    const reader = new Reader(attachment);
    const { map, count } = message;
    const costs = map ? reader.u16(map.width * map.height) : null;
    reader.align();
    return { map, costs, count, timeStep: message.time_step, maxSpeed: message.max_speed, agents: reader.f32(4 * count) };
  }

  /**
   * Steps of the crowd.
   * @param {{steps: number, chosen: number | null, goals?: [number, number, number][]}} request
   * @returns {Promise<Walked>}
   */
  async walk(request) {
    const { message, attachment } = await this.#ask({ do: "walk", goals: [], ...request });
    const count = attachment.byteLength / 17;
    const reader = new Reader(attachment);
    return { ...message, states: reader.f32(4 * count), flags: reader.u8(count) };
  }

  /** The crowd goes away, and the map from before its scene comes back. */
  async stop() {
    await this.#ask({ do: "stop" });
  }
}

/**
 * @param {{message: any, attachment: ArrayBuffer}} answer
 * @returns {FileAnswer}
 */
function file({ message, attachment }) {
  return { name: message.name, blob: new Blob([attachment], { type: message.type }) };
}

/**
 * @param {any} plan
 * @param {Reader} reader
 * @returns {Recording}
 */
function recording(plan, reader) {
  const { count, cut } = plan;
  return { plan, count, cut, values: reader.f64(3 * count), spots: reader.f32(6 * count), kinds: reader.u8(count) };
}
