import * as http from "node:http";
import * as https from "node:https";

export interface PostRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** For everything together: name look-up, connection, headers and the body of the answer. */
  readonly limitMs: number;
}

export type PostOutcome =
  | { readonly kind: "answered"; readonly status: number }
  | { readonly kind: "timed-out" }
  /** `code` is the system's word, such as ECONNREFUSED; never its sentence, which may hold the address. */
  | { readonly kind: "broken"; readonly code: string }
  | { readonly kind: "unusable" };

/** What is read of an answer: only its status counts, and the rest may be without end. */
const longestAnswer = 65_536;

/** The address as a URL with http or https; null where it is none. */
export function webAddress(url: string): URL | null {
  if (!URL.canParse(url)) return null;
  const parsed = new URL(url);
  return parsed.protocol === "http:" || parsed.protocol === "https:" ? parsed : null;
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "unknown";
}

/**
 * Posts a body and answers with the status. It follows no redirect: by the standard a POST would arrive as a GET,
 * and a token would go to a place that nobody named. It uses node:http and not fetch, whose errors hold the whole
 * address, which refuses a name and password in it, and which keeps connections open for a next request.
 */
export async function post({ url, headers, body, limitMs }: PostRequest): Promise<PostOutcome> {
  const target = webAddress(url);
  if (target === null) return { kind: "unusable" };
  const { request: open } = target.protocol === "https:" ? https : http;
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), limitMs);
  let request: http.ClientRequest | null = null;
  try {
    return await new Promise<PostOutcome>((resolve) => {
      const broken = (error: unknown): void =>
        resolve(controller.signal.aborted ? { kind: "timed-out" } : { kind: "broken", code: codeOf(error) });
      request = open(target, {
        method: "POST",
        headers: {
          "User-Agent": "improve-cron",
          "Content-Length": String(Buffer.byteLength(body)),
          ...headers,
        },
        agent: false,
        signal: controller.signal,
      });
      request.on("error", broken);
      // It may close without an error, e.g. when the server asks for another protocol.
      request.on("close", () => broken(null));
      request.on("response", (response) => {
        const answered = (): void => resolve({ kind: "answered", status: response.statusCode ?? 0 });
        let read = 0;
        response.on("data", (chunk: Buffer) => {
          read += chunk.length;
          if (read > longestAnswer) answered();
        });
        response.on("end", answered);
        response.on("error", broken);
        response.on("close", () => broken(null));
      });
      request.end(body);
    });
  } catch {
    // The executor throws for a header with a line break or a user name that is not well encoded.
    return { kind: "unusable" };
  } finally {
    clearTimeout(timer);
    closeRequest(request);
  }
}

function closeRequest(request: http.ClientRequest | null): void {
  if (request === null) return;
  // What a destroyed request still has to say is of no interest.
  request.on("error", () => undefined);
  request.destroy();
}
