import { isRecord } from "./record.ts";

/**
 * What one failed request says. `paused`: Notion asks to wait, nothing happened. `unsent`: it never arrived.
 * `interrupted`: no answer that can be read, so that it may have happened. `conflict`: somebody saved at the same time.
 * The rest are answers that stay the same however often one asks.
 */
export interface NotionFault {
  readonly kind: "paused" | "unsent" | "interrupted" | "conflict" | "refused" | "missing" | "denied";
  readonly status: number | null;
  /** One line without artifact text, markup or secrets. */
  readonly because: string;
  /** How long Notion asks to wait, in milliseconds; null where it does not say. */
  readonly retryAfter: number | null;
  /** Answered before the API was reached, by a proxy. */
  readonly atEdge: boolean;
}

/** Errors of the network by which nothing can have reached Notion. */
const neverSent = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENETDOWN",
  "UND_ERR_CONNECT_TIMEOUT",
  "CERT_HAS_EXPIRED",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
  "ERR_TLS_CERT_ALTNAME_INVALID",
]);

/**
 * Reads what was thrown by a request. Everything is told by the HTTP status and not by Notion's code, since a 502 and
 * every page of a proxy carry no code that the client knows; what has no status is a broken connection, a time limit
 * or an answer that is not JSON, none of which are errors of the client's own class.
 *
 * @param now for a Retry-After that names an instant
 */
export function faultOf(error: unknown, now: number): NotionFault {
  const status = isRecord(error) && typeof error["status"] === "number" ? error["status"] : null;
  if (status === null) return faultWithoutAnswer(error);
  const fault = (kind: NotionFault["kind"], because: string): NotionFault => ({
    kind,
    status,
    because,
    retryAfter: retryAfterOf(isRecord(error) ? error["headers"] : null, now),
    atEdge: isRecord(error) && error["code"] === "notionhq_client_response_error",
  });
  const words = `Notion answered ${status}${wordsOf(error)}`;
  if (status === 429 || status === 529) return fault("paused", words);
  if (status === 401 || status === 403) return fault("denied", words);
  if (status === 404) return fault("missing", words);
  if (status === 409) return fault("conflict", words);
  if (status === 408 || status >= 500 || status < 400) return fault("interrupted", words);
  return fault("refused", words);
}

function faultWithoutAnswer(error: unknown): NotionFault {
  const code = networkCodeOf(error);
  const bare = { status: null, retryAfter: null, atEdge: false } as const;
  if (code !== null && neverSent.has(code)) {
    return { ...bare, kind: "unsent", because: `Notion cannot be reached (${code})` };
  }
  const name = error instanceof Error ? error.name : "";
  if (name === "TimeoutError" || name === "RequestTimeoutError" || name === "AbortError") {
    return { ...bare, kind: "interrupted", because: "Notion did not answer in time" };
  }
  if (name === "SyntaxError" || name === "ZodError") {
    return { ...bare, kind: "interrupted", because: "Notion's answer cannot be read" };
  }
  if (name === "InvalidPathParameterError") {
    return { ...bare, kind: "refused", because: "an id of Notion cannot be put into an address" };
  }
  return {
    ...bare,
    kind: "interrupted",
    because: `the connection to Notion broke (${code ?? "no reason given"})`,
  };
}

/** The operating system's word for a broken connection, from wherever `fetch` hid it. */
function networkCodeOf(error: unknown): string | null {
  let current: unknown = error;
  for (let depth = 0; depth < 5 && isRecord(current); depth += 1) {
    const { code, cause, errors } = current;
    if (typeof code === "string" && /^[A-Z][A-Z0-9_]+$/.test(code)) return code;
    // Several addresses were tried: they failed alike.
    current = Array.isArray(errors) ? errors[0] : cause;
  }
  return null;
}

const longestWords = 300;

/** Something on the way to Notion may answer with the headers that it was sent. */
const credentials = /\bbearer\s+[^\s"'`,]+|\b(?:ntn|secret)_\w+/gi;

/** Notion's own words, without what it quotes of the request: that may be artifact text, or the token. */
function wordsOf(error: unknown): string {
  if (!isRecord(error) || error["code"] === "notionhq_client_response_error") return "";
  const code = typeof error["code"] === "string" ? ` ${error["code"]}` : "";
  const message = error instanceof Error ? error.message : "";
  const words = message
    .replaceAll(credentials, "(token)")
    .replaceAll(/instead was [\s\S]*$/g, "instead was something else.")
    .replaceAll(/[`"“][^`"”]{40,}[`"”]/g, "(text)")
    .replaceAll(/\s+/g, " ")
    .trim();
  return words === "" ? code : `${code}: ${words.slice(0, longestWords)}`;
}

function retryAfterOf(headers: unknown, now: number): number | null {
  const written = headerOf(headers, "retry-after");
  if (written === null) return null;
  const seconds = Number(written);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  const instant = Date.parse(written);
  return Number.isNaN(instant) ? null : Math.max(0, instant - now);
}

function headerOf(headers: unknown, name: string): string | null {
  if (headers instanceof Headers) return headers.get(name);
  if (!isRecord(headers)) return null;
  const value = headers[name];
  return typeof value === "string" ? value : null;
}
