// Writes src/light-record/sha256-code.ts: SHA-256 (FIPS 180-4, 6.2) as a WebAssembly module of half a kilobyte.
// A function of it is fast from its first call, which JavaScript is not, and loading `node:crypto` takes longer than all
// else that a `record` does. `make-sha256.mjs [FILE]`.
import { writeFileSync } from "node:fs";
import { join } from "node:path";

// --- instructions, as the bytes of the binary format -----------------------------------------------------------

const unsigned = (value) => (value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >>> 7)]);
const signed = (value) =>
  value >= -64 && value < 64 ? [value & 0x7f] : [(value & 0x7f) | 0x80, ...signed(value >> 7)];

const get = (local) => [0x20, local];
const set = (local, ...value) => [...value.flat(), 0x21, local];
const number = (value) => [0x41, ...signed(value | 0)];
const load = (address, offset = 0) => [...address, 0x28, 2, ...unsigned(offset)];
const store = (address, offset, value) => [...address, ...value, 0x36, 2, ...unsigned(offset)];
const operation = (code) => (first, ...others) => others.reduce((left, right) => [...left, ...right, code], first);
const [add, and, or, xor] = [0x6a, 0x71, 0x72, 0x73].map(operation);
const [shiftRight, rotateLeft, rotateRight] = [0x76, 0x77, 0x78].map(operation);
const isBelow = operation(0x49);
/** Repeats the body while the condition holds, at least once. */
const repeatWhile = (condition, ...body) => [0x03, 0x40, ...body.flat(), ...condition, 0x0d, 0, 0x0b];

// --- the function: mixes the blocks from one address up to another into the state ---------------------------------

const places = { constants: 0, schedule: 256, state: 512 };
const letters = { a: 2, b: 3, c: 4, d: 5, e: 6, f: 7, g: 8, h: 9 };
const [from, to, t, sum] = [0, 1, 10, 11];
const { a, b, c, d, e, f, g, h } = Object.fromEntries(Object.entries(letters).map(([name, at]) => [name, get(at)]));

/** A word of the message, which is written with its highest byte first. */
const word = (value) =>
  or(and(rotateLeft(value, number(8)), number(0x00ff00ff)), and(rotateLeft(value, number(24)), number(0xff00ff00)));
const scheduled = (distance) => load(get(t), places.schedule - 4 * distance);
const rotations = (value, ...counts) => xor(...counts.map((count) => rotateRight(value, number(count))));
const sigma = (value, one, other, shift) => xor(rotations(value, one, other), shiftRight(value, number(shift)));

const mixBlock = [
  // t counts bytes, four for each word of the schedule.
  set(t, number(0)),
  repeatWhile(
    isBelow(get(t), number(64)),
    store(get(t), places.schedule, word(load(add(get(from), get(t))))),
    set(t, add(get(t), number(4))),
  ),
  repeatWhile(
    isBelow(get(t), number(256)),
    store(
      get(t),
      places.schedule,
      add(scheduled(16), sigma(scheduled(15), 7, 18, 3), scheduled(7), sigma(scheduled(2), 17, 19, 10)),
    ),
    set(t, add(get(t), number(4))),
  ),
  ...Object.values(letters).map((local, index) => set(local, load(number(0), places.state + 4 * index))),
  set(t, number(0)),
  repeatWhile(
    isBelow(get(t), number(256)),
    set(
      sum,
      add(
        h,
        rotations(e, 6, 11, 25),
        xor(g, and(e, xor(f, g))),
        load(get(t), places.constants),
        load(get(t), places.schedule),
      ),
    ),
    set(letters.h, g),
    set(letters.g, f),
    set(letters.f, e),
    set(letters.e, add(d, get(sum))),
    // The new a is made of the old a, b and c, so it is added up before they move on.
    set(sum, add(get(sum), rotations(a, 2, 13, 22), or(and(a, b), and(c, or(a, b))))),
    set(letters.d, c),
    set(letters.c, b),
    set(letters.b, a),
    set(letters.a, get(sum)),
    set(t, add(get(t), number(4))),
  ),
  ...Object.values(letters).map((local, index) => {
    const offset = places.state + 4 * index;
    return store(number(0), offset, add(load(number(0), offset), get(local)));
  }),
  set(from, add(get(from), number(64))),
];

// --- the module ---------------------------------------------------------------------------------------------------

const sized = (bytes) => [...unsigned(bytes.length), ...bytes];
const list = (...items) => [...unsigned(items.length), ...items.flat()];
const section = (id, content) => [id, ...sized(content)];
const text = (value) => sized([...Buffer.from(value)]);
const i32 = 0x7f;

/** The first 32 bits of the fractions of the cube roots of the first 64 primes (FIPS 180-4, 4.2.2), lowest byte first. */
function roundConstants() {
  const primes = [];
  for (let candidate = 2; primes.length < 64; candidate += 1) {
    if (primes.every((prime) => candidate % prime !== 0)) primes.push(candidate);
  }
  const bytes = Buffer.alloc(256);
  for (const [index, prime] of primes.entries()) {
    bytes.writeUInt32LE(Math.floor((Math.cbrt(prime) % 1) * 2 ** 32), index * 4);
  }
  return [...bytes];
}

const code = Buffer.from(
  [
    [0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    section(1, list([0x60, ...list([i32], [i32]), ...list()])),
    section(3, list([0])),
    section(5, list([0, 1])),
    section(7, list([...text("memory"), 2, 0], [...text("mix"), 0, 0])),
    section(10, list(sized([...list([10, i32]), ...repeatWhile(isBelow(get(from), get(to)), ...mixBlock), 0x0b]))),
    section(11, list([0, ...number(places.constants), 0x0b, ...sized(roundConstants())])),
  ].flat(),
);

const base64 = code.toString("base64").replaceAll(/.{100}(?=.)/g, (part) => `${part}" +\n  "`);
const source = `// Written by scripts/make-sha256.mjs; do not edit.

/**
 * A WebAssembly module, base64: \`mix(from, to)\` mixes the blocks of 64 bytes from one address of \`memory\` up to another
 * into the state, eight words at ${places.state}. Addresses below ${places.state + 32} are the module's own.
 */
export const sha256Code =
  "${base64}";
`;
writeFileSync(process.argv[2] ?? join(import.meta.dirname, "../src/light-record/sha256-code.ts"), source);
console.log(`${code.length} bytes of code`);
