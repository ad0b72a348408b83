/** The text of an item, as it was written and as it is rendered. */
export interface ItemText {
  readonly text: string;
  /** Null where the text is too long to be rendered. */
  readonly html: string | null;
}

/** How many texts stay in memory. */
const textsKept = 12;

/** The texts that were fetched last: they are shown at once, and can be graded while the server is away. */
export class TextsAtHand {
  readonly #texts = new Map<string, ItemText>();

  has(ref: string): boolean {
    return this.#texts.has(ref);
  }

  get(ref: string): ItemText | null {
    return this.#texts.get(ref) ?? null;
  }

  /** `shown` is the item on the screen: its text stays, however old it is. */
  keep(ref: string, text: ItemText, shown: string | null): void {
    this.#texts.set(ref, text);
    for (const old of [...this.#texts.keys()].slice(0, -textsKept)) {
      if (old !== shown) this.#texts.delete(old);
    }
  }
}
