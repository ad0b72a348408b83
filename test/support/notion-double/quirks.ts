/** Ways in which the API is known to behave; each can be set at any time. */
export interface Quirks {
  /** A query or search sees what was there this many milliseconds (of the clock) ago. Retrieving by id does not lag. */
  lagMs: number;
  /** The last page says `has_more: false` and still names a cursor. */
  cursorAfterEnd: boolean;
  /** Every page names the same cursor: a loop on `next_cursor` never ends. */
  repeatCursor: boolean;
  /** The next this many uses of a `start_cursor` are answered with 400 "start_cursor ... invalid". */
  invalidateCursors: number;
  /** Rows a query gives at most, all pages together; then `request_status` says incomplete. */
  rowLimit: number;
  /** The next this many views lose their filter without a word. */
  dropViewFilters: number;
  /** The next this many views show all properties, whatever the request said. */
  dropViewProperties: number;
  /** How a view's filter names its property when it is read back. */
  viewFilterProperty: "id" | "name";
  /** Blocks that can ever be made (free workspace with more than one member); null for no limit. */
  lifetimeBlocks: number | null;
  /** Whether answers carry the deprecated `archived` (SDK types ask for it, version 2026-03-11 is said to lack it). */
  archivedInResponses: boolean;
}

export const usualQuirks: Quirks = {
  lagMs: 0,
  cursorAfterEnd: false,
  repeatCursor: false,
  invalidateCursors: 0,
  rowLimit: 10_000,
  dropViewFilters: 0,
  dropViewProperties: 0,
  viewFilterProperty: "id",
  lifetimeBlocks: null,
  archivedInResponses: false,
};
