import { randomInt } from "node:crypto";

// Without 0, 1, i, l, o and u: read aloud or typed from a phone, none is taken for another. 16 of 30 are 78 bits.
const letters = "23456789abcdefghjkmnpqrstvwxyz";

/** The random reference of an item, which tells nothing of it. */
export function newRef(): string {
  return Array.from({ length: 16 }, () => letters[randomInt(letters.length)]).join("");
}
