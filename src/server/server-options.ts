import type { IntakeReport } from "../core/intake.ts";
import type { Grading } from "./grading/grading.ts";
import type { Report } from "./report.ts";

/** What the server does for its callers, and what it asks of whoever runs it. */
export interface ServerOptions {
  /** 0 takes any free one. */
  readonly port: number;
  readonly token: string;
  /** Stores verdicts: lines of JSON, or the values themselves. */
  readonly accept: (rows: readonly unknown[]) => Promise<IntakeReport>;
  /** How things stand: nothing in it is secret, since anybody on this machine may ask. */
  readonly health: () => Promise<{ readonly ok: boolean }>;
  /** The grading page and what it asks. */
  readonly grading: Grading;
  /** The report; left out: there is none. */
  readonly report?: Report;
  /** Told of every request that was refused or went wrong; `path` without its query. */
  readonly onRefusal: (refused: {
    readonly status: number;
    readonly code: string;
    readonly method: string;
    readonly path: string;
  }) => void;
  readonly onError: (error: unknown) => void;
  readonly limits?: Partial<ServerLimits>;
}

interface ServerLimits {
  readonly bodyBytes: number;
  readonly bodyRows: number;
  /** For the headers of a request, and for all of it. */
  readonly headersMs: number;
  readonly requestMs: number;
}

/** What a request may take where nobody says otherwise. */
export const defaultLimits: ServerLimits = {
  bodyBytes: 16 * 1024 * 1024,
  bodyRows: 50_000,
  headersMs: 10_000,
  requestMs: 60_000,
};

/** What a request is answered with. */
export type Handling = ServerOptions & { readonly limits: ServerLimits };
