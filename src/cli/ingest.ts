import { resolve } from "node:path";
import type { Command } from "commander";
import { ImproveCronError } from "../errors.ts";
import {
  type IntakeAnswer,
  intakeAnswerOf,
  isWhollyRejected,
  renderIntakeAnswer,
  tellNotes,
} from "./intake-answer.ts";
import { parseAxisOption } from "./option-values.ts";
import { readingWords } from "./reading-words.ts";
import type { CommandHost, Session } from "./session.ts";
import { keepHeapSmall } from "./small-heap.ts";
import { refuseMissingFolder, writeOutput } from "./write-output.ts";

interface IngestOptions {
  readonly axis?: string;
  readonly rejects?: string;
}

/** Adds `ingest`, which reads verdict logs. */
export function addIngestCommand(program: Command, host: CommandHost): void {
  program
    .command("ingest")
    .summary("read verdict logs")
    .description(
      "Reads verdict logs into the database. Without FILE: the logs named in the axis files, from where the last " +
        "read ended. With FILE: these files, whole. The same verdict twice is stored once.",
    )
    .argument("[FILE...]", "JSONL files, read whole")
    .option("--axis <A>", "the axis of lines that name none", parseAxisOption)
    .option("--rejects <FILE>", "write the refused rows here, one JSON object a line, to be mended")
    .addHelpText(
      "after",
      "\nExamples:\n" +
        "  $ improve-cron ingest\n" +
        "  $ improve-cron ingest may.jsonl june.jsonl --axis verify-dispatch --rejects refused.jsonl\n",
    )
    .action(async (files: string[], options: IngestOptions, command: Command) => {
      host.end(await ingest(host.session(command), files, options));
    });
}

async function ingest(session: Session, files: readonly string[], options: IngestOptions): Promise<number> {
  const paths = files.map((file) => resolve(session.cwd, file));
  const rejectsFile = options.rejects === undefined ? null : resolve(session.cwd, options.rejects);
  checkUsage(paths, options, rejectsFile);
  const collect = keepHeapSmall();
  await using app = await session.openApp({
    onRead: (read) => {
      session.terminal.progress(readingWords(read));
      if (read.bytesRead !== read.bytesTotal) collect();
    },
  });
  const report =
    paths.length === 0 ? await app.ingestLogs() : await app.ingestFiles(paths, options.axis ?? null);
  tellNotes(session, report);
  const answer = intakeAnswerOf(report);
  if (rejectsFile !== null) await writeOutput(rejectsFile, rejectLines(answer));
  session.answer(answer, () => renderIntakeAnswer(answer));
  return isWhollyRejected(report) ? 2 : 0;
}

/** What is refused before a single row is read: afterwards the refused rows would have nowhere to go. */
function checkUsage(paths: readonly string[], options: IngestOptions, rejectsFile: string | null): void {
  if (options.axis !== undefined && paths.length === 0) {
    throw new ImproveCronError(
      "usage",
      "--axis says whose verdicts a FILE holds, and no FILE is named",
      "Name the file, or leave --axis out: the axis files name their own logs.",
    );
  }
  if (rejectsFile === null) return;
  if (paths.includes(rejectsFile)) {
    throw new ImproveCronError(
      "usage",
      "--rejects would overwrite a file that is read",
      "Name another file.",
    );
  }
  refuseMissingFolder(rejectsFile);
}

function rejectLines(answer: IntakeAnswer): string {
  return answer.rejects.map((row) => `${JSON.stringify(row)}\n`).join("");
}
