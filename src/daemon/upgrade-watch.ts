import type { Logger } from "../logger.ts";
import { createAlarm } from "./alarm.ts";
import type { DaemonOptions } from "./daemon.ts";
import type { Passes } from "./passes.ts";
import { type InstalledProgram, type Upgrade, watchProgram } from "./program-watch.ts";

/** What runs, and whether another program has taken its place on the disk. */
export interface UpgradeWatch {
  readonly running: InstalledProgram;
  readonly look: () => Upgrade | null;
  readonly replaced: Promise<Upgrade>;
}

/** Tells once that the program was replaced; a daemon that something starts again lets the pass that runs end, and goes. */
export function watchUpgrade(passes: Passes, logger: Logger, options: DaemonOptions): UpgradeWatch {
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
