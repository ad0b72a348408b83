import type { Command } from "commander";
import type { Axis } from "../core/axis.ts";
import { ImproveCronError } from "../errors.ts";
import { parseAxisOption, parseInstantOption, parseMonthOption } from "./option-values.ts";
import type { CommandHost, Session } from "./session.ts";

interface HistoryOptions {
  readonly since?: string;
  readonly asOf?: number;
  readonly csv?: true;
}

/** Adds `history`: what was measured and decided, month by month. */
export function addHistoryCommand(program: Command, host: CommandHost): void {
  program
    .command("history")
    .summary("measured and decided, month by month")
    .description(
      "Shows what was measured and decided, month by month: of every axis, or of one. Beside kappa: raw agreement, " +
        "what always saying the commoner word would reach, PABAK, AC1, agreement on each word, the override rate that " +
        "the threshold stands for, the true PASS rate, the founder's agreement with himself, and of closed months " +
        "the verdicts on which critic and founder differed. Of an open month it tells how many items have an answer, and " +
        "nothing more before the close: grading is blind. N_sampled counts the PASS and FAIL samples; risk, probe and " +
        "re-asked items are asked beside them. Below the table each axis is drawn: kappa and override rate by month " +
        "(a dot is a month without a figure), and kappa's interval against the threshold; in ASCII where the locale is not " +
        "UTF-8 or TERM is dumb, in colour only on a terminal and without NO_COLOR.",
    )
    .argument("[AXIS]", "this axis alone", parseAxisOption)
    .option("--since <YYYY-MM>", "from this month on", parseMonthOption)
    .option(
      "--as-of <ISO>",
      "by the grades known at that time; decisions stay as they were made",
      parseInstantOption,
    )
    .option("--csv", "as CSV, one line an axis and month")
    .addHelpText(
      "after",
      "\nExamples:\n" +
        "  $ improve-cron history\n" +
        "  $ improve-cron history verify-dispatch --since 2026-01\n" +
        "  $ improve-cron history verify-dispatch --as-of 2026-07-01T09:00:00-04:00\n" +
        "  $ improve-cron history --since 2026-01 | less\n" +
        "  $ improve-cron history --csv > history.csv\n" +
        "  $ improve-cron history verify-dispatch --json\n",
    )
    .action(async (axis: string | undefined, options: HistoryOptions, command: Command) => {
      host.end(await showHistory(host.session(command), axis ?? null, options));
    });
}

async function showHistory(session: Session, axis: string | null, options: HistoryOptions): Promise<number> {
  if (options.csv === true && session.json) {
    throw new ImproveCronError("usage", "--csv and --json are two answers", "Give one of them.");
  }
  const [{ readHistory }, { policyOf }, { noMonths }, { historyAnswer }] = await Promise.all([
    import("../cycle/read-history.ts"),
    import("../cycle/axis-record.ts"),
    import("../reports/no-months.ts"),
    import("./history-answer.ts"),
  ]);
  const { since = null, asOf = null } = options;
  await using app = await session.openApp({ quickCheck: "never" });
  const rows = await readHistory(app.cycle, {
    axis,
    since,
    asOf,
  });
  const { axes } = app.readAxes();
  if (axis !== null && rows.length === 0) {
    refuseUnknownAxis(
      axis,
      axes.map(({ name }) => name),
    );
  }
  const form = options.csv === true ? "csv" : session.json ? "json" : "text";
  if (rows.length === 0 && form !== "csv") {
    const cycles = await app.cycle.store.listCycles(axis === null ? {} : { axis });
    const latest =
      cycles
        .map(({ period }) => period)
        .toSorted()
        .at(-1) ?? null;
    session.answer(rows, () => noMonths({ axis, since, asOf, latest }));
    return 0;
  }
  const axisOf = (name: string): Axis | null => axes.find((each) => each.name === name) ?? null;
  const { terminal } = session;
  terminal.out(
    historyAnswer(rows, {
      form,
      policyOf: (name) => policyOf(app.cycle, axisOf(name)),
      timezone: app.config.timezone,
      colour: terminal.color,
      columns: terminal.stdout.isTTY ? terminal.columns() : null,
      env: session.env,
    }),
  );
  return 0;
}

/** An axis without months is an empty answer; a name that no axis has is a mistake, and an empty answer would hide it. */
function refuseUnknownAxis(axis: string, known: readonly string[]): void {
  if (known.includes(axis)) return;
  throw new ImproveCronError("input", `there is no axis ${axis}`, "See: improve-cron axis list");
}
