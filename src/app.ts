import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { type Clock, createClock } from "./clock.ts";
import { type KnownAxisFiles, readAxes } from "./config/axis-file.ts";
import type { AxisSet, Config } from "./config/config.ts";
import { keepCompiledConfig } from "./config/keep-compiled-config.ts";
import { programStamp } from "./config/program-stamp.ts";
import { readConfig } from "./config/read-config.ts";
import type { DialogueFiles } from "./core/dialogue-files.ts";
import type { Critics } from "./critics/critic.ts";
import { openCritics } from "./critics/open-critics.ts";
import { isAlive } from "./critics/process-group.ts";
import { CallIntents } from "./cycle/call-intents.ts";
import type { CycleContext } from "./cycle/context.ts";
import { createDialogueFiles } from "./effects/dialogue-files.ts";
import { openChannel } from "./effects/notify/open-channel.ts";
import { type ChannelTest, sendTest } from "./effects/notify/send-test.ts";
import type { AcceptResult } from "./intake/accept-verdicts.ts";
import type { IntakeResult } from "./intake/intake-result.ts";
import { createLocalQueue, type LocalQueue } from "./regrade/local-queue.ts";
import type { NotionTiming } from "./regrade/notion/memory.ts";
import type { NotionLog } from "./regrade/notion/open-client.ts";
import type { Notion } from "./regrade/notion/open-notion.ts";
import type { RegradeQueue } from "./regrade/queue.ts";
import { createSchedule, type Schedule } from "./schedule.ts";
import { acquireFileLock } from "./store/sqlite/file-lock.ts";
import { acquireRunLock, type RunLock } from "./store/sqlite/run-lock.ts";
import type { Store } from "./store/store.ts";
import type { ReadProgress } from "./core/intake.ts";
import { type AxisIntake, ingestAxisLogs } from "./app/axis-logs.ts";
import { cycleOf } from "./app/cycle-of.ts";
import { intakeOf } from "./app/intake-of.ts";
import { openStoreOf } from "./app/open-database.ts";
import { chooseQueue, openNotionOf } from "./app/open-queues.ts";

/** What the composition root is told: everything else follows from the config. */
export interface AppOptions {
  readonly configFile: string | null;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Another time to rehearse, or null. */
  readonly now: number | null;
  /** Works on a temporary copy of the database and performs no effect. */
  readonly dryRun: boolean;
  /** Where the channel `stdout` writes: stdout for people, stderr when stdout carries JSON. */
  readonly write: (text: string) => void;
  /** Told the name of every step, so that fault trials can stop the program there. */
  readonly step?: (name: string) => void;
  /** Told how far a log has been read, after each transaction. */
  readonly onRead?: (progress: ReadProgress) => void;
  /** Another clock than the machine's; `now` is then without meaning. */
  readonly clock?: Clock;
  /** Told of requests to Notion that failed; nothing is kept of them without it. */
  readonly log?: NotionLog;
  /** Time as the requests to Notion see it: fault trials let it pass faster. */
  readonly notionTiming?: Pick<NotionTiming, "now" | "wait">;
  /** Whether the pages of the database are checked at the start: after an unclean end, always, or never where speed counts. */
  readonly quickCheck?: "after-unclean-end" | "always" | "never";
}

export interface App extends AsyncDisposable {
  readonly config: Config;
  readonly clock: Clock;
  readonly schedule: Schedule;
  readonly store: Store;
  /** The configured queue, for new cycles. */
  readonly queue: RegradeQueue;
  readonly localQueue: LocalQueue;
  readonly notion: Notion;
  /** The programs that judge, where axis files name any. */
  readonly critics: Critics;
  readonly readAxes: () => AxisSet;
  /** Reads on in the logs named in the axis files. */
  readonly ingestLogs: () => Promise<IntakeResult>;
  /** Logs that were read and are gone: what the months of their axes wait for, and what to do about it. */
  readonly findGoneLogs: () => Promise<readonly { readonly axis: string; readonly because: string }[]>;
  /** Reads whole files, whatever was read of them before. */
  readonly ingestFiles: (files: readonly string[], axis: string | null) => Promise<IntakeResult>;
  /**
   * Verdicts that somebody hands over at once: lines of JSON, or the values themselves. Those that come over HTTP may
   * name artifacts in `artifact_roots` only; whoever calls the program may name what he can read.
   */
  readonly recordVerdicts: (input: {
    readonly source: "stdin" | "record" | "http" | "panel";
    readonly rows: Iterable<unknown>;
    readonly baseFolder: string;
  }) => Promise<AcceptResult>;
  /** Sends a test message through every channel and answers how each went. */
  readonly testChannels: () => Promise<readonly ChannelTest[]>;
  /** The month's view of all this. */
  readonly cycle: CycleContext;
  /** Where dialogue files are. */
  readonly dialogueFiles: DialogueFiles;
  /** One dialogue at a time per state folder; null where another process conducts one. It may take long: no pass waits for it. */
  readonly acquireDialogueLock: () => { release(): void } | null;
  /** One runner per state folder, for one pass. */
  readonly acquireRunLock: () => RunLock;
}

/**
 * Puts the program together from its config. Whatever was opened is released in reverse order by disposing of the app.
 * Throws ImproveCronError where the config, the database or its place cannot be used.
 */
export async function openApp(options: AppOptions): Promise<App> {
  const readingSince = Date.now();
  const config = readConfig({ file: options.configFile, env: options.env, cwd: options.cwd });
  const clock = options.clock ?? createClock(options.now);
  const owned: (() => unknown)[] = [];
  try {
    const app = await assemble(config, clock, options, owned);
    if (!options.dryRun) {
      const place = { env: options.env, cwd: options.cwd, program: programStamp(import.meta.dirname) };
      keepCompiledConfig(config, place, () => app.readAxes().axes, readingSince);
    }
    return app;
  } catch (error) {
    await releaseAll(owned);
    throw error;
  }
}

/** Whatever was opened, released last in, first out. */
async function releaseAll(owned: (() => unknown)[]): Promise<void> {
  for (let release = owned.pop(); release !== undefined; release = owned.pop()) await release();
}

const processMark = randomBytes(8).toString("hex");

async function assemble(
  config: Config,
  clock: Clock,
  options: AppOptions,
  owned: (() => unknown)[],
): Promise<App> {
  const store = await openStoreOf(config, clock, options, owned);
  const localQueue = createLocalQueue(store);
  const notion = openNotionOf(config, store, clock, options);
  const queue = chooseQueue(config, options, localQueue, notion.queue);
  const critics = openCritics({ environment: options.env, home: config.home });
  owned.push(() => critics[Symbol.asyncDispose]());
  const callIntents = new CallIntents(store, { pid: process.pid, mark: processMark });
  // A full disk or a damaged database is told by what the command is about, and the notes wait.
  await callIntents.settle(isAlive).catch(() => []);
  const schedule = createSchedule(config.schedule, config.timezone);
  const known: KnownAxisFiles = new Map();
  const axes = (): AxisSet => readAxes(config, undefined, known);
  const readLogs = (): Promise<readonly AxisIntake[]> =>
    ingestAxisLogs(axes().axes, { now: clock.now(), sink: store, onProgress: options.onRead });
  const step = options.step ?? (() => {});
  const parts = { config, clock, store, queue, localQueue, notion, critics, schedule };
  const cycle = cycleOf(options, { ...parts, axes, readLogs, callIntents, step });
  return {
    ...parts,
    ...intakeOf(options, { clock, store, axes, readLogs }),
    readAxes: axes,
    testChannels: () =>
      sendTest(
        config.notify.map((spec) =>
          openChannel(spec, {
            home: config.home,
            workspace: config.workspace,
            write: options.write,
            environment: options.env,
          }),
        ),
      ),
    cycle,
    dialogueFiles: createDialogueFiles(step),
    acquireDialogueLock: () => acquireFileLock(join(config.stateFolder, "dialogue.lock"), 0),
    acquireRunLock: () => acquireRunLock(config.stateFolder, process.pid),
    [Symbol.asyncDispose]: () => releaseAll(owned),
  };
}
