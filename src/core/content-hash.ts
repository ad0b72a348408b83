import { createHash } from "node:crypto";

/** The hash of an inline style or script as a Content-Security-Policy names it, e.g. `sha256-47DE...`. */
export function policyHash(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}
