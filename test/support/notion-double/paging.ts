import { validationError } from "./api-error.ts";
import type { JsonObject } from "./json.ts";
import type { Workspace } from "./workspace.ts";

interface PageArguments {
  readonly start_cursor?: string | null | undefined;
  readonly page_size?: number | undefined;
}

/** One page of a list. */
export interface ListPage<T> {
  readonly items: readonly T[];
  readonly list: { readonly object: "list"; readonly has_more: boolean; readonly next_cursor: string | null };
  /** Whether this is the last page. */
  readonly last: boolean;
}

/** Cursors and where each goes on. A cursor is good only for the list it came from. */
export class Cursors {
  private readonly open = new Map<string, { readonly scan: string; readonly offset: number }>();

  /** The page that the arguments ask for; `scan` tells lists apart, cursor and page size aside. */
  page<T>(
    workspace: Workspace,
    args: PageArguments,
    scan: object,
    all: readonly T[],
    mostPerPage: number,
  ): ListPage<T> {
    const size = args.page_size ?? mostPerPage;
    if (!Number.isInteger(size) || size < 1 || size > mostPerPage) {
      throw validationError(
        `body failed validation: body.page_size should be a whole number from 1 to ${mostPerPage}, instead was \`${size}\`.`,
      );
    }
    const key = scanKey(scan);
    const offset = this.offset(workspace, args.start_cursor ?? null, key);
    const end = Math.min(all.length, offset + size);
    const items = all.slice(offset, end);
    const last = end >= all.length;
    const { repeatCursor, cursorAfterEnd } = workspace.quirks;
    if (repeatCursor && all.length > size) {
      const cursor = "00000000-0000-4000-8000-00000000cafe";
      this.open.set(cursor, { scan: key, offset: size });
      return { items, last: false, list: { object: "list", has_more: true, next_cursor: cursor } };
    }
    const next = last
      ? cursorAfterEnd
        ? this.issue(workspace, key, 0)
        : null
      : this.issue(workspace, key, end);
    return { items, last, list: { object: "list", has_more: !last, next_cursor: next } };
  }

  private issue(workspace: Workspace, scan: string, offset: number): string {
    const cursor = workspace.ids.uuid();
    this.open.set(cursor, { scan, offset });
    return cursor;
  }

  private offset(workspace: Workspace, cursor: string | null, scan: string): number {
    if (cursor === null) return 0;
    const invalid = validationError(`The start_cursor provided is invalid: ${cursor}`);
    if (workspace.quirks.invalidateCursors > 0) {
      workspace.quirks.invalidateCursors -= 1;
      throw invalid;
    }
    const known = this.open.get(cursor);
    if (known === undefined || known.scan !== scan) throw invalid;
    return known.offset;
  }
}

function scanKey(scan: object): string {
  const rest: JsonObject = { ...scan };
  delete rest["start_cursor"];
  delete rest["page_size"];
  return JSON.stringify(rest);
}
