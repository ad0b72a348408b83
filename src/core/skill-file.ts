import { createHash } from "node:crypto";

/*
 * The skill as it is put in place: the shipped text, and in its front matter a fingerprint of it, by which a later install
 * knows that nobody has edited it since.
 */

const mark = "  fingerprint: ";

/**
 * The shipped skill with the script's own path in it and its fingerprint below `metadata:`.
 *
 * @param script absolute path of run-improve-cron.sh; null leaves the name as it is
 */
export function skillText(shipped: string, script: string | null): string {
  const named =
    script === null ? shipped : shipped.replace("`run-improve-cron.sh` takes", () => `\`${script}\` takes`);
  return named.replace(/^metadata:\n/m, `metadata:\n${mark}"${fingerprintOf(named)}"\n`);
}

/** What stands at the place of a skill: nothing, one of ours that nobody has edited, or something that is somebody else's. */
export function whoseSkill(text: string | null): "nobody" | "ours" | "theirs" {
  if (text === null) return "nobody";
  const found = new RegExp(`^${mark}"([0-9a-f]{64})"\n`, "m").exec(text);
  if (found === null) return "theirs";
  return fingerprintOf(text.replace(found[0], "")) === found[1] ? "ours" : "theirs";
}

function fingerprintOf(text: string): string {
  return createHash("sha256").update(text, "utf8").digest("hex");
}
