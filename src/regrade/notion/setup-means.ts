import type { NotionMemory, NotionTiming } from "./memory.ts";
import type { NotionRequests } from "./requests.ts";

/** What `notion setup` works with. */
export interface SetupMeans {
  readonly requests: NotionRequests;
  readonly timing: NotionTiming;
  readonly memory: NotionMemory;
  readonly workspace: string;
}

/** What Notion answered must hold what was asked of it; anything else is a bug of one of the two. */
export function needed<Value>(value: Value | null | undefined): Value {
  if (value === null || value === undefined) throw new TypeError("Notion did not keep what was asked of it");
  return value;
}
