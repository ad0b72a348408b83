import { EventEmitter } from "node:events";
import { join } from "node:path";
import { type App, openApp } from "../app.ts";
import { listOpenGrading, readTextToGrade, takePageGrade } from "../cycle/open-grading.ts";
import type { Reconciliation } from "../cycle/reconcile.ts";
import type { PendingStep } from "../core/run-summary.ts";
import { type ErrorCode, ImproveCronError } from "../errors.ts";
import { type Logger, roomLogger } from "../logger.ts";
import { type RunningServer, startServer } from "../server/server.ts";
import type { ClockEvent } from "./clock-watch.ts";
import { type DaemonLog, openDaemonLog } from "./daemon-log.ts";
import { watchDatabase } from "./database-watch.ts";
import { type Health, readHealth } from "./health.ts";
import { secretsOf } from "./log-secrets.ts";
import { reportPolicy, reportStyleSource } from "../reports/report/report-policy.ts";
import { renderInTurns } from "./report-in-turns.ts";
import { boundOutput } from "./log-file.ts";
import { createPasses, type Passes } from "./passes.ts";
import { type InstalledProgram, type Upgrade, watchProgram } from "./program-watch.ts";
import { noteServing, noteStopped } from "./serve-file.ts";
import { startTicker } from "./ticker.ts";
import { readToken } from "./token.ts";

export interface DaemonOptions {
  readonly configFile: string | null;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Another time to rehearse, epoch milliseconds, or null. */
  readonly now: number | null;
  /** Where the channel `stdout` writes. */
  readonly write: (text: string) => void;
  /** Told every warning and error of the log, as a sentence. */
  readonly warn: (sentence: string) => void;
  /** Told the name of every step, so that fault trials can stop the program there. */
  readonly step?: (name: string) => void;
  /** The program that lies on the disk now; without it nobody looks whether it was replaced. */
  readonly installed?: () => InstalledProgram;
  /** Whether something starts the daemon again when it ends: only then does it end for a newer program. */
  readonly supervised?: boolean;
  /** Instead of the config's; 0 takes any free one. */
  readonly port?: number;
  readonly tickMs?: number;
}

export interface Daemon {
  readonly port: number;
  readonly nextSlot: number;
  readonly timezone: string;
  readonly stateFolder: string;
  /** Resolves when the daemon cannot go on; what happened stands in the log. It is to be stopped then. */
  readonly failed: Promise<void>;
  /** Resolves between two passes when a newer program is to take over. The daemon is to be stopped then, and started again. */
  readonly replaced: Promise<Upgrade>;
  /** Logs an error that nobody caught. */
  reportBug(error: unknown): void;
  /**
   * Takes no more requests, waits for the pass and the requests that run, 5 seconds at most, and closes everything.
   * `abandoned`: something went on for longer. It resumes at the next start; this process has to end by itself.
   */
  stop(reason: string): Promise<"finished" | "abandoned">;
}

const stopWithinMs = 5_000;

const monotonic = (): number => performance.now();

/**
 * Starts the daemon: the passes through the month, and the server on the loopback port. It owns no timer or handle but
 * the server's socket that keeps a process alive.
 *
 * Throws ImproveCronError as `openApp`, and `io` where the port or the token cannot be had.
 */
export async function startDaemon(options: DaemonOptions): Promise<Daemon> {
  const { configFile, env, cwd, now } = options;
  let log: DaemonLog | null = null;
  const app = await openApp({
    configFile,
    env,
    cwd,
    now,
    dryRun: false,
    quickCheck: "always",
    write: (text) => options.write(log === null ? text : log.scrub(text)),
    log: (level, message, fields) => {
      if (log !== null) roomLogger(log.logger, "regrade")[level](fields, message);
    },
    ...(options.step === undefined ? {} : { step: options.step }),
  });
  try {
    const { config } = app;
    const token = readToken(config.stateFolder);
    const secrets = secretsOf(env, config.notify, token);
    log = openDaemonLog({
      stateFolder: config.stateFolder,
      level: config.logLevel,
      secrets,
      warn: options.warn,
    });
    return await serve(app, log, token, options);
  } catch (error) {
    log?.close();
    await app[Symbol.asyncDispose]();
    throw error;
  }
}

async function serve(app: App, log: DaemonLog, token: string, options: DaemonOptions): Promise<Daemon> {
  const { config, clock, schedule } = app;
  const logger = roomLogger(log.logger, "daemon");
  const checkFile = watchDatabase(config.databaseFile);
  const checkDatabase = async (): Promise<void> => {
    checkFile();
    await app.store.expectSchema();
  };
  const failure = createAlarm<void>();
  const tell = createPassLog(log.logger);
  const passes = createPasses({
    app,
    monotonic,
    checkDatabase,
    onDone: (cause, result) => tell(cause, result),
    onFailed: (cause, error, retryMs) =>
      logger.error({ err: error, cause, retryMs }, "a pass failed and is tried again"),
    onFatal: (error) => {
      logger.fatal({ err: error }, "the daemon cannot go on");
      failure.raise();
    },
  });
  const upgrade = watchUpgrade(passes, logger, options);
  const server = await openServer(app, log, {
    token,
    passes,
    checkDatabase,
    upgrade,
    fail: failure.raise,
    port: options.port,
  });
  const started = clock.now();
  noteServing(config.stateFolder, { port: server.port, started });
  const nextSlot = schedule.next(started);
  const { version } = upgrade.running;
  logger.info(
    { version, port: server.port, pid: process.pid, nextSlot: new Date(nextSlot).toISOString() },
    "serving",
  );
  for (const warning of warningsOf(app)) logger.warn(warning);
  const serviceOutput = join(config.stateFolder, "serve.log");
  const ticker = startTicker({
    schedule: config.schedule,
    timezone: config.timezone,
    clock: { now: () => clock.now(), monotonic },
    request: (cause) => {
      boundOutput(serviceOutput, outputLimit);
      upgrade.look();
      void passes.request(cause);
    },
    onClock: (event) => {
      logger.warn(event, describeClockEvent(event));
      passes.hurry();
    },
    onTrouble: (message) => logger.warn(message),
    ...(options.tickMs === undefined ? {} : { tickMs: options.tickMs }),
  });
  void passes.request("start");

  const stopAll = async (reason: string): Promise<"finished" | "abandoned"> => {
    logger.info({ reason }, "stopping");
    ticker.stop();
    const quiet = Promise.all([server.stop(stopWithinMs - 1_000), passes.stop()]).then(() => true);
    const inTime = await withinTime(quiet, stopWithinMs);
    noteStopped(config.stateFolder);
    if (!inTime) {
      logger.warn("a pass did not end in time: the next start resumes it");
      return "abandoned";
    }
    await app[Symbol.asyncDispose]();
    logger.info("stopped");
    log.close();
    return "finished";
  };
  let stopping: Promise<"finished" | "abandoned"> | null = null;
  return {
    port: server.port,
    nextSlot,
    timezone: config.timezone,
    stateFolder: config.stateFolder,
    failed: failure.raised,
    replaced: upgrade.replaced,
    reportBug: (error) => logger.fatal({ err: error }, "this is a bug in improve-cron"),
    stop: (reason) => {
      stopping ??= stopAll(reason);
      return stopping;
    },
  };
}

/** Of what launchd writes down of the daemon's output. */
const outputLimit = 5 * 1024 * 1024;

const endsDaemon: ReadonlySet<ErrorCode> = new Set<ErrorCode>(["store-damaged", "store-newer"]);

interface UpgradeWatch {
  readonly running: InstalledProgram;
  readonly look: () => Upgrade | null;
  readonly replaced: Promise<Upgrade>;
}

/** Tells once that the program was replaced; a daemon that something starts again lets the pass that runs end, and goes. */
function watchUpgrade(passes: Passes, logger: Logger, options: DaemonOptions): UpgradeWatch {
  const { running, look } = watchProgram(options.installed ?? (() => ({ version: "unknown", build: null })));
  const alarm = createAlarm<Upgrade>();
  let told = false;
  return {
    running,
    replaced: alarm.raised,
    look: () => {
      const found = look();
      if (found === null || told) return found;
      told = true;
      if (options.supervised === true) {
        logger.info(
          found,
          `the program was replaced (${found.from} to ${found.to}): ending, to be started anew`,
        );
        void passes.stop().then(() => alarm.raise(found));
      } else {
        logger.warn(
          found,
          `the program was replaced (${found.from} to ${found.to}): restart \`serve\` to use it`,
        );
      }
      return found;
    },
  };
}

function openServer(
  app: App,
  log: DaemonLog,
  daemon: {
    readonly token: string;
    readonly passes: Passes;
    readonly checkDatabase: () => Promise<void>;
    readonly upgrade: UpgradeWatch;
    readonly fail: () => void;
    readonly port: number | undefined;
  },
): Promise<RunningServer> {
  const { config } = app;
  const logger = roomLogger(log.logger, "server");
  return startServer({
    port: daemon.port ?? config.server.port,
    token: daemon.token,
    accept: async (rows) => {
      await daemon.checkDatabase();
      const report = await app.recordVerdicts({ source: "http", rows, baseFolder: config.home });
      const { read, stored, duplicate, rejected } = report;
      logger.info({ read, stored, duplicate, rejected }, "verdicts taken");
      return report;
    },
    health: async (): Promise<Health> => {
      const health = await readHealth(app, {
        lastPass: daemon.passes.last(),
        warnings: warningsOf(app),
        version: daemon.upgrade.running.version,
        replacedBy: daemon.upgrade.look()?.to ?? null,
        pid: process.pid,
      });
      const harmless: Health = JSON.parse(log.scrub(JSON.stringify(health)));
      return harmless;
    },
    report: { styleSource: reportStyleSource(), policy: reportPolicy(), render: () => renderInTurns(app) },
    grading: {
      now: () => app.clock.now(),
      list: async () => {
        await daemon.checkDatabase();
        return listOpenGrading(app.cycle);
      },
      text: (ref) => readTextToGrade(app.cycle, ref),
      take: async (grade) => {
        await daemon.checkDatabase();
        const taken = await takePageGrade(app.cycle, grade);
        logger.info({ outcome: taken.outcome }, "grade taken");
        return taken;
      },
    },
    onRefusal: (refused) => logger.warn(refused, `refused: ${refused.code} (${refused.status})`),
    onError: (error) => {
      logger.error({ err: error }, "a request failed");
      if (error instanceof ImproveCronError && endsDaemon.has(error.code)) daemon.fail();
    },
  });
}

function warningsOf(app: App): readonly string[] {
  const { config, cycle } = app;
  const problems = cycle.axisFaults().map(({ because, hint }) => `${because}. ${hint}`);
  return [...config.warnings, ...problems];
}

/** A line for each pass that did something; what waits is told when it changes, not at each look. */
function createPassLog(log: Logger): (cause: string, result: Reconciliation) => void {
  const logger = roomLogger(log, "cycle");
  let told = "";
  const tellPending = (pending: readonly PendingStep[]): void => {
    const text = JSON.stringify(pending);
    if (text !== told) {
      for (const step of pending) logger.warn(step, `pending: ${step.kind}: ${step.because}`);
    }
    told = text;
  };
  return (cause, result) => {
    switch (result.kind) {
      case "idle":
        return;
      case "looked":
        if (result.poll !== null) {
          const { checked, stored, pending } = result.poll;
          logger.debug({ cause, checked, stored }, "looked for grades");
          tellPending(pending);
        }
        return;
      case "ran": {
        const { period, ingest, closed, opened, effects, pending } = result.summary;
        const { rejects: _, ...rows } = ingest;
        logger.info({ cause, period, ingest: rows, closed, opened, effects: effects.length }, "month run");
        tellPending(pending);
      }
    }
  };
}

function describeClockEvent({ kind, byMs }: ClockEvent): string {
  const seconds = Math.round(byMs / 1000);
  switch (kind) {
    case "ahead":
      return `the clock is ${seconds} s further than the time that passed here: the machine slept, or it was set`;
    case "back":
      return `the clock was set back by ${seconds} s`;
    case "stalled":
      return `nothing ran here for ${seconds} s: the machine slept, or this process was stopped`;
  }
}

/** Something that can happen once, and a promise of it. */
function createAlarm<T>(): { readonly raised: Promise<T>; readonly raise: (value: T) => void } {
  const bell = new EventEmitter<{ raised: [T] }>();
  const raised = new Promise<T>((resolve) => {
    bell.once("raised", resolve);
  });
  return { raised, raise: (value) => void bell.emit("raised", value) };
}

async function withinTime(work: Promise<boolean>, limitMs: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), limitMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
