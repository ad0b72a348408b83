import { join } from "node:path";
import { type App, openApp } from "../app.ts";
import { roomLogger } from "../logger.ts";
import { createAlarm } from "./alarm.ts";
import type { ClockEvent } from "./clock-watch.ts";
import { warningsOf } from "./config-warnings.ts";
import { type DaemonLog, openDaemonLog } from "./daemon-log.ts";
import { openServer } from "./daemon-server.ts";
import { watchDatabase } from "./database-watch.ts";
import { secretsOf } from "./log-secrets.ts";
import { boundOutput } from "./log-file.ts";
import { createPassLog } from "./pass-log.ts";
import { createPasses } from "./passes.ts";
import type { InstalledProgram, Upgrade } from "./program-watch.ts";
import { noteServing, noteStopped } from "./serve-file.ts";
import { startTicker } from "./ticker.ts";
import { readToken } from "./token.ts";
import { watchUpgrade } from "./upgrade-watch.ts";

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
