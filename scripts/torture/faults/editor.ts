import { readFileSync, renameSync, watch, writeFileSync } from "node:fs";
import { join } from "node:path";
import { keptAxis, revertedAxis } from "../../../test/support/crash-workspace.ts";
import type { JobFault } from "../fault.ts";
import { withoutOwnedLines } from "../invariants.ts";
import { wait } from "../program.ts";

/** A person saves an axis file while the program writes its lines into it. */
export const editor: JobFault = {
  name: "editor",
  what: "an editor saves the axis file (in place or by rename, from a fresh or a stale buffer) at the moment of the program's own write",
  unavailable: () => null,
  jobs: ["close"],
  sameEnd: false,
  strike: async (trial) => {
    const name = `${trial.pick([keptAxis, revertedAxis])}.yaml`;
    const file = join(trial.home, "axes", name);
    const byRename = trial.random() < 0.5;
    const isStale = trial.random() < 0.5;
    const moment = trial.pick(["any", "temporary file", "temporary file", "rename"] as const);
    const lateMs = trial.random() < 0.5 ? 0 : trial.between(0, 3);
    const saves = trial.between(1, 3);
    trial.note(
      `${name}: ${saves} saves, ${byRename ? "by rename" : "in place"}, ${isStale ? "stale" : "fresh"}, at ${moment} + ${lateMs} ms`,
    );
    const buffer = readFileSync(file, "utf8");
    let saved = 0;
    const save = (): void => {
      const text = isStale ? buffer : readFileSync(file, "utf8");
      // What was typed before stays in the buffer.
      const base = text.split("\n").filter((line) => !line.startsWith("# By hand"));
      saved += 1;
      const next = [...base.slice(0, 1), `# By hand, save ${saved}.`, ...base.slice(1)].join("\n");
      if (byRename) {
        writeFileSync(`${file}~new`, next);
        renameSync(`${file}~new`, file);
      } else writeFileSync(file, next);
      trial.edited.set(name, withoutOwnedLines(next));
    };
    const seen = watch(join(trial.home, "axes"), (event, changed) => {
      if (saved >= saves || changed === null) return;
      const isTemporary = changed.startsWith(`.${name}.`) && changed.endsWith(".tmp");
      const isRename = changed === name && event === "rename" && moment === "rename";
      if (!isRename && !(isTemporary && moment === "temporary file")) return;
      if (lateMs === 0) save();
      else setTimeout(save, lateMs);
    });
    try {
      const job = trial.startJob();
      if (moment === "any") {
        await trial.someMoment();
        save();
      }
      const ended = await job.ended;
      await wait(lateMs + 5);
      // A file that somebody keeps writing is left for the next run.
      if (ended.code !== 0 && ended.code !== 1) trial.complain("the close under an editor", ended);
      return saved > 0;
    } finally {
      seen.close();
    }
  },
};
