import type { Command } from "commander";
import type { Axis } from "../core/axis.ts";
import { ImproveCronError } from "../errors.ts";
import { parseAxisOption, parseMonthOption } from "./option-values.ts";
import type { CommandHost, Session } from "./session.ts";

interface HistoryOptions {
  readonly since?: string;
  readonly csv?: true;
}

/** Adds `history`: what was measured and decided, month by month. */
export function addHistoryCommand(program: Command, host: CommandHost): void {
  program
    .command("history")
    .summary("measured and decided, month by month")
    .description("Shows what was measured and decided, month by month: of every axis, or of one.")
    .argument("[AXIS]", "this axis alone", parseAxisOption)
    .option("--since <YYYY-MM>", "from this month on", parseMonthOption)
    .option("--csv", "as CSV, one line an axis and month")
    .addHelpText(
      "after",
      "\nExamples:\n" +
        "  $ improve-cron history\n" +
        "  $ improve-cron history verify-dispatch --since 2026-01\n" +
        "  $ improve-cron history --csv > history.csv\n",
    )
    .action(async (axis: string | undefined, options: HistoryOptions, command: Command) => {
      host.end(await showHistory(host.session(command), axis ?? null, options));
    });
}

async function showHistory(session: Session, axis: string | null, options: HistoryOptions): Promise<number> {
  if (options.csv === true && session.json) {
    throw new ImproveCronError("usage", "--csv and --json are two answers", "Give one of them.");
  }
  const [{ readHistory }, { policyOf }, { renderHistoryTable }, { renderHistoryCsv }] = await Promise.all([
    import("../cycle/read-history.ts"),
    import("../cycle/axis-record.ts"),
    import("../reports/history-table.ts"),
    import("../reports/history-csv.ts"),
  ]);
  await using app = await session.openApp({ quickCheck: "never" });
  const rows = await readHistory(app.cycle, { axis, since: options.since ?? null, asOf: null });
  const { axes } = app.readAxes();
  if (axis !== null && rows.length === 0) {
    refuseUnknownAxis(
      axis,
      axes.map(({ name }) => name),
    );
  }
  if (options.csv === true) {
    session.terminal.out(renderHistoryCsv(rows));
    return 0;
  }
  const axisOf = (name: string): Axis | null => axes.find((each) => each.name === name) ?? null;
  session.answer(rows, () =>
    renderHistoryTable(rows, (name) => policyOf(app.cycle, axisOf(name)), { colour: session.terminal.color }),
  );
  return 0;
}

/** An axis without months is an empty answer; a name that no axis has is a mistake, and an empty answer would hide it. */
function refuseUnknownAxis(axis: string, known: readonly string[]): void {
  if (known.includes(axis)) return;
  throw new ImproveCronError("input", `there is no axis ${axis}`, "See: improve-cron axis list");
}
