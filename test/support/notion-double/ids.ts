import { createHash } from "node:crypto";

/** Characters of short ids; some have to be escaped in an address, as in the real `a%3A8S`. */
const letters = "abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ123456789";
const signs = ":;<=>?@[]^{|}";

/** Ids as Notion makes them, the same ones for the same seed. */
export class IdSource {
  private made = 0;
  private readonly seed: number;

  constructor(seed: number) {
    this.seed = seed;
  }

  uuid(): string {
    const hex = this.hash().toString("hex").slice(0, 32);
    return [
      hex.slice(0, 8),
      hex.slice(8, 12),
      `4${hex.slice(13, 16)}`,
      `8${hex.slice(17, 20)}`,
      hex.slice(20, 32),
    ].join("-");
  }

  /** Four characters, escaped as the API writes them; always one that has to be escaped. */
  propertyId(): string {
    return encodeURIComponent(this.short());
  }

  /** Four characters as they are. */
  optionId(): string {
    return this.short();
  }

  private short(): string {
    const bytes = this.hash();
    const pick = (from: string, at: number): string => from.charAt((bytes[at] ?? 0) % from.length);
    return pick(letters, 0) + pick(signs, 1) + pick(letters, 2) + pick(letters, 3);
  }

  private hash(): Buffer {
    this.made += 1;
    return createHash("sha256").update(`${this.seed}:${this.made}`).digest();
  }
}

/** The dashed lower-case form of an id, or null where the text is none. */
export function readUuid(text: string): string | null {
  const hex = text.replaceAll("-", "").toLowerCase();
  if (!/^[0-9a-f]{32}$/.test(hex)) return null;
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}
