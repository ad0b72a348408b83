import type { Capabilities } from "./capabilities.ts";
import type { DoubleClock } from "./clock.ts";
import type { FaultScript } from "./fault.ts";
import type { Founder } from "./founder-hands.ts";
import type { Quirks } from "./quirks.ts";
import type { RecordedRequest } from "./recorded-request.ts";
import type { Violation } from "./violation.ts";

export interface NotionDoubleOptions {
  /** Default: `createDoubleClock` at 2026-06-01T13:00:00Z. */
  readonly clock?: DoubleClock;
  /** Starting values; all can be changed later through `quirks`. */
  readonly quirks?: Partial<Quirks>;
  /** What the integration may do. Default: all but comments, as Notion's own default is. */
  readonly capabilities?: Partial<Capabilities>;
  /** Seeds every id. Default 1. */
  readonly seed?: number;
  /** Also accept version 2025-09-03. Default: only 2026-03-11. */
  readonly acceptOldVersion?: boolean;
  /** Checks every answer of the double against the SDK's response types. Default false (it costs time). */
  readonly checkAnswers?: boolean;
}

/** When a listener hears of a request. `written`: carried out, not yet answered. */
export type RequestPhase = "arrived" | "written" | "answered";

export interface NotionDouble {
  /** `http://127.0.0.1:port`, for the client's `baseUrl`. */
  readonly url: string;
  readonly token: string;
  readonly clock: DoubleClock;
  readonly faults: FaultScript;
  readonly quirks: Quirks;
  readonly capabilities: Capabilities;
  readonly founder: Founder;
  /** The integration's own user: `created_by` and `last_edited_by` of what it made. */
  readonly botId: string;
  /** A page of the founder, connected to the integration: for `notion setup --parent`. */
  readonly parentPageId: string;
  /** The address of any page, database or view, as the API gives it. */
  urlOf(id: string): string;
  /** In order of arrival. */
  readonly requests: readonly RecordedRequest[];
  readonly violations: readonly Violation[];
  /** Pages that exist in a data source right now, in the trash too, whatever the index shows. */
  rows(dataSourceId: string): readonly StoredRow[];
  /** Called at each boundary of each request, before the double goes on; an async listener holds the request. */
  onRequest(listener: (request: RecordedRequest, phase: RequestPhase) => void | Promise<void>): () => void;
  /** Stops listening (ECONNREFUSED) or listens again on the same port. */
  refuseConnections(refuse: boolean): Promise<void>;
  /** Drops connections that idle, as Notion does between two polls. */
  dropIdleConnections(): void;
  close(): Promise<void>;
}

/** A row as it is stored, for counting what really exists. */
export interface StoredRow {
  readonly pageId: string;
  readonly title: string;
  /** Values as text, by the property's present name. */
  readonly values: Readonly<Record<string, string>>;
  readonly inTrash: boolean;
  readonly createdBy: string;
  readonly createdAt: number;
}

/** Starts a double of the Notion API on the loopback interface. Close it. */
export function openNotionDouble(_options: NotionDoubleOptions = {}): Promise<NotionDouble> {
  return Promise.reject(new Error("The double is being built; its types stand."));
}
