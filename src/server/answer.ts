import type { IncomingMessage, ServerResponse } from "node:http";
import type { Refusal } from "./refusal.ts";

/** Nothing here is a page: no browser may run, frame, guess or keep it. */
const securityHeaders = {
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Cache-Control": "no-store",
} as const;

/** How long a caller may go on sending what nobody reads, so that it gets to reading why. */
const lingerMs = 2_000;

export function answerJson(response: ServerResponse, status: number, value: unknown): void {
  const body = `${JSON.stringify(value)}\n`;
  response.writeHead(status, headersOf(body));
  response.end(response.req.method === "HEAD" ? undefined : body);
}

/**
 * Answers with a refusal and ends the connection. Where the body is still coming, the answer goes out at once and the
 * connection stays open until the body ends or 2 seconds have passed: closed under a caller that is still sending,
 * it would be reset, and the answer lost.
 */
export function answerRefusal(request: IncomingMessage, response: ServerResponse, refused: Refusal): void {
  const { status, code, message, headers = {} } = refused;
  const body = `${JSON.stringify({ error: { code, message, hint: null } })}\n`;
  response.writeHead(status, { ...headersOf(body), ...headers, Connection: "close" });
  if (request.complete || request.method === "HEAD") {
    response.end(request.method === "HEAD" ? undefined : body);
    return;
  }
  response.write(body);
  const end = (): void => {
    clearTimeout(timer);
    response.end();
  };
  const timer = setTimeout(end, lingerMs).unref();
  request.on("end", end);
  request.on("close", end);
  request.resume();
}

function headersOf(body: string): Record<string, string> {
  return {
    ...securityHeaders,
    "Content-Type": "application/json; charset=utf-8",
    "Content-Length": String(Buffer.byteLength(body)),
  };
}
