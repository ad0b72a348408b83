import type { Grade } from "../core/cycle.ts";

export type Wish =
  | { readonly kind: "grade"; readonly grade: Grade }
  | { readonly kind: "next" | "back" | "undo" | "reason" | "view" | "help" };

const wishes: Readonly<Record<string, Wish>> = {
  p: { kind: "grade", grade: "PASS" },
  f: { kind: "grade", grade: "FAIL" },
  c: { kind: "grade", grade: "CANT_TELL" },
  ArrowRight: { kind: "next" },
  ArrowLeft: { kind: "back" },
  u: { kind: "undo" },
  r: { kind: "reason" },
  v: { kind: "view" },
  "?": { kind: "help" },
};

export interface PressedKey {
  readonly key: string;
  readonly repeat: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

/** What a key asks for, outside of text fields. A key that is held down asks once, and those of the browser stay its own. */
export function wishOfKey({ key, repeat, ctrlKey, metaKey, altKey }: PressedKey): Wish | null {
  if (repeat || ctrlKey || metaKey || altKey) return null;
  const name = key.length === 1 ? key.toLowerCase() : key;
  return Object.hasOwn(wishes, name) ? (wishes[name] ?? null) : null;
}
