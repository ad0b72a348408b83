import { resolve } from "node:path";
import type { Command } from "commander";
import type { App } from "../app.ts";
import type { Axis } from "../core/axis.ts";
import type { RejectedRow } from "../core/intake.ts";
import type { RubricCheck } from "../core/rubric-check.ts";
import type { Replayed } from "../cycle/replay.ts";
import type { AnswerFile } from "../intake/answer-file.ts";
import { findAxis } from "../cycle/find-axis.ts";
import { ImproveCronError } from "../errors.ts";
import type { SkippedAnswers } from "../reports/rubric-comparison-text.ts";
import { parseAxisOption, parseCount } from "./option-values.ts";
import { readInput } from "./read-input.ts";
import type { CommandHost, Session } from "./session.ts";

interface CheckOptions {
  readonly against?: string;
  readonly old?: string;
  readonly new?: string;
  readonly replay?: true;
  readonly n?: number;
}

/** Adds `rubric`: what the edit of a rubric changes. */
export function addRubricCommand(program: Command, host: CommandHost): void {
  const rubric = program
    .command("rubric")
    .summary("what an edit of a rubric changes")
    .description("Rubrics: what an edit of one changes. The program never edits a rubric itself.")
    .addHelpText(
      "after",
      "\nExamples:\n" +
        "  $ improve-cron rubric check verify-dispatch\n" +
        "  $ improve-cron rubric check verify-dispatch --against draft.md\n",
    );
  rubric
    .command("check")
    .summary("the epoch, what restarts, what carries over, which answers flip")
    .description(
      "Holds the rubric file of an axis against the verdicts that are stored, before or after it was edited: whether " +
        "it starts a new epoch (white space alone does not), which epoch decides this month and the next, what starts " +
        "anew, what carries over, and how many grades it takes to judge the critic again. With the critic's answers to " +
        "the same items under the old and the new rubric, one JSON object a line, " +
        '{"id":"d-1029","verdict":"PASS"}: the flip table and the exact McNemar p. Flipped items that are stored ' +
        "verdicts are remembered and asked in the months that open next (at most `sampling.risk_max` a month, if the " +
        "hour allows), outside of kappa and streak. No comparison clears an edit: grades do. With " +
        "--replay the critic of the axis gives these answers itself: it judges its latest verdicts, and gold, again under both " +
        "rubrics. Gold that the text quotes is named, a probe only once its month is closed; what the rubric file quotes leaves the holdout.",
    )
    .argument("<A>", "the axis", parseAxisOption)
    .option(
      "--against <FILE>",
      "look at this text as if it were the rubric, e.g. a draft; no file is changed, flips of --old and --new are remembered all the same",
    )
    .option("--old <ANSWERS>", "the critic's answers under the old rubric (JSONL; - is stdin)")
    .option("--new <ANSWERS>", "its answers to the same items under the new one (JSONL; - is stdin)")
    .option("--replay", "have the critic judge recent verdicts under both rubrics (two calls an item)")
    .option("--n <N>", "with --replay: how many verdicts, and gold items at most (default: 20)", parseCount)
    .addHelpText(
      "after",
      "\nExamples:\n" +
        "  $ improve-cron rubric check verify-dispatch\n" +
        "  $ improve-cron rubric check verify-dispatch --against draft.md\n" +
        "  $ improve-cron rubric check verify-dispatch --replay --n 30 --against draft.md\n" +
        "  $ improve-cron rubric check verify-dispatch --old before.jsonl --new after.jsonl --json | jq .comparison\n",
    )
    .action(async (name: string, options: CheckOptions, command: Command) => {
      host.end(await check(host.session(command), name, options));
    });
}

async function check(session: Session, name: string, options: CheckOptions): Promise<number> {
  const files = answerFilesOf(options);
  if (files !== null && options.replay === true) {
    throw new ImproveCronError(
      "usage",
      "--replay and --old, --new exclude each other",
      "Either the critic is asked, or its answers are brought along.",
    );
  }
  if (options.n !== undefined && options.replay !== true) {
    throw new ImproveCronError("usage", "--n goes with --replay", "It says how many verdicts are replayed.");
  }
  const [{ checkRubric }, { policyOf }, { renderRubricCheck }, { parseAnswerFile }, { rememberRubric }] =
    await Promise.all([
      import("../cycle/check-rubric.ts"),
      import("../cycle/axis-record.ts"),
      import("../reports/rubric-check-text.ts"),
      import("../intake/answer-file.ts"),
      import("../cycle/rubric-texts.ts"),
    ]);
  await using app = await session.openApp();
  const axis = findAxis(app.readAxes().axes, name);
  const { checked, text, axisFile } = await readRubrics(session, axis, options.against ?? null);
  const read = async (file: string): Promise<AnswerFile> =>
    parseAnswerFile(await readInput(file === "-" ? file : resolve(session.cwd, file), session.terminal), {
      file: file === "-" ? "stdin" : file,
      workspace: app.config.workspace,
      axis: name,
      now: app.clock.now(),
    });
  const answers = files === null ? null : { old: await read(files.old), edited: await read(files.edited) };
  const replayed = options.replay === true ? await replay(app, axis, { checked, text }, options.n) : null;
  const rejects = answers === null ? [] : [...answers.old.rejects, ...answers.edited.rejects];
  for (const { file, line, reason } of rejects) session.note(`${file}:${line}: ${reason}`);
  const result = await checkRubric(app.cycle, {
    axis,
    checked,
    axisFile,
    text,
    ...(replayed === null ? {} : { replay: replayed.replay }),
    answers:
      answers === null
        ? (replayed?.answers ?? null)
        : { old: answers.old.answers, edited: answers.edited.answers },
  });
  // Told of after the check, which compares with what was there before.
  if (checked.kind === "axis-file") await rememberRubric(app.cycle, axis);
  const skipped = answers === null ? [] : [skippedOf("old", answers.old), skippedOf("new", answers.edited)];
  session.answer({ ...result, rejects: rejects.map(shownReject) }, () =>
    renderRubricCheck(result, policyOf(app.cycle, axis), app.config.timezone, skipped),
  );
  if (replayed !== null && replayed.replay.because !== null) return 1;
  return answers !== null && [answers.old, answers.edited].some(isWhollyRejected) ? 2 : 0;
}

const usualReplay = 20;

/** The answers of the axis' own critic to the same items under the rubric before the edit and the text that is looked at. */
async function replay(
  app: App,
  axis: Axis,
  { checked, text }: { readonly checked: RubricCheck["checked"]; readonly text: string },
  n: number = usualReplay,
): Promise<Replayed> {
  const [{ replayRubrics }, { readRubricTexts }] = await Promise.all([
    import("../cycle/replay.ts"),
    import("../cycle/rubric-texts.ts"),
  ]);
  const critic = app.cycle.critics.of(axis);
  if (critic === null) {
    throw new ImproveCronError(
      "input",
      `the file of ${axis.name} names no critic`,
      "Add `critic:` to it, or bring the answers along: --old ANSWERS --new ANSWERS.",
    );
  }
  const own = checked.kind === "against" ? app.cycle.readRubric(axis) : null;
  const remembered = await readRubricTexts(app.cycle, axis.name);
  const old = own ?? remembered.findLast(({ fingerprint }) => fingerprint !== checked.fingerprint);
  if (old === undefined || old.fingerprint === checked.fingerprint) {
    throw new ImproveCronError(
      "input",
      "there is no other rubric to replay against",
      checked.kind === "against"
        ? "The draft says what the rubric says already."
        : "No text from before the edit is remembered: replay a draft before it is the rubric, with --against FILE.",
    );
  }
  return replayRubrics(app.cycle, { axis, critic, old: old.text, edited: text, n });
}

function answerFilesOf(options: CheckOptions): { readonly old: string; readonly edited: string } | null {
  if (options.old === undefined && options.new === undefined) return null;
  if (options.old === undefined || options.new === undefined) {
    throw new ImproveCronError(
      "usage",
      "--old and --new go together",
      "Give the critic's answers to the same items under both rubrics.",
    );
  }
  if (options.old === "-" && options.new === "-") {
    throw new ImproveCronError(
      "usage",
      "--old and --new cannot both be stdin",
      "Name a file for one of them.",
    );
  }
  return { old: options.old, edited: options.new };
}

/** The text to be looked at, and the fingerprint of the axis' own file where that can be read. */
async function readRubrics(
  session: Session,
  axis: Axis,
  against: string | null,
): Promise<{
  readonly checked: RubricCheck["checked"];
  readonly text: string;
  readonly axisFile: string | null;
}> {
  const { readRubricFile } = await import("../intake/rubric-source.ts");
  const own = axis.rubricPath === null ? null : readRubricFile(axis.rubricPath);
  const axisFile = own?.kind === "rubric" ? own.fingerprint : null;
  if (against !== null) {
    const reading = readRubricFile(resolve(session.cwd, against));
    if (reading.kind === "bad") {
      throw new ImproveCronError(
        "input",
        `${against}: ${reading.because}`,
        "Name a text file: the draft of a rubric.",
      );
    }
    const { fingerprint, text } = reading;
    return { checked: { kind: "against", file: against, fingerprint }, text, axisFile };
  }
  if (axis.rubricPath === null || own === null) {
    throw new ImproveCronError(
      "input",
      `the file of ${axis.name} names no rubric`,
      "Add `rubric: PATH` to it, or name the text: --against FILE.",
    );
  }
  if (own.kind === "bad") {
    throw new ImproveCronError("input", `${axis.rubricPath}: ${own.because}`, "See: improve-cron doctor");
  }
  return {
    checked: { kind: "axis-file", file: axis.rubricPath, fingerprint: own.fingerprint },
    text: own.text,
    axisFile,
  };
}

function shownReject({ file, line, reason, raw }: RejectedRow): object {
  return { file, line, reason, raw };
}

/** How many rows of a file of answers could not be used, out of how many. */
function skippedOf(which: "old" | "new", file: AnswerFile): SkippedAnswers {
  return { which, rejected: file.rejects.length, read: readOf(file) };
}

function readOf({ answers, duplicates, rejects }: AnswerFile): number {
  return answers.length + duplicates + rejects.length;
}

/** As `ingest` has it: an input is wrong where it has rows and not one of them can be used. */
function isWhollyRejected(file: AnswerFile): boolean {
  return file.rejects.length > 0 && file.rejects.length === readOf(file);
}
