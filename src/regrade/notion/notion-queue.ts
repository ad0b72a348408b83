import type { EffectOutcome, TaskNote } from "../../core/effect.ts";
import type {
  BlindItem,
  CollectOutcome,
  GradingTask,
  PublishOutcome,
  QueuedItem,
  Readiness,
  RegradeQueue,
  SweepOutcome,
} from "../queue.ts";
import { collectItems } from "./collect.ts";
import { NotionFailure } from "./failure.ts";
import { unreachableBy } from "./failure-words.ts";
import { createJournal } from "./journal.ts";
import type { NotionMemory, NotionTiming } from "./memory.ts";
import { addTaskNote } from "./notes.ts";
import { type NotionPlace, readPlace } from "./place.ts";
import { type PreparedMonth, prepareMonth } from "./prepare.ts";
import { publishPage } from "./publish.ts";
import type { NotionRequests } from "./requests.ts";
import { sweepPages } from "./sweep.ts";
import type { TaskFacts } from "./task.ts";

export interface NotionQueueOptions {
  readonly requests: NotionRequests;
  readonly memory: NotionMemory;
  readonly timing: NotionTiming;
  /** Reads, but neither makes nor throws away anything: for a rehearsal. */
  readonly readOnly: boolean;
}

/** The regrade queue in Notion: a page for each item, a task for each axis and month. */
export interface NotionQueue extends RegradeQueue {
  readonly kind: "notion";
  prepare(task: GradingTask): Promise<Readiness>;
  sweep(items: readonly QueuedItem[], since: number, now: number): Promise<SweepOutcome>;
  addNote(note: TaskNote): Promise<EffectOutcome>;
  address(): Promise<string | null>;
}

/** The queue over the requests it may make and the memory it keeps. What fails is answered, not thrown. */
export function createNotionQueue(options: NotionQueueOptions): NotionQueue {
  const { memory, readOnly, requests, timing } = options;
  const means = { requests, timing, journal: createJournal(memory) };
  const months = new Map<string, PreparedMonth>();

  async function prepared(task: TaskFacts): Promise<PreparedMonth> {
    const name = `${task.period}/${task.axis}`;
    const known = months.get(name);
    if (known !== undefined && task.items === undefined) return known;
    const month = await prepareMonth(means, memory, await placeOf(memory), task);
    months.set(name, month);
    return month;
  }

  return {
    kind: "notion",
    outside: true,
    prepare: async (task) => {
      if (readOnly) return { state: "ready" };
      try {
        await prepared(task);
        return { state: "ready" };
      } catch (error) {
        return { state: "waiting", everywhere: true, ...unreachableBy(error) };
      }
    },
    publish: async (item: BlindItem): Promise<PublishOutcome> => {
      const { axis, due, period, ref } = item;
      if (readOnly) return { ref, state: "created", externalId: null, url: null };
      try {
        const outcome = await publishPage(means, await prepared({ axis, period, due }), item);
        // Whatever was found out about the month may be the reason.
        if (outcome.state !== "created") months.delete(`${period}/${axis}`);
        return outcome;
      } catch (error) {
        months.delete(`${period}/${axis}`);
        return { ref, state: "waiting", everywhere: true, ...unreachableBy(error) };
      }
    },
    collect: async (items, now): Promise<CollectOutcome> => {
      if (items.length === 0) return { status: "ok", observations: [], withdrawn: [] };
      try {
        return await collectItems(means, await placeOf(memory), items, now);
      } catch (error) {
        return unreachable(error);
      }
    },
    sweep: async (items, since, now) => {
      if (readOnly) return { status: "ok", observations: [], questions: [] };
      try {
        return await sweepPages(means, memory, await placeOf(memory), { items, since, now });
      } catch (error) {
        return unreachable(error);
      }
    },
    addNote: async (note) => {
      try {
        return await addTaskNote(means, await placeOf(memory), note);
      } catch (error) {
        return { state: "waiting", ...unreachableBy(error) };
      }
    },
    address: async () => (await readPlace(memory))?.url ?? null,
  };
}

async function placeOf(memory: NotionMemory): Promise<NotionPlace> {
  const place = await readPlace(memory);
  if (place !== null) return place;
  throw new NotionFailure("denied", "the queue in Notion is not set up yet", {
    hint: "Run `improve-cron notion setup --parent URL` with the link to a page that is shared with the integration.",
  });
}

function unreachable(error: unknown): Extract<CollectOutcome, { status: "unreachable" }> {
  const { because, hint } = unreachableBy(error);
  return { status: "unreachable", because, hint: hint ?? "The next run tries again." };
}
