import type { NotionFault } from "./fault.ts";

/**
 * Why something could not be done in Notion, after every retry that was allowed.
 * `unavailable`: it did not happen, or repeating it is harmless; a later pass goes on. `unclear`: a page may have been
 * made. `refused`: this request will never be taken. `missing`: gone, or not shared. `denied`: the token or its rights.
 */
export type NotionFailureKind = "unavailable" | "unclear" | "refused" | "missing" | "denied";

export class NotionFailure extends Error {
  override readonly name = "NotionFailure";
  readonly kind: NotionFailureKind;
  readonly status: number | null;
  /** What to do about it, as one sentence; null where waiting is enough. */
  readonly hint: string | null;

  constructor(
    kind: NotionFailureKind,
    message: string,
    rest: { readonly status?: number | null; readonly hint?: string | null } = {},
  ) {
    super(message);
    this.kind = kind;
    this.status = rest.status ?? null;
    this.hint = rest.hint ?? null;
  }
}

/** Whether something thrown is a failure of this kind (of any kind, where none is named). */
export function isFailure(error: unknown, kind?: NotionFailureKind): error is NotionFailure {
  return error instanceof NotionFailure && (kind === undefined || error.kind === kind);
}

/** What a single failed request comes to, once it is not repeated any more. */
export function failureOf(fault: NotionFault, request: { readonly creates: boolean }): NotionFailure {
  const { because, status } = fault;
  switch (fault.kind) {
    case "paused":
    case "unsent":
      return new NotionFailure("unavailable", because, { status });
    case "interrupted":
    case "conflict":
      return new NotionFailure(request.creates ? "unclear" : "unavailable", because, { status });
    case "refused":
      return new NotionFailure("refused", because, { status });
    case "missing":
      return new NotionFailure("missing", because, {
        status,
        hint: "Share it with the integration: open it in Notion, ••• at the top right, Connections, add the integration.",
      });
    case "denied":
      return new NotionFailure("denied", because, { status, hint: deniedHint(fault) });
  }
}

function deniedHint({ status, atEdge }: NotionFault): string {
  if (status === 401) {
    return "Copy the integration's secret once more (Notion: Settings, Connections, Develop or manage integrations) into NOTION_TOKEN.";
  }
  if (atEdge) return "Something on the way to Notion blocked the request: look at the proxy or firewall.";
  return "In the integration's settings allow it to read, insert and update content, and run `improve-cron notion check`.";
}
