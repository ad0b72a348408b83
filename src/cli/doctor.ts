import type { Command } from "commander";
import type { Check } from "./doctor/check.ts";
import type { CommandHost, Session } from "./session.ts";

/** Adds `doctor`, which looks at everything that the month needs and says what to do. */
export function addDoctorCommand(program: Command, host: CommandHost): void {
  program
    .command("doctor")
    .summary("what is wrong, and what to do about it")
    .description(
      "Looks at everything that the month needs: Node, the native module, the config, axis files, rubrics, logs, " +
        "the database, the state and vault folders, channels and the clock; then shows the next three runs. " +
        "Each critic that an axis file names is asked for one verdict on one line, and each program of the panel for one " +
        "report: real calls, of a minute at most. " +
        "Ends with 1 where there is something to mend. It mends nothing by itself.",
    )
    .addHelpText("after", "\nExamples:\n  $ improve-cron doctor\n  $ improve-cron doctor --json\n")
    .action(async (_options: object, command: Command) => {
      host.end(await doctor(host.session(command)));
    });
}

async function doctor(session: Session): Promise<number> {
  const [{ examine }, { oneLine }, { paint }] = await Promise.all([
    import("./doctor/examine.ts"),
    import("../reports/terminal-text.ts"),
    import("./terminal.ts"),
  ]);
  const checks = await examine(session);
  const ok = checks.every((check) => check.ok);
  const { color } = session.terminal;
  const render = (check: Check): string => {
    const mark = check.ok
      ? paint(check.fix === null ? "ok " : "tip", check.fix === null ? "green" : "yellow", color)
      : paint("fix", "yellow", color);
    const line = `${mark}  ${oneLine(check.name)}: ${oneLine(check.message)}`;
    return check.fix === null ? line : `${line}\n     ${oneLine(check.fix)}`;
  };
  session.answer({ ok, checks }, () => checks.map(render).join("\n"));
  return ok ? 0 : 1;
}
