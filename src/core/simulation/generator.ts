/** The next number of a seeded stream, uniform in [0, 1). */
export type Generator = () => number;

/**
 * A stream of uniform numbers that the seed fixes for good, on every machine: xoshiro128++, two words to a number of 53 bits.
 *
 * Simulations alone use it; sampling needs no generator (its order is an HMAC). Own code, since pure-rand is no dependency
 * of this package and 20 lines with published test values are less to keep than a package.
 *
 * @param seed A whole number; its low 32 bits count.
 * Source: Blackman and Vigna 2021, "Scrambled linear pseudorandom number generators", seeded by splitmix32.
 */
export function createGenerator(seed: number): Generator {
  const next = xoshiro128(seedWords(seed));
  return () => ((next() >>> 5) * 67_108_864 + (next() >>> 6)) / 9_007_199_254_740_992;
}

/**
 * The 32-bit words of xoshiro128++ from this state, one at each call. Not all four words may be 0.
 *
 * @example state [1, 2, 3, 4] // 641, 1573767, 3222811527, 3517856514, ...
 */
export function xoshiro128(state: readonly [number, number, number, number]): () => number {
  let [a, b, c, d] = state;
  return () => {
    const word = (rotate((a + d) | 0, 7) + a) >>> 0;
    const shifted = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = rotate(d, 11);
    return word;
  };
}

function rotate(word: number, by: number): number {
  return (word << by) | (word >>> (32 - by));
}

/** Neighbouring seeds lead to states without a likeness. */
function seedWords(seed: number): [number, number, number, number] {
  let state = seed | 0;
  const word = (): number => {
    state = (state + 0x9e3779b9) | 0;
    let mixed = state ^ (state >>> 16);
    mixed = Math.imul(mixed, 0x21f0aaad);
    mixed ^= mixed >>> 15;
    mixed = Math.imul(mixed, 0x735a2d97);
    return mixed ^ (mixed >>> 15);
  };
  return [word(), word(), word(), word()];
}
