import type { Command } from "commander";
import type { CommandHost, Session } from "./session.ts";

/** Adds `collect`, which fetches grades without doing anything else of the month. */
export function addCollectCommand(program: Command, host: CommandHost): void {
  program
    .command("collect")
    .summary("fetch grades from the queue")
    .description("Fetches grades from the regrade queue and records what changed. `run` does this too.")
    .addHelpText("after", "\nExamples:\n  $ improve-cron collect\n  $ improve-cron collect --json\n")
    .action(async (_options: object, command: Command) => {
      host.end(await collect(host.session(command)));
    });
}

async function collect(session: Session): Promise<number> {
  const [{ collectGrades }, { oneLine }] = await Promise.all([
    import("../cycle/collect-grades.ts"),
    import("../reports/terminal-text.ts"),
  ]);
  await using app = await session.openApp();
  const { checked, stored, withdrawn, unreachable } = await collectGrades(app.cycle);
  session.answer({ checked, stored, withdrawn, unreachable }, () => {
    if (unreachable !== null) {
      return `The queue cannot be reached: ${oneLine(unreachable.because)}\n${oneLine(unreachable.hint)}`;
    }
    return `${checked} items checked, ${stored} grades stored, ${withdrawn} withdrawn`;
  });
  return unreachable === null ? 0 : 1;
}
