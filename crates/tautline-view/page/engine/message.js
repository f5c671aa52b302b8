// Messages: a JSON object, and perhaps bytes. PROTOCOL.md says how they are laid out.

/** @param {number} length */
const padded = (length) => Math.ceil(length / 8) * 8;

/**
 * A message as it goes over the wire.
 * @param {object} message
 * @param {Uint8Array | undefined} attachment
 * @returns {string | Uint8Array<ArrayBuffer>}
 */
export function encode(message, attachment) {
  const text = JSON.stringify(message);
  if (!attachment) return text;
  const json = new TextEncoder().encode(text);
  const begin = padded(4 + json.length);
  const bytes = new Uint8Array(begin + attachment.length);
  new DataView(bytes.buffer).setUint32(0, json.length, true);
  bytes.set(json, 4);
  bytes.set(attachment, begin);
  return bytes;
}

/**
 * A message that came over the wire.
 * @param {string | ArrayBuffer} data
 * @returns {{message: any, attachment: ArrayBuffer}}
 */
export function decode(data) {
  if (typeof data === "string") return { message: JSON.parse(data), attachment: new ArrayBuffer(0) };
  const length = new DataView(data).getUint32(0, true);
  const json = new TextDecoder().decode(new Uint8Array(data, 4, length));
  return { message: JSON.parse(json), attachment: data.slice(padded(4 + length)) };
}

/** Reads arrays that follow each other in an attachment. */
export class Reader {
  /** @param {ArrayBuffer} buffer */
  constructor(buffer) {
    this.buffer = buffer;
    this.offset = 0;
  }

  /** @param {number} bytes */
  #take(bytes) {
    const begin = this.offset;
    this.offset += bytes;
    return begin;
  }

  /** @param {number} count */
  f64(count) {
    return new Float64Array(this.buffer, this.#take(8 * count), count);
  }

  /** @param {number} count */
  f32(count) {
    return new Float32Array(this.buffer, this.#take(4 * count), count);
  }

  /** @param {number} count */
  u16(count) {
    return new Uint16Array(this.buffer, this.#take(2 * count), count);
  }

  /** @param {number} count */
  u8(count) {
    return new Uint8Array(this.buffer, this.#take(count), count);
  }

  /** To the next multiple of eight. */
  align() {
    this.offset = padded(this.offset);
  }
}
