import { ImproveCronError } from "../../../../src/errors.ts";
import { restoreDatabase } from "../../../../src/store/sqlite/restore.ts";
import { filledWorkspace } from "../../../support/older-database.ts";

// Restores a backup, and kills itself at the step that is named; says what came of it where it lives.
const [file = "", backup = "", until] = process.argv.slice(2);
try {
  const { aside } = restoreDatabase({
    ...filledWorkspace,
    file,
    backup,
    now: Date.UTC(2026, 5, 1, 13),
    processId: process.pid,
    force: true,
    dryRun: false,
    step: (name) => {
      if (name === until) process.kill(process.pid, "SIGKILL");
    },
  });
  process.stdout.write(`restored ${aside}\n`);
} catch (error) {
  process.stdout.write(`error ${error instanceof ImproveCronError ? error.code : String(error)}\n`);
}
