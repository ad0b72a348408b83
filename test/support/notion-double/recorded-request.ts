/** One request as it came over the wire. */
export interface RecordedRequest {
  /** Counted from 1. */
  readonly n: number;
  readonly method: string;
  /** Without the query, as sent. */
  readonly path: string;
  /** With the `?`, or empty. */
  readonly query: string;
  /** The SDK's name of the call, e.g. `pages.create`; null where no route fits. */
  readonly operation: string | null;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body's bytes as text, empty where there is none. */
  readonly body: string;
  /** The parsed body; null where there is none or it is no JSON. */
  readonly json: unknown;
  /** Length of the body in bytes. */
  readonly bytes: number;
  /** Every byte the client sent: request line, headers and body. Look for leaks here. */
  readonly wire: string;
  /** Arrival by the double's clock. */
  readonly at: number;
  /** The status that was answered; null while unanswered or where the fault gave none. */
  status: number | null;
  /** Whether the request was carried out without an error (for a write: the write happened). */
  committed: boolean;
  /** The kind of fault that met it. */
  fault: string | null;
}
