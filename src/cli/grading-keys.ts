import type { GradingInput } from "./grading-session.ts";

/** A key as node:readline's keypress event gives it. */
export interface PressedKey {
  readonly name?: string | undefined;
  readonly ctrl?: boolean | undefined;
  readonly meta?: boolean | undefined;
  readonly sequence?: string | undefined;
}

/** What a key asks for: an input of the sitting, the way out, or nothing. */
export type KeyMeaning =
  | { readonly kind: "input"; readonly input: GradingInput }
  | { readonly kind: "interrupt" }
  | { readonly kind: "quit" }
  | { readonly kind: "paste"; readonly begins: boolean }
  | { readonly kind: "nothing" };

const nothing: KeyMeaning = { kind: "nothing" };

/**
 * What a pressed key means in a phase of the sitting. Inside a paste every character is text and a line end
 * is a space: pasted lines must not grade the items that follow.
 */
export function meaningOfKey(
  text: string | undefined,
  key: PressedKey,
  where: { readonly phase: "item" | "reason"; readonly pasting: boolean },
): KeyMeaning {
  if (key.name === "paste-start" || key.name === "paste-end") {
    return { kind: "paste", begins: key.name === "paste-start" };
  }
  if (where.pasting) {
    if (where.phase === "item") return nothing;
    const isLineEnd = key.name === "return" || key.name === "enter";
    return isLineEnd ? input({ kind: "type", text: " " }) : typed(text);
  }
  if (key.ctrl === true) return meaningOfControl(key.name, where.phase);
  if (key.meta === true && key.name !== "escape") return nothing;
  switch (key.name ?? "") {
    case "return":
    case "enter":
      return input({ kind: where.phase === "item" ? "next-page" : "submit" });
    case "down":
    case "pagedown":
      return where.phase === "item" ? input({ kind: "next-page" }) : nothing;
    case "up":
    case "pageup":
      return where.phase === "item" ? input({ kind: "previous-page" }) : nothing;
    case "backspace":
      return input({ kind: "erase" });
    case "escape":
      return input({ kind: "cancel" });
    case "space":
      return input(where.phase === "item" ? { kind: "next-page" } : { kind: "type", text: " " });
    default:
      return where.phase === "item" ? letter(text) : typed(text);
  }
}

function meaningOfControl(name: string | undefined, phase: "item" | "reason"): KeyMeaning {
  if (name === "c") return { kind: "interrupt" };
  if (name === "d") return { kind: "quit" };
  if (name === "u" && phase === "reason") return input({ kind: "erase-all" });
  if (name === "h") return input({ kind: "erase" });
  return nothing;
}

function letter(text: string | undefined): KeyMeaning {
  return text !== undefined && /^[a-z]$/i.test(text) ? input({ kind: "letter", letter: text }) : nothing;
}

function typed(text: string | undefined): KeyMeaning {
  // Arrow keys and the like come without text or with an escape sequence: neither is part of a reason.
  return text === undefined || /\p{Cc}/u.test(text) ? nothing : input({ kind: "type", text });
}

function input(value: GradingInput): KeyMeaning {
  return { kind: "input", input: value };
}
