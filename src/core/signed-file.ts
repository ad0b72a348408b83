import { createHash } from "node:crypto";

/*
 * Files that the program puts in a place where people edit: each carries a fingerprint of its own text, by which a later
 * install knows whether anybody has changed it since.
 */

const mark = /^.*\bfingerprint: ([0-9a-f]{64})\b.*\n/m;

/** Where the fingerprint goes in a text that is to be signed: a line with this word in it. */
export const fingerprintPlace = "fingerprint: -";

/** The text with the fingerprint of everything but its own line. `text` has one line with `fingerprintPlace`. */
export function signText(text: string): string {
  return text.replace(fingerprintPlace, () => `fingerprint: ${fingerprintOf(withoutLine(text))}`);
}

/** Whose text it is: `ours` is as the program wrote it, `edited` was ours once, `foreign` never was. */
export function whoseText(text: string | null): "nobody" | "ours" | "edited" | "foreign" {
  if (text === null) return "nobody";
  const found = mark.exec(text);
  if (found === null) return "foreign";
  return fingerprintOf(text.replace(found[0], "")) === found[1] ? "ours" : "edited";
}

function withoutLine(text: string): string {
  return text
    .split("\n")
    .filter((line) => !line.includes(fingerprintPlace))
    .join("\n");
}

function fingerprintOf(text: string): string {
  return createHash("sha256").update(text, "utf8").digest("hex");
}
