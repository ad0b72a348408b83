import type { Command } from "commander";
import type { CommandHost, Session } from "./session.ts";

/** Adds `verify`: whether every decision follows from the records. */
export function addVerifyCommand(program: Command, host: CommandHost): void {
  program
    .command("verify")
    .summary("decide every closed month again from the records")
    .description(
      "Decides every closed month again from the records, with what was known at its close, and checks the database, the " +
        "samples against the order of sampling, and the artifacts that were shown. Ends with 1 where a decision does " +
        "not follow from the records or something is damaged. Months that late or changed grades, or other thresholds, " +
        "make read otherwise now are told with the reason and are no failure: no decision is rewritten. Changes nothing.",
    )
    .addHelpText(
      "after",
      "\nExamples:\n" +
        "  $ improve-cron verify\n" +
        "  $ improve-cron verify --json | jq '.months[] | select(.readsOtherwise)'\n",
    )
    .action(async (_options: object, command: Command) => {
      host.end(await verify(host.session(command)));
    });
}

async function verify(session: Session): Promise<number> {
  const [{ verifyMonths }, { renderVerify }] = await Promise.all([
    import("../cycle/verify-months.ts"),
    import("../reports/verify-text.ts"),
  ]);
  await using app = await session.openApp({ quickCheck: "never" });
  const report = await verifyMonths(app.cycle);
  session.answer(report, () => renderVerify(report, app.config.timezone));
  return report.ok ? 0 : 1;
}
