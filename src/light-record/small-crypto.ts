import { sha256Code } from "./sha256-code.ts";

/*
 * In the bundled entry this file stands in for `node:crypto`, whose modules alone take longer to load than a verdict takes
 * to be checked and stored. Only what the light `record` calls is here: SHA-256.
 */

/** As `createHash("sha256")` of `node:crypto`. */
export function createHash(_algorithm: "sha256"): Hasher {
  return new Hasher(sha256);
}

/** As `hash("sha256", ...)` of `node:crypto`. */
export function hash(_algorithm: "sha256", data: string | Uint8Array, encoding: "hex" | "binary"): string {
  return sha256(typeof data === "string" ? Buffer.from(data, "utf8") : data).toString(encoding);
}

class Hasher {
  readonly #digest: (message: Uint8Array) => Buffer;
  readonly #parts: Uint8Array[] = [];

  constructor(digest: (message: Uint8Array) => Buffer) {
    this.#digest = digest;
  }

  update(data: string | Uint8Array): this {
    this.#parts.push(typeof data === "string" ? Buffer.from(data, "utf8") : data);
    return this;
  }

  digest(): Buffer;
  digest(encoding: "hex"): string;
  digest(encoding?: "hex"): Buffer | string {
    const [first, ...more] = this.#parts;
    const bytes = this.#digest(first !== undefined && more.length === 0 ? first : Buffer.concat(this.#parts));
    return encoding === undefined ? bytes : bytes.toString(encoding);
  }
}

/** What `sha256-code.ts` exports when it is compiled; the types of Node 20 do not know WebAssembly. */
interface Sha256Module {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number };
  mix(from: number, to: number): void;
}

declare const WebAssembly: {
  readonly Module: new (code: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: Sha256Module };
};

let compiled: Sha256Module | null = null;

function sha256Module(): Sha256Module {
  compiled ??= new WebAssembly.Instance(new WebAssembly.Module(Buffer.from(sha256Code, "base64"))).exports;
  return compiled;
}

const blockBytes = 64;
const pageBytes = 65_536;
const placeOfState = 512;
const placeOfMessage = 1_024;

/** The first 32 bits of the fractions of the square roots of the first 8 primes (FIPS 180-4, 5.3.3). */
const initialState = [
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
] as const;

/**
 * SHA-256 (FIPS 180-4), for messages of less than 512 MiB. Typed arrays and views rather than buffers: their methods are
 * V8's own, while those of a buffer are JavaScript that has to be compiled first.
 */
function sha256(message: Uint8Array): Buffer {
  const module = sha256Module();
  const { memory } = module;
  const padded = (Math.floor((message.length + 8) / blockBytes) + 1) * blockBytes;
  const missing = placeOfMessage + padded - memory.buffer.byteLength;
  if (missing > 0) memory.grow(Math.ceil(missing / pageBytes));

  // Padding: a one bit, zeros, and the length in bits as the last eight bytes of a block.
  const bytes = new Uint8Array(memory.buffer, placeOfMessage, padded);
  bytes.set(message);
  bytes.fill(0, message.length);
  bytes[message.length] = 0x80;
  const view = new DataView(memory.buffer);
  view.setUint32(placeOfMessage + padded - 4, message.length * 8);

  for (const [index, word] of initialState.entries()) view.setUint32(placeOfState + index * 4, word, true);
  module.mix(placeOfMessage, placeOfMessage + padded);
  const digest = new DataView(new ArrayBuffer(32));
  for (let at = 0; at < 32; at += 4) digest.setUint32(at, view.getUint32(placeOfState + at, true));
  return Buffer.from(digest.buffer);
}
