import type { Command } from "commander";
import { placedFault } from "../config/config-problem.ts";
import type { AxisProblem } from "../config/config.ts";
import type { CommandHost, Session } from "./session.ts";

/** Adds `status`: how every axis and every open month stands. */
export function addStatusCommand(program: Command, host: CommandHost): void {
  program
    .command("status")
    .summary("axes, open months, the next run")
    .description(
      "Shows every axis, the open months with what is graded, pending and overdue, and the next run.",
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
  const [{ readStatus }, { renderStatus }] = await Promise.all([
    import("../cycle/read-status.ts"),
    import("../reports/status-text.ts"),
  ]);
  await using app = await session.openApp();
  const { config } = app;
  const report = await readStatus(app.cycle, {
    warnings: [...config.warnings, ...app.readAxes().problems.map(describeProblem)],
    productionUsdPerMonth: config.cost.productionUsdPerMonth,
  });
  session.answer(report, () => renderStatus(report, config.timezone, { colour: session.terminal.color }));
  return 0;
}

function describeProblem(problem: AxisProblem): string {
  return `${placedFault(problem)}. ${problem.hint}`;
}
