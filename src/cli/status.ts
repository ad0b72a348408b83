import type { Command } from "commander";
import { placedFault } from "../config/config-problem.ts";
import type { AxisProblem } from "../config/config.ts";
import { asciiText } from "../reports/ascii-text.ts";
import type { CommandHost, Session } from "./session.ts";
import { showsUnicode } from "./terminal.ts";

/** Adds `status`: how every axis and every open month stands. */
export function addStatusCommand(program: Command, host: CommandHost): void {
  program
    .command("status")
    .summary("axes, open months, the next run")
    .description(
      "Shows every axis, the open months with what is graded, pending and overdue, and the next run. Of each axis that has a " +
        "closed month, kappa and override rate are drawn over the last months (a dot is a month without a figure, and open " +
        "months are never drawn), with the last kappa's interval against the threshold; in ASCII where the locale is not " +
        "UTF-8 or TERM is dumb, in colour only on a terminal and without NO_COLOR. It keeps to the width of the terminal, " +
        "from 40 columns to 80.",
    )
    .addHelpText(
      "after",
      "\nExamples:\n  $ improve-cron status\n  $ improve-cron status --json | jq '.open'\n",
    )
    .action(async (_options: object, command: Command) => {
      host.end(await showStatus(host.session(command)));
    });
}

async function showStatus(session: Session): Promise<number> {
  const [{ readStatus }, { readHistory }, { policyOf }, { renderStatus }] = await Promise.all([
    import("../cycle/read-status.ts"),
    import("../cycle/read-history.ts"),
    import("../cycle/axis-record.ts"),
    import("../reports/status-text.ts"),
  ]);
  await using app = await session.openApp();
  const { config } = app;
  const rows = await readHistory(app.cycle, { axis: null, since: null, asOf: null });
  const { axes, problems } = app.readAxes();
  const report = await readStatus(app.cycle, {
    rows,
    warnings: [
      ...config.warnings,
      ...problems.map(describeProblem),
      ...(await app.findGoneLogs()).map(({ axis, because }) => `${axis}: ${because}`),
    ],
    productionUsdPerMonth: config.cost.productionUsdPerMonth,
  });
  session.answer(report, () => {
    const text = renderStatus(report, config.timezone, {
      colour: session.terminal.color,
      ...(session.terminal.stdout.isTTY ? { columns: session.terminal.columns() } : {}),
      trend: {
        rows,
        policyOf: (name) => policyOf(app.cycle, axes.find((axis) => axis.name === name) ?? null),
      },
    });
    return showsUnicode(session.env) ? text : asciiText(text);
  });
  return 0;
}

function describeProblem(problem: AxisProblem): string {
  return `${placedFault(problem)}. ${problem.hint}`;
}
