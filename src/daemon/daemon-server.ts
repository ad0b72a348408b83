import type { App } from "../app.ts";
import { listOpenGrading, readTextToGrade, takePageGrade } from "../cycle/open-grading.ts";
import { type ErrorCode, ImproveCronError } from "../errors.ts";
import { roomLogger } from "../logger.ts";
import { reportPolicy, reportStyleSource } from "../reports/report/report-policy.ts";
import { type RunningServer, startServer } from "../server/server.ts";
import { warningsOf } from "./config-warnings.ts";
import type { DaemonLog } from "./daemon-log.ts";
import { type Health, readHealth } from "./health.ts";
import type { Passes } from "./passes.ts";
import { renderInTurns } from "./report-in-turns.ts";
import type { UpgradeWatch } from "./upgrade-watch.ts";

const endsDaemon: ReadonlySet<ErrorCode> = new Set<ErrorCode>(["store-damaged", "store-newer"]);

/** The server on the loopback port, as the daemon answers its requests. */
export function openServer(
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
