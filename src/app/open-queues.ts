import type { AppOptions } from "../app.ts";
import type { Clock } from "../clock.ts";
import type { Config } from "../config/config.ts";
import type { LocalQueue } from "../regrade/local-queue.ts";
import { type Notion, openNotion } from "../regrade/notion/open-notion.ts";
import type { RegradeQueue } from "../regrade/queue.ts";
import type { Store } from "../store/store.ts";

/** How long a request to Notion may take, its answer included. */
const notionTimeout = 30_000;

/** The board in Notion, with what it remembers kept in the database. */
export function openNotionOf(config: Config, store: Store, clock: Clock, options: AppOptions): Notion {
  return openNotion({
    token: notionToken(options),
    baseUrl: config.notion.baseUrl,
    workspace: config.workspace,
    memory: {
      read: (name) => store.readSetting(`notion/${name}`),
      write: async (name, value) => {
        await store.writeSetting(`notion/${name}`, value);
      },
    },
    timing: {
      now: clock.now,
      wait: (milliseconds) => new Promise((goOn) => setTimeout(goOn, milliseconds)),
      random: Math.random,
      ...options.notionTiming,
    },
    timeoutMs: notionTimeout,
    log: options.log ?? (() => {}),
    readOnly: options.dryRun,
  });
}

function notionToken({ env }: AppOptions): string | null {
  return env["NOTION_TOKEN"]?.trim() || null;
}

/** The queue of new cycles. Without a token the local one stands in where the config says so. */
export function chooseQueue(
  config: Config,
  options: AppOptions,
  local: LocalQueue,
  notion: RegradeQueue,
): RegradeQueue {
  if (config.queue === "local") return local;
  return notionToken(options) === null && config.notion.fallback === "local" ? local : notion;
}
