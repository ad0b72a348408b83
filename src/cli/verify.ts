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
    .option(
      "--against <FILE>",
      "also prove the database equal to this export, line for line; names the first difference",
    )
    .addHelpText(
      "after",
      "\nExamples:\n" +
        "  $ improve-cron verify\n" +
        "  $ improve-cron verify --against improve-cron.ndjson\n" +
        "  $ improve-cron verify --json | jq '.months[] | select(.readsOtherwise)'\n",
    )
    .action(async (options: { readonly against?: string }, command: Command) => {
      host.end(await verify(host.session(command), options.against ?? null));
    });
}

async function verify(session: Session, against: string | null): Promise<number> {
  const [{ verifyMonths }, { renderVerify }, { verifyAgainst }] = await Promise.all([
    import("../cycle/verify-months.ts"),
    import("../reports/verify-text.ts"),
    import("./verify-against.ts"),
  ]);
  await using app = await session.openApp({ quickCheck: "never" });
  // First: an export that is broken itself ends the command before anything long is done.
  const equality = against === null ? null : verifyAgainst(session, app.config, against);
  const months = await verifyMonths(app.cycle);
  const report =
    equality === null
      ? months
      : { ...months, ok: months.ok && equality.ok, findings: [...months.findings, equality] };
  session.answer(report, () => {
    const text = renderVerify(report, app.config.timezone);
    return equality?.ok === true ? `${text}\n${equality.message}` : text;
  });
  return report.ok ? 0 : 1;
}
