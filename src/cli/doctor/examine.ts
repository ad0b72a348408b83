import { existsSync } from "node:fs";
import type { App } from "../../app.ts";
import { readAxes } from "../../config/axis-file.ts";
import type { Config } from "../../config/config.ts";
import { checkConfig } from "../../config/read-config.ts";
import { checkClock } from "../../cycle/clock-check.ts";
import { listConflictCopies } from "../../effects/conflict-copies.ts";
import { createSchedule } from "../../schedule.ts";
import type { Session } from "../session.ts";
import { checkAxes } from "./axis-checks.ts";
import { checkChannels } from "./channel-checks.ts";
import { type Check, fine, finding, guarded } from "./check.ts";
import { describeConfig, describeConfigProblems } from "./config-checks.ts";
import { checkNativeModule, checkNodeVersion } from "./runtime-checks.ts";
import { checkStateFolder } from "./state-checks.ts";
import { describeClock, describeNextRuns } from "./time-checks.ts";
import { checkVault, describeConflictCopies } from "./vault-checks.ts";

/** Everything that doctor looks at, in the order in which a person would mend it. It never throws. */
export async function examine(session: Session): Promise<readonly Check[]> {
  const runtime = [checkNodeVersion(process.versions.node), ...(await guarded("native module", nativeModule))];
  let config: Config | null = null;
  const checks = await guarded("config", () => {
    const checked = checkConfig({ file: session.configFile, env: session.env, cwd: session.cwd });
    if (checked.kind === "problems") return describeConfigProblems(checked.problems);
    config = checked.config;
    return describeConfig(checked.config);
  });
  if (config === null) {
    const skipped = finding(
      "the rest",
      "axes, logs, database, vault and channels can be looked at only when the config can be read",
      "Mend the config and run doctor again.",
    );
    return [...runtime, ...checks, skipped];
  }
  return [...runtime, ...checks, ...(await examineWorkspace(session, config))];
}

async function nativeModule(): Promise<readonly Check[]> {
  return [await checkNativeModule()];
}

async function examineWorkspace(session: Session, config: Config): Promise<readonly Check[]> {
  const now = session.now ?? Date.now();
  const { vaultLog } = config;
  return [
    ...(await guarded("axes", () => checkAxes(readAxes(config)))),
    ...(await guarded("state folder", () => [checkStateFolder(config.stateFolder)])),
    ...(await guarded("database", () => examineDatabase(session, config))),
    ...(await guarded("vault", async () => [
      checkVault(config),
      ...(vaultLog === null ? [] : describeConflictCopies(await listConflictCopies(vaultLog))),
    ])),
    ...(await guarded("channels", () =>
      checkChannels(config.notify, { env: session.env, platform: process.platform }),
    )),
    ...(await guarded("next runs", () => [
      describeNextRuns(createSchedule(config.schedule, config.timezone), config.timezone, now),
    ])),
  ];
}

/** A database that is not there yet is not made for the sake of looking at it. */
async function examineDatabase(session: Session, config: Config): Promise<readonly Check[]> {
  if (!existsSync(config.databaseFile)) {
    return [fine("database", `${config.databaseFile} will be made when it is needed`)];
  }
  await using app = await session.openApp();
  return [...(await inspectStore(app)), describeClock(app.clock.now(), await checkClock(app.cycle))];
}

async function inspectStore(app: App): Promise<readonly Check[]> {
  const findings = await app.store.inspect({ quickCheck: true });
  return findings.map(({ name, ok, message, fix }) => ({ name: `database: ${name}`, ok, message, fix }));
}
