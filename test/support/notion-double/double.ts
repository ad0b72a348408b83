import { isTrashed } from "./access.ts";
import { type Capabilities, usualCapabilities } from "./capabilities.ts";
import { type DoubleClock, createDoubleClock } from "./clock.ts";
import { FaultQueue, type FaultScript } from "./fault.ts";
import type { Founder } from "./founder-hands.ts";
import { seePage } from "./founder-sees.ts";
import { createFounder } from "./founder.ts";
import { urlOf } from "./page-object.ts";
import { type Quirks, usualQuirks } from "./quirks.ts";
import type { RecordedRequest } from "./recorded-request.ts";
import { prepareRoutes } from "./find-route.ts";
import { ApiServer, type RequestListener } from "./server.ts";
import type { Violation } from "./violation.ts";
import { type Page, Workspace } from "./workspace.ts";

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
  onRequest(listener: RequestListener): () => void;
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
export async function openNotionDouble(options: NotionDoubleOptions = {}): Promise<NotionDouble> {
  const clock = options.clock ?? createDoubleClock(Date.UTC(2026, 5, 1, 13));
  const quirks = { ...usualQuirks, ...options.quirks };
  const capabilities = { ...usualCapabilities, ...options.capabilities };
  const workspace = new Workspace(clock, quirks, capabilities, options.seed ?? 1);
  const founder = createFounder(workspace);
  const parentPageId = founder.makePage("Improve");
  const faults = new FaultQueue();
  const token = "ntn_00000000000double00000000000000000000000000";
  const server = new ApiServer(workspace, faults, {
    token,
    versions: options.acceptOldVersion === true ? ["2026-03-11", "2025-09-03"] : ["2026-03-11"],
    checkAnswers: options.checkAnswers ?? false,
  });
  // A client's time limit is real: the first answer must not have to wait for a schema.
  prepareRoutes(options.checkAnswers ?? false);
  const url = await server.listen();
  return {
    url,
    token,
    clock,
    faults,
    quirks,
    capabilities,
    founder,
    botId: workspace.bot.id,
    parentPageId,
    urlOf: (id) => urlOf(workspace, id),
    requests: server.requests,
    violations: workspace.violations,
    rows: (dataSourceId) => workspace.rowsOf(dataSourceId, 0).map(({ page }) => storedRow(workspace, page)),
    onRequest(listener) {
      server.listeners.add(listener);
      return () => server.listeners.delete(listener);
    },
    async refuseConnections(refuse) {
      if (refuse) await server.stop();
      else await server.listen();
    },
    dropIdleConnections: () => server.dropIdle(),
    close: () => server.stop(),
  };
}

function storedRow(workspace: Workspace, page: Page): StoredRow {
  const seen = seePage(workspace, page);
  return {
    pageId: page.id,
    title: seen.title,
    values: Object.fromEntries(seen.cells.map((cell) => [cell.name, cell.text])),
    inTrash: isTrashed(workspace, page.id),
    createdBy: page.createdBy,
    createdAt: page.createdAt,
  };
}
