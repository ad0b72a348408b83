import { validationError } from "./api-error.ts";

/** Refuses every link that Notion refuses: only http and https, absolute, ASCII, at most 2,000 characters. */
export function checkLink(url: string, path: string): void {
  if (url.length > 2000) {
    throw validationError(
      `body failed validation: ${path}.length should be ≤ \`2000\`, instead was \`${url.length}\`.`,
    );
  }
  const printable = /^[\x21-\x7e]+$/.test(url);
  const host = URL.canParse(url) ? new URL(url) : null;
  const good =
    host !== null && (host.protocol === "http:" || host.protocol === "https:") && host.hostname !== "";
  if (!printable || !good) throw validationError(`Invalid URL for link. (${path})`);
}
