import type { Command } from "commander";
import { answerAlreadyRunning } from "./already-running.ts";
import type { CommandHost, Session } from "./session.ts";

/** Adds `collect`, the daily look between two runs. */
export function addCollectCommand(program: Command, host: CommandHost): void {
  program
    .command("collect")
    .summary("fetch grades from the queue")
    .description(
      "Fetches grades from the regrade queue and records what changed, reminds of a month that is nearly due, and tries " +
        "again what could not be done before. A month that is graded and still in doubt is asked for further items. " +
        "`run` does all of this too.",
    )
    .addHelpText("after", "\nExamples:\n  $ improve-cron collect\n  $ improve-cron collect --json\n")
    .action(async (_options: object, command: Command) => {
      host.end(await collect(host.session(command)));
    });
}

async function collect(session: Session): Promise<number> {
  const [{ collectPass }, { pendingLine }, { oneLine }] = await Promise.all([
    import("../cycle/collect-pass.ts"),
    import("../reports/pending-line.ts"),
    import("../reports/terminal-text.ts"),
  ]);
  await using app = await session.openApp();
  const lock = app.acquireRunLock();
  if (lock.kind === "busy") return answerAlreadyRunning(session, lock.pid);
  try {
    const report = await collectPass(app.cycle);
    const { checked, stored, withdrawn, toppedUp, unreachable, pending } = report;
    session.answer(report, () => {
      const found = `${checked} items checked, ${stored} grades stored, ${withdrawn} withdrawn`;
      const more = toppedUp.map(
        ({ axis, period, items }) => `${axis} ${period}: ${items} more items to grade`,
      );
      if (unreachable === null) return [found, ...more, ...pending.map(pendingLine)].join("\n");
      return `The queue cannot be reached: ${oneLine(unreachable.because)}\n${oneLine(unreachable.hint)}`;
    });
    return unreachable === null && pending.length === 0 ? 0 : 1;
  } finally {
    lock.release();
  }
}
