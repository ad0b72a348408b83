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
 *
 * A browser keeps them by address, and another workspace may answer there tomorrow: each grade belongs to the workspace that
 * answered when it was given, and is told of, and sent, to that one alone.
 */
export class UnsentGrades {
  readonly #shelf: Shelf | null;
  readonly #kept = new Map<string, PageGrade>();
  #workspace: string | null = null;

  constructor(shelf: Shelf | null) {
    this.#shelf = shelf;
  }

  /** Who answers now. Before anybody has, there are no grades: none can be given, and none may be sent. */
  belongTo(workspace: string): void {
    this.#workspace = workspace;
  }

  add(grade: PageGrade): void {
    const key = this.#keyOf(grade);
    this.#kept.set(key, grade);
    try {
      this.#shelf?.setItem(key, JSON.stringify(grade));
    } catch {
      // Kept in the page alone: `isSafe` says so.
    }
  }

  remove(grade: PageGrade): void {
    this.#kept.delete(this.#keyOf(grade));
    this.#shelf?.removeItem(this.#keyOf(grade));
  }

  /** Those of this workspace in the order in which they were given, those of other tabs too. */
  list(): readonly PageGrade[] {
    if (this.#workspace === null) return [];
    const own = this.#ownPrefix();
    const found = new Map([...this.#kept].filter(([key]) => key.startsWith(own)));
    for (const key of this.#keys().filter((one) => one.startsWith(own))) {
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

  #ownPrefix(): string {
    return `${prefix}${this.#workspace ?? ""}.`;
  }

  #keyOf({ ref, at }: PageGrade): string {
    return `${this.#ownPrefix()}${at}.${ref}`;
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

function readGrade(text: string): PageGrade | null {
  try {
    const { ref, grade, reason, at }: Partial<PageGrade> = JSON.parse(text);
    if (typeof ref !== "string" || typeof at !== "number" || grade === undefined) return null;
    return { ref, grade, reason: reason ?? null, at };
  } catch {
    return null;
  }
}
