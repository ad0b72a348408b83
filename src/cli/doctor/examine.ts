import { existsSync } from "node:fs";
import { readAxes } from "../../config/axis-file.ts";
import type { Config } from "../../config/config.ts";
import { checkConfig } from "../../config/read-config.ts";
import { openCritics } from "../../critics/open-critics.ts";
import type { Critic } from "../../critics/critic.ts";
import type { CriticCall } from "../../core/critic-call.ts";
import { addMonths, monthOf } from "../../core/month.ts";
import { recordedCritic } from "../../cycle/record-calls.ts";
import { checkClock } from "../../cycle/clock-check.ts";
import { listConflictCopies } from "../../effects/conflict-copies.ts";
import { checkChannels } from "../../effects/notify/check-channels.ts";
import { messageOf } from "../../errors.ts";
import { createSchedule } from "../../schedule.ts";
import { systemCalls } from "../service/call.ts";
import { managersOf } from "../service/managers.ts";
import { serviceOf } from "../service/service-of.ts";
import type { Session } from "../session.ts";
import { readVersion } from "../version.ts";
import { checkRowsAhead } from "./ahead-checks.ts";
import { checkAxes, checkNames } from "./axis-checks.ts";
import { type Check, finding, fine, guarded } from "./check.ts";
import { describeConfig, describeConfigProblems } from "./config-checks.ts";
import { checkCritics } from "./critic-checks.ts";
import { askDaemon, describeDaemon, servingPid } from "./daemon-checks.ts";
import { checkBackupAge, checkChannelTrial, checkOldEffects } from "./habit-checks.ts";
import { checkCopies, checkPlace, checkPrivateFiles } from "./place-checks.ts";
import { checkCodexCost, checkPanel, hasPanelPrograms } from "./panel-checks.ts";
import { checkRules } from "./rule-checks.ts";
import { checkNativeModule, checkNodeVersion } from "./runtime-checks.ts";
import { checkCrontab, checkService, describeTriggers } from "./service-checks.ts";
import { checkDiskSpace, checkStateFolder } from "./state-checks.ts";
import { describeClock, describeNextRuns } from "./time-checks.ts";
import { checkVaultWriters, readLogs } from "./vault-writers.ts";
import { checkVault, describeConflictCopies } from "./vault-checks.ts";

/** Everything that doctor looks at, in the order in which a person would mend it. It never throws. */
export async function examine(session: Session): Promise<readonly Check[]> {
  const runtime = await guarded("native module", async () => [await checkNativeModule()]);
  const looked = lookAtConfig(session);
  const rest = looked.config === null ? [] : await examineWorkspace(session, looked.config, looked.isUsable);
  return [checkNodeVersion(process.versions.node), ...runtime, ...looked.checks, ...rest];
}

/** `config` is null where nothing could be read; `isUsable` is false where only doctor may go on with it. */
interface LookedAtConfig {
  readonly checks: readonly Check[];
  readonly config: Config | null;
  readonly isUsable: boolean;
}

function lookAtConfig({ configFile, env, cwd }: Session): LookedAtConfig {
  try {
    const checked = checkConfig({ file: configFile, env, cwd });
    return checked.kind === "config"
      ? { checks: describeConfig(checked.config), config: checked.config, isUsable: true }
      : { checks: describeConfigProblems(checked.problems), config: checked.readable, isUsable: false };
  } catch (error) {
    const check = finding("config", messageOf(error), "Check the config file and its folder.");
    return { checks: [check], config: null, isUsable: false };
  }
}

async function examineWorkspace(
  session: Session,
  config: Config,
  isUsable: boolean,
): Promise<readonly Check[]> {
  const now = session.now ?? Date.now();
  const { vaultLog } = config;
  const calls: CriticCall[] = [];
  return [
    ...(await guarded("axes", () => checkAxes(readAxes(config)))),
    ...(await guarded("critics", () => examineCritics(session, config, calls))),
    ...(await guarded("panel", () => examinePanel(session, config, calls))),
    ...(await guarded("cost cap", () => checkCodexCost(readAxes(config).axes, config))),
    ...(await guarded("state folder", async () => [
      checkStateFolder(config.stateFolder),
      ...checkDiskSpace(config.stateFolder, config.databaseFile),
      checkPlace(config.databaseFile),
      ...checkPrivateFiles(config.stateFolder),
      ...(await checkCopies(
        config.databaseFile,
        readAxes(config).axes.map(({ file }) => file),
      )),
    ])),
    ...(await guarded("database", () =>
      isUsable
        ? examineDatabase(session, config, calls)
        : [fine("database", "it is looked at only with a config that can be used")],
    )),
    ...(await guarded("vault", async () => [
      checkVault(config),
      ...(vaultLog === null ? [] : describeConflictCopies(await listConflictCopies(vaultLog))),
    ])),
    ...(await guarded("channels", () =>
      checkChannels(config.notify, {
        environment: session.env,
        platform: process.platform,
        home: config.home,
      }),
    )),
    ...(await guarded("habits", () => [...checkBackupAge(config, now), ...checkChannelTrial(config, now)])),
    ...(await guarded("services", () => examineServices(session, config))),
    ...(await guarded("next runs", () => [
      describeNextRuns(createSchedule(config.schedule, config.timezone), config.timezone, now),
    ])),
  ];
}

/** What starts the month here, and the daemon where one runs. */
async function examineServices({ env }: Session, config: Config): Promise<readonly Check[]> {
  const call = systemCalls(env);
  const service = serviceOf(config, env);
  const managers = managersOf(env);
  const triggers = await Promise.all([
    checkCrontab(call),
    checkService(managers.launchd, service, config, call),
    checkService(managers.systemd, service, config, call),
  ]);
  const found = triggers.flatMap((one) => one.found);
  const answer = await askDaemon(config.server.port);
  return [
    ...triggers.flatMap(({ checks }) => checks),
    describeDaemon(answer, {
      port: config.server.port,
      version: readVersion(),
      pid: servingPid(config.stateFolder),
      serviceInstalled: found.some((one) => one !== "cron"),
    }),
    describeTriggers(found, answer.kind === "daemon"),
  ];
}

/** Without the database, which may be what is broken; `calls` are kept once it is open. */
async function examineCritics(
  { env, now }: Session,
  config: Config,
  calls: CriticCall[],
): Promise<readonly Check[]> {
  const { axes } = readAxes(config);
  if (axes.every(({ critic }) => critic === null)) return [];
  await using critics = openCritics({ environment: env, home: config.home });
  // Awaited here: the critics are closed, and their calls ended, when this function returns.
  return await checkCritics(axes, critics, (critic, axis) => keptIn(calls, critic, axis.name, now));
}

/** The same for the readers of the panel. */
async function examinePanel(
  { env, now }: Session,
  config: Config,
  calls: CriticCall[],
): Promise<readonly Check[]> {
  if (!hasPanelPrograms(config)) return [];
  await using critics = openCritics({ environment: env, home: config.home });
  return await checkPanel(config, critics, (critic, reader) => keptIn(calls, critic, reader, now));
}

/** The same critic, whose calls are noted. */
function keptIn(calls: CriticCall[], critic: Critic, axis: string, now: number | null): Critic {
  const store = {
    recordCriticCalls: async (made: readonly CriticCall[]) => {
      calls.push(...made);
    },
  };
  const facts = { axis, period: null, purpose: "doctor", batch: null } as const;
  return recordedCritic({ now: () => now ?? Date.now(), store }, critic, facts);
}

/** A database that is not there yet is not made for the sake of looking at it. */
async function examineDatabase(
  session: Session,
  config: Config,
  calls: readonly CriticCall[],
): Promise<readonly Check[]> {
  if (!existsSync(config.databaseFile)) {
    return [fine("database", `${config.databaseFile} will be made when it is needed`)];
  }
  await using app = await session.openApp();
  const findings = await app.store.inspect({ quickCheck: true });
  // A damaged database is looked at, and left as it is.
  if (findings.every(({ ok }) => ok)) await app.store.recordCriticCalls(calls);
  const lastMonth = addMonths(monthOf(app.clock.now(), config.timezone), -1);
  const counts = await app.store.listMonthCounts({});
  const { axes } = readAxes(config);
  return [
    ...findings,
    ...checkNames(counts, axes, lastMonth),
    ...(await guarded("rows ahead", () => checkRowsAhead(axes, app.store, app.clock.now(), config.timezone))),
    ...(await guarded("rules", () => checkRules(axes, counts, config, lastMonth))),
    ...checkOldEffects(await app.store.listEffects({ unfinished: true }), app.clock.now(), config.timezone),
    describeClock(app.clock.now(), await checkClock(app.cycle), config.timezone),
    ...(await guarded("vault writers", async () => {
      if (config.vaultLog === null) return [];
      const logs = readLogs(config.vaultLog);
      const { workspace } = config;
      const since = addMonths(lastMonth, -2);
      return [checkVaultWriters(logs, await app.store.listEffects(), { workspace, since })];
    })),
    ...(config.queue === "notion" ? await guarded("notion", () => app.notion.check()) : []),
  ];
}
