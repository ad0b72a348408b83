import type { PageGrade } from "../core/open-grading.ts";

/** Where grades wait until the server has them: the browser's localStorage. */
export interface Shelf {
  readonly length: number;
  key(index: number): string | null;
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

const prefix = "improve-cron.unsent.";

/**
 * The grades that were given and that the server has not confirmed. Each has an entry of its own, so that two tabs never
 * write over each other; nothing of an artifact is in it, and it is gone once the grade is stored. Where the browser keeps
 * nothing (full, forbidden), they live as long as the page does.
 */
export class UnsentGrades {
  readonly #shelf: Shelf | null;
  readonly #kept = new Map<string, PageGrade>();

  constructor(shelf: Shelf | null) {
    this.#shelf = shelf;
  }

  add(grade: PageGrade): void {
    const key = keyOf(grade);
    this.#kept.set(key, grade);
    try {
      this.#shelf?.setItem(key, JSON.stringify(grade));
    } catch {
      // Kept in the page alone: `isSafe` says so.
    }
  }

  remove(grade: PageGrade): void {
    this.#kept.delete(keyOf(grade));
    this.#shelf?.removeItem(keyOf(grade));
  }

  /** In the order in which they were given, those of other tabs too. */
  list(): readonly PageGrade[] {
    const found = new Map(this.#kept);
    for (const key of this.#keys()) {
      const grade = readGrade(this.#shelf?.getItem(key) ?? "");
      if (grade !== null) found.set(key, grade);
    }
    return [...found.values()].sort((a, b) => a.at - b.at);
  }

  /** Whether closing the page loses nothing. */
  isSafe(): boolean {
    const kept = new Set(this.#keys());
    return [...this.#kept.keys()].every((key) => kept.has(key));
  }

  #keys(): readonly string[] {
    const shelf = this.#shelf;
    if (shelf === null) return [];
    const keys = Array.from({ length: shelf.length }, (_, index) => shelf.key(index) ?? "");
    return keys.filter(isUnsentKey);
  }
}

/** Whether a key of the browser's memory is that of a grade on its way. */
export function isUnsentKey(key: string | null): boolean {
  return key?.startsWith(prefix) === true;
}

function keyOf({ ref, at }: PageGrade): string {
  return `${prefix}${at}.${ref}`;
}

function readGrade(text: string): PageGrade | null {
  try {
    const { ref, grade, reason, at }: Partial<PageGrade> = JSON.parse(text);
    if (typeof ref !== "string" || typeof at !== "number" || grade === undefined) return null;
    return { ref, grade, reason: reason ?? null, at };
  } catch {
    return null;
  }
}
