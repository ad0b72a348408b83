/** What this tab keeps over a refresh: nothing of an artifact, only what the founder typed and chose. */
export class TabMemory {
  readonly #storage: Storage | null;

  constructor(storage: Storage | null) {
    this.#storage = storage;
  }

  read(name: string): string {
    return this.#storage?.getItem(`improve-cron.${name}`) ?? "";
  }

  /** An empty text is forgotten. */
  write(name: string, text: string): void {
    try {
      if (text === "") this.#storage?.removeItem(`improve-cron.${name}`);
      else this.#storage?.setItem(`improve-cron.${name}`, text);
    } catch {
      // A browser that keeps nothing: the page works, a refresh forgets.
    }
  }
}
