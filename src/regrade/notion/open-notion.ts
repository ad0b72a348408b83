import { ImproveCronError } from "../../errors.ts";
import { createCaller, type NotionCaller } from "./caller.ts";
import { checkNotion, type NotionCheck } from "./check.ts";
import { NotionFailure } from "./failure.ts";
import type { NotionMemory, NotionTiming } from "./memory.ts";
import { createNotionQueue, type NotionQueue } from "./notion-queue.ts";
import { type NotionLog, openClient } from "./open-client.ts";
import { createRequests } from "./requests.ts";
import { type SetupReport, type SetupTarget, setUpNotion } from "./setup.ts";

export interface NotionOptions {
  /** Null where none is set: the queue then says so, and waits. */
  readonly token: string | null;
  readonly baseUrl: string | null;
  readonly workspace: string;
  readonly memory: NotionMemory;
  readonly timing: NotionTiming;
  /** How long one request may take. */
  readonly timeoutMs: number;
  readonly log: NotionLog;
  /** Makes and throws away nothing. */
  readonly readOnly: boolean;
}

/** Everything that is done in Notion. No request is made, and no client loaded, before one of these is called. */
export interface Notion {
  readonly queue: NotionQueue;
  /** Throws ImproveCronError with what to click where it cannot go on. */
  setUp(target: SetupTarget): Promise<SetupReport>;
  check(): Promise<readonly NotionCheck[]>;
}

export function openNotion(options: NotionOptions): Notion {
  const { memory, readOnly, timing, token, workspace } = options;
  const caller: NotionCaller =
    token === null
      ? { call: () => Promise.reject(noToken()) }
      : createCaller({ openClient: () => openClient({ ...options, token }), timing, memory });
  const requests = createRequests(caller);
  return {
    queue: createNotionQueue({ requests, memory, timing, readOnly }),
    setUp: async (target) => {
      try {
        return await setUpNotion({ requests, timing, memory, workspace }, target);
      } catch (error) {
        throw error instanceof NotionFailure ? asProgramError(error) : error;
      }
    },
    check: () => checkNotion(requests, memory, timing.now()),
  };
}

function noToken(): NotionFailure {
  return new NotionFailure("denied", "NOTION_TOKEN is not set", {
    hint: "Put the integration's secret into NOTION_TOKEN (for cron: as a line NOTION_TOKEN=... at the top of the crontab), or set `notion.fallback: local`.",
  });
}

function asProgramError(failure: NotionFailure): ImproveCronError {
  const isTheirs = failure.kind === "denied" || failure.kind === "missing";
  return new ImproveCronError(isTheirs ? "config" : "io", failure.message, failure.hint, failure);
}
