import type { Client } from "@notionhq/client";

/** Told what the client has to say. No message of Notion is among it: those quote what was sent. */
export type NotionLog = (
  level: "debug" | "info" | "warn" | "error",
  message: string,
  fields: Readonly<Record<string, unknown>>,
) => void;

export interface ClientOptions {
  readonly token: string;
  /** Null for Notion itself. */
  readonly baseUrl: string | null;
  /** How long a request may take, its answer's body included. */
  readonly timeoutMs: number;
  readonly log: NotionLog;
}

const apiVersion = "2026-03-11";
const loggedFields = [
  "method",
  "path",
  "code",
  "status",
  "requestId",
  "request_id",
  "unknownParams",
] as const;

/** The client library with its own retries off and a time limit that ends the request. */
export async function openClient(options: ClientOptions): Promise<Client> {
  const { Client, LogLevel } = await import("@notionhq/client");
  const { baseUrl, log, timeoutMs, token } = options;
  return new Client({
    auth: token,
    retry: false,
    notionVersion: apiVersion,
    logLevel: LogLevel.WARN,
    // Its own limit lets the request run on and does not cover the body; it must not be the first to ring.
    timeoutMs: timeoutMs + 10_000,
    // A signal ends both, and with them the connection.
    fetch: (url, init) => {
      const { agent: _, ...rest } = init ?? {};
      return fetch(url, { ...rest, signal: AbortSignal.timeout(timeoutMs) });
    },
    // A request that failed is told by whoever gives it up; what the client dropped of a request is a bug.
    logger: (_level, message, fields) =>
      log("unknownParams" in fields ? "error" : "debug", message, pick(fields)),
    // With a slash at its end every address would hold two.
    ...(baseUrl === null ? {} : { baseUrl: baseUrl.replace(/\/+$/, "") }),
  });
}

function pick(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(loggedFields.flatMap((name) => (name in fields ? [[name, fields[name]]] : [])));
}
