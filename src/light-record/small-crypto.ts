import type * as Crypto from "node:crypto";

/*
 * In the bundled entry this file stands in for `node:crypto`, whose modules alone take as long to load as a verdict takes
 * to be checked and stored. Short texts (keys, epochs, names) are hashed here; for anything longer the real one is loaded,
 * since JavaScript that has just started is slow. Only what the light `record` calls is here: SHA-256 and its HMAC.
 */

/** Above this many bytes loading `node:crypto` takes less time than hashing here. */
const longestHere = 2_048;

/** As `createHash("sha256")` of `node:crypto`. */
export function createHash(_algorithm: "sha256"): Hasher {
  return new Hasher((message) => sha256(message));
}

/** As `createHmac("sha256", key)` of `node:crypto`, for a key of at most 64 bytes (RFC 2104). */
export function createHmac(_algorithm: "sha256", key: Uint8Array): Hasher {
  if (key.length > blockBytes) throw new RangeError("a key of more than 64 bytes");
  const keyed = (pad: number): Uint8Array =>
    Buffer.alloc(blockBytes, pad).map((byte, index) => byte ^ (key[index] ?? 0));
  return new Hasher((message) =>
    sha256(Buffer.concat([keyed(0x5c), sha256(Buffer.concat([keyed(0x36), message]))])),
  );
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
    const bytes = this.#digest(Buffer.concat(this.#parts));
    return encoding === undefined ? bytes : bytes.toString(encoding);
  }
}

let whole: typeof Crypto | null = null;

function sha256(message: Uint8Array): Buffer {
  if (whole === null && message.length > longestHere) {
    whole = process.getBuiltinModule("node:crypto");
  }
  return whole === null ? sha256Here(message) : whole.createHash("sha256").update(message).digest();
}

const blockBytes = 64;

/** The first 32 bits of the fractions of the cube roots of the first 64 primes (FIPS 180-4, 4.2.2). */
const roundConstants = new Int32Array([
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98,
  0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
  0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8,
  0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
  0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819,
  0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
  0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7,
  0xc67178f2,
]);

/** The first 32 bits of the fractions of the square roots of the first 8 primes (FIPS 180-4, 5.3.3). */
const initialState = [
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
] as const;

/** SHA-256 (FIPS 180-4, 6.2), for messages of less than 512 MiB. */
function sha256Here(message: Uint8Array): Buffer {
  const state = Int32Array.of(...initialState);
  const inBlocks = message.length - (message.length % blockBytes);
  for (let offset = 0; offset < inBlocks; offset += blockBytes) mixBlock(state, message, offset);
  // Padding: a one bit, zeros, and the length in bits as the last eight bytes of a block.
  const rest = message.length - inBlocks;
  const last = Buffer.alloc(rest < blockBytes - 8 ? blockBytes : 2 * blockBytes);
  last.set(message.subarray(inBlocks));
  last[rest] = 0x80;
  last.writeUInt32BE(message.length * 8, last.length - 4);
  for (let offset = 0; offset < last.length; offset += blockBytes) mixBlock(state, last, offset);
  const digest = Buffer.alloc(32);
  state.forEach((word, index) => digest.writeInt32BE(word, index * 4));
  return digest;
}

const schedule = new Int32Array(64);

function mixBlock(state: Int32Array, bytes: Uint8Array, offset: number): void {
  const w = schedule;
  const word = new DataView(bytes.buffer, bytes.byteOffset + offset, blockBytes);
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let t = 0; t < 64; t += 1) {
    let wt: number;
    if (t < 16) wt = word.getInt32(t * 4);
    else {
      const w15 = w[t - 15] ?? 0;
      const w2 = w[t - 2] ?? 0;
      const sigma0 = ((w15 >>> 7) | (w15 << 25)) ^ ((w15 >>> 18) | (w15 << 14)) ^ (w15 >>> 3);
      const sigma1 = ((w2 >>> 17) | (w2 << 15)) ^ ((w2 >>> 19) | (w2 << 13)) ^ (w2 >>> 10);
      wt = ((w[t - 16] ?? 0) + sigma0 + (w[t - 7] ?? 0) + sigma1) | 0;
    }
    w[t] = wt;
    const sum1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const t1 = (h + sum1 + ((e & f) ^ (~e & g)) + (roundConstants[t] ?? 0) + wt) | 0;
    const sum0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const t2 = sum0 + ((a & b) ^ (a & c) ^ (b & c));
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + t2) | 0;
  }
  const mixed = [a, b, c, d, e, f, g, h];
  for (let index = 0; index < 8; index += 1) state[index] = ((state[index] ?? 0) + (mixed[index] ?? 0)) | 0;
}
