import type { Grade } from "../core/cycle.ts";
import type { ItemToGrade, OpenGrading } from "../core/open-grading.ts";
import { withUnsent } from "./place.ts";
import type { UnsentGrades } from "./unsent-grades.ts";

/** What is open as this tab knows it: the server's last word, and the grades on their way counted as given. */
export class OpenItems {
  readonly #unsent: UnsentGrades;
  /** Items whose artifact is damaged: they are left out, as in the terminal. */
  readonly #unreadable = new Set<string>();
  #open: OpenGrading | null = null;

  constructor(unsent: UnsentGrades) {
    this.#unsent = unsent;
  }

  /** The server's last word, whole; null until it has said one. */
  get heard(): OpenGrading | null {
    return this.#open;
  }

  hear(open: OpenGrading): void {
    this.#open = open;
  }

  /** The server's last word on an item, until the next look. */
  mark(ref: string, grade: Grade | null, reason: string | null): void {
    if (this.#open === null) return;
    const items = this.#open.items.map((item) => (item.ref === ref ? { ...item, grade, reason } : item));
    this.#open = { ...this.#open, items };
  }

  leaveOut(ref: string): void {
    this.#unreadable.add(ref);
  }

  /** How many are left out. */
  get leftOut(): number {
    return this.#unreadable.size;
  }

  list(): readonly ItemToGrade[] {
    const items = (this.#open?.items ?? []).filter(({ ref }) => !this.#unreadable.has(ref));
    return withUnsent(items, this.#unsent.list());
  }

  find(ref: string | null): ItemToGrade | null {
    return this.list().find((item) => item.ref === ref) ?? null;
  }
}
