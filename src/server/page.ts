import { createHash } from "node:crypto";
import type { ServerResponse } from "node:http";

/** Something for a browser to show. `csp`: its whole Content-Security-Policy. */
export interface Page {
  readonly type: string;
  readonly body: string;
  readonly csp: string;
  /** How it may be kept; not at all, unless this says so. */
  readonly cache?: string;
}

/** Answers with a page that no other page may frame, no store keep, and no address learn of. */
export function answerPage(response: ServerResponse, { type, body, csp, cache = "no-store" }: Page): void {
  response.writeHead(200, {
    "Content-Security-Policy": csp,
    "Content-Type": `${type}; charset=utf-8`,
    "Content-Length": String(Buffer.byteLength(body)),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Cache-Control": cache,
  });
  response.end(response.req.method === "HEAD" ? undefined : body);
}

/** The source expression of a script or a style by its content, for a Content-Security-Policy. */
export function hashSource(content: string): string {
  return `'sha256-${createHash("sha256").update(content).digest("base64")}'`;
}
