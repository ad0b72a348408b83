import { createCaller } from "../../../src/regrade/notion/caller.ts";
import type { NotionMemory } from "../../../src/regrade/notion/memory.ts";
import { openClient } from "../../../src/regrade/notion/open-client.ts";
import { type Notion, openNotion } from "../../../src/regrade/notion/open-notion.ts";
import { type NotionPlace, readPlace } from "../../../src/regrade/notion/place.ts";
import { createRequests, type NotionRequests } from "../../../src/regrade/notion/requests.ts";
import type { BlindItem } from "../../../src/regrade/queue.ts";
import {
  type NotionDouble,
  type NotionDoubleOptions,
  openNotionDouble,
  type StoredRow,
} from "../../support/notion-double/double.ts";

/** Facts kept in a map, as the store keeps them in a table. */
export function mapMemory(facts: Map<string, string> = new Map()): NotionMemory & {
  readonly facts: Map<string, string>;
} {
  return {
    facts,
    read: async (name) => facts.get(name) ?? null,
    write: async (name, value) => {
      facts.set(name, value);
    },
  };
}

export interface BenchOptions extends NotionDoubleOptions {
  readonly readOnly?: boolean;
  readonly timeoutMs?: number;
  /** Runs `notion setup` under the double's page first. Default true. */
  readonly setUp?: boolean;
}

/** The queue with a double of Notion behind it. Its clock stands still until somebody waits. */
export interface NotionBench {
  readonly double: NotionDouble;
  readonly notion: Notion;
  readonly memory: NotionMemory & { readonly facts: Map<string, string> };
  /** What the client dropped of a request, or complained of. */
  readonly complaints: readonly string[];
  /** The queue as a program that was started anew sees it, with the same memory. */
  restart(memory?: NotionMemory): Notion;
  requests(): NotionRequests;
  place(): Promise<NotionPlace>;
  /** Pages of items that are not in the trash. */
  items(): Promise<readonly StoredRow[]>;
  tasks(): Promise<readonly StoredRow[]>;
  pageOf(ref: string): Promise<string>;
  close(): Promise<void>;
}

export async function openBench(options: BenchOptions = {}): Promise<NotionBench> {
  const double = await openNotionDouble(options);
  const memory = mapMemory();
  const complaints: string[] = [];
  const timing = { now: () => double.clock.now(), wait: double.clock.sleep, random: () => 0.5 };
  const log = (level: string, message: string, fields: object): void => {
    if (level === "error") complaints.push(`${message} ${JSON.stringify(fields)}`);
  };
  const client = { token: double.token, baseUrl: double.url, timeoutMs: options.timeoutMs ?? 10_000, log };
  const open = (own: NotionMemory): Notion =>
    openNotion({
      ...client,
      workspace: "default",
      memory: own,
      timing,
      readOnly: options.readOnly ?? false,
    });
  const notion = open(memory);
  if (options.setUp !== false) {
    await notion.setUp({ parent: double.parentPageId, board: null, startOver: false });
  }
  const place = async (): Promise<NotionPlace> => {
    const known = await readPlace(memory);
    if (known === null) throw new Error("the bench is not set up");
    return known;
  };
  const items = async (): Promise<readonly StoredRow[]> =>
    double.rows((await place()).items.dataSourceId).filter(({ inTrash }) => !inTrash);
  return {
    double,
    notion,
    memory,
    complaints,
    restart: (own = memory) => open(own),
    requests: () => createRequests(createCaller({ openClient: () => openClient(client), timing, memory })),
    place,
    items,
    tasks: async () => double.rows((await place()).tasks.dataSourceId).filter(({ inTrash }) => !inTrash),
    pageOf: async (ref) => {
      const page = (await items()).find(({ values }) => values["Ref"] === ref);
      if (page === undefined) throw new Error(`no page of ${ref}`);
      return page.pageId;
    },
    close: () => double.close(),
  };
}

/** So many items of one axis and month. */
export function blindItems(count: number, further: Partial<BlindItem> = {}): readonly BlindItem[] {
  return Array.from({ length: count }, (_, index) => ({
    ref: `ref${String(index).padStart(3, "0")}aaaaaaaaaa`,
    axis: "verify-dispatch",
    period: "2026-05",
    title: `verify-dispatch · ${index + 1} of ${count}`,
    intent: "A dispatch says who does what by when.",
    text: `Dispatch ${index}\n\nAnna sends the offer by Friday.`,
    due: "2026-07-01",
    ...further,
  }));
}

export const task = {
  axis: "verify-dispatch",
  period: "2026-05",
  due: "2026-07-01",
  items: 3,
  minutes: 5,
} as const;
