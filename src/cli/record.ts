import type { Command } from "commander";
import { ImproveCronError } from "../errors.ts";
import { verdictRowsOf } from "../intake/verdict-rows.ts";
import { intakeAnswerOf, renderIntakeAnswer, tellNotes } from "./intake-answer.ts";
import { parseNumber } from "./option-values.ts";
import { readStdin, textOfStdin } from "./read-input.ts";
import type { CommandHost, Session } from "./session.ts";
import { type VerdictFlags, verdictRowOf } from "./verdict-flags.ts";

/** Adds `record`, one verdict from flags or any number from stdin. */
export function addRecordCommand(program: Command, host: CommandHost): void {
  program
    .command("record")
    .summary("store a verdict, from flags or stdin")
    .description("Stores one verdict from flags, or JSON or JSONL from stdin. Durable when it ends with 0.")
    .argument("[-]", "read JSON or JSONL from stdin")
    .option("--axis <A>", "the critic that gave it")
    .option("--verdict <WORD>", "PASS or FAIL")
    .option("--id <ID>", "the critic's own id of it; with --at, sending it twice stores it once")
    .option("--at <ISO>", "when it was given, with a zone (default: now)")
    .option("--artifact <FILE>", "what the critic looked at, as a file")
    .option("--text <STR>", "the same, as text")
    .option("--rubric <FILE|HASH>", "the rubric, as a file or its hash")
    .option("--reason <STR>", "why, in the critic's words")
    .option("--score <X>", "the critic's score", parseNumber)
    .option("--cost-usd <X>", "what it cost", parseNumber)
    .option("--latency-ms <N>", "how long it took", parseNumber)
    .option("--model <M>", "the model behind the critic")
    .option("--source <S>", "where its id is unique, e.g. a project")
    .option("--meta <JSON>", "anything else, as a JSON object")
    .addHelpText(
      "after",
      "\nExamples:\n" +
        "  $ improve-cron record --axis verify-dispatch --verdict PASS --id d-1029 --artifact reply.md\n" +
        '  $ improve-cron record --axis verify-dispatch --verdict FAIL --text "Dear all, ..." --reason "no date"\n' +
        "  $ improve-cron record - < verdicts.jsonl\n",
    )
    .action(async (input: string | undefined, flags: VerdictFlags, command: Command) => {
      host.end(await record(host.session(command), input, flags));
    });
}

async function record(session: Session, input: string | undefined, flags: VerdictFlags): Promise<number> {
  const fromStdin = checkUsage(input, flags);
  const rows = fromStdin
    ? verdictRowsOf(textOfStdin(await readStdin(session.terminal.stdin)))
    : [verdictRowOf(flags)];
  await using app = await session.openApp({ quickCheck: "never" });
  const report = await app.recordVerdicts({
    source: fromStdin ? "stdin" : "record",
    rows,
    baseFolder: session.cwd,
  });
  tellNotes(session, report);
  const answer = intakeAnswerOf(report);
  session.answer(answer, () => renderIntakeAnswer(answer));
  return report.rejected > 0 ? 2 : 0;
}

/** Refuses what is neither flags nor `-`; answers whether the verdicts come from stdin. */
function checkUsage(input: string | undefined, flags: VerdictFlags): boolean {
  if (input !== undefined && input !== "-") {
    throw new ImproveCronError(
      "usage",
      `record takes flags, or - for stdin, not ${JSON.stringify(input)}`,
      "For a file of verdicts use: improve-cron ingest FILE",
    );
  }
  if (input === "-") {
    if (Object.keys(flags).length === 0) return true;
    throw new ImproveCronError(
      "usage",
      "record - reads everything from stdin",
      "Leave the flags out, or the -.",
    );
  }
  const missing = (["axis", "verdict"] as const).filter((name) => flags[name] === undefined);
  if (missing.length > 0) {
    throw new ImproveCronError(
      "usage",
      `record needs ${missing.map((name) => `--${name}`).join(" and ")}`,
      "See: improve-cron record --help",
    );
  }
  if (flags.artifact !== undefined && flags.text !== undefined) {
    throw new ImproveCronError(
      "usage",
      "--artifact and --text both say what the critic saw",
      "Give one of them.",
    );
  }
  return false;
}
