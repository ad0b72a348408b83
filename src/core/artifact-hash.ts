import { createHash } from "node:crypto";

/** What the text of an artifact is known by: SHA-256 (hex) of its UTF-8 bytes. */
export function artifactHash(text: string): string {
  return createHash("sha256").update(text, "utf8").digest("hex");
}
