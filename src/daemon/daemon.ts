import { type App, openApp } from "../app.ts";
import { listOpenGrading, readTextToGrade, takePageGrade } from "../cycle/open-grading.ts";
import type { Reconciliation } from "../cycle/reconcile.ts";
import type { PendingStep } from "../core/run-summary.ts";
import { ImproveCronError } from "../errors.ts";
import { type Logger, roomLogger } from "../logger.ts";
import { type RunningServer, startServer } from "../server/server.ts";
import type { ClockEvent } from "./clock-watch.ts";
import { type DaemonLog, openDaemonLog } from "./daemon-log.ts";
import { watchDatabase } from "./database-watch.ts";
import { type Health, readHealth } from "./health.ts";
import { secretsOf } from "./log-secrets.ts";
import { reportPolicy, reportStyleSource } from "../reports/report/report-policy.ts";
import { renderInTurns } from "./report-in-turns.ts";
import { createPasses, type Passes } from "./passes.ts";
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
  const checkDatabase = watchDatabase(config.databaseFile);
  const failure = createAlarm();
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
  const server = await openServer(app, log, {
    token,
    passes,
    checkDatabase,
    fail: failure.raise,
    port: options.port,
  });
  const started = clock.now();
  noteServing(config.stateFolder, { port: server.port, started });
  const nextSlot = schedule.next(started);
  logger.info({ port: server.port, pid: process.pid, nextSlot: new Date(nextSlot).toISOString() }, "serving");
  for (const warning of warningsOf(app)) logger.warn(warning);
  const ticker = startTicker({
    schedule: config.schedule,
    timezone: config.timezone,
    clock: { now: () => clock.now(), monotonic },
    request: (cause) => void passes.request(cause),
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
    reportBug: (error) => logger.fatal({ err: error }, "this is a bug in improve-cron"),
    stop: (reason) => {
      stopping ??= stopAll(reason);
      return stopping;
    },
  };
}

function openServer(
  app: App,
  log: DaemonLog,
  daemon: {
    readonly token: string;
    readonly passes: Passes;
    readonly checkDatabase: () => void;
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
      daemon.checkDatabase();
      const report = await app.recordVerdicts({ source: "http", rows, baseFolder: config.home });
      const { read, stored, duplicate, rejected } = report;
      logger.info({ read, stored, duplicate, rejected }, "verdicts taken");
      return report;
    },
    health: async (): Promise<Health> => {
      const health = await readHealth(app, { lastPass: daemon.passes.last(), warnings: warningsOf(app) });
      const harmless: Health = JSON.parse(log.scrub(JSON.stringify(health)));
      return harmless;
    },
    report: { styleSource: reportStyleSource(), policy: reportPolicy(), render: () => renderInTurns(app) },
    grading: {
      now: () => app.clock.now(),
      list: async () => {
        daemon.checkDatabase();
        return listOpenGrading(app.cycle);
      },
      text: (ref) => readTextToGrade(app.cycle, ref),
      take: async (grade) => {
        daemon.checkDatabase();
        const taken = await takePageGrade(app.cycle, grade);
        logger.info({ outcome: taken.outcome }, "grade taken");
        return taken;
      },
    },
    onRefusal: (refused) => logger.warn(refused, `refused: ${refused.code} (${refused.status})`),
    onError: (error) => {
      logger.error({ err: error }, "a request failed");
      if (error instanceof ImproveCronError && error.code === "store-damaged") daemon.fail();
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
function createAlarm(): { readonly raised: Promise<void>; readonly raise: () => void } {
  const controller = new AbortController();
  const raised = new Promise<void>((resolve) => {
    controller.signal.addEventListener("abort", () => resolve(), { once: true });
  });
  return { raised, raise: () => controller.abort() };
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
