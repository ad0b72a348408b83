import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { listBlindItems } from "../../src/cycle/blind-items.ts";
import { withApp } from "../../test/support/crash-passes.ts";
import { founder, keptAxis, logText, revertedAxis } from "../../test/support/crash-workspace.ts";

/** One command of the two months that a trial can disturb. Each starts from where the one before it ended. */
export interface Job {
  readonly name: string;
  /** The instant at which the command is called, ISO. */
  readonly now: string;
  readonly args: readonly string[];
  /** What the world brings before it. */
  readonly prepare: (folder: string) => Promise<void>;
}

const nothing = async (): Promise<void> => {};

export const jobs: readonly Job[] = [
  // Three logs are read, two axes opened, one is below the threshold; the first entry of the log, the first message.
  { name: "open", now: "2026-06-01T13:00:00Z", args: ["run"], prepare: nothing },
  { name: "ingest", now: "2026-06-10T13:00:00Z", args: ["ingest"], prepare: addJune },
  {
    name: "grade",
    now: "2026-06-11T13:00:00Z",
    args: ["queue", "import", "grades.jsonl"],
    prepare: writeGrades,
  },
  // One axis is kept, one reverted on 4 overrides of 9: axis files, log entries, messages.
  { name: "close", now: "2026-06-15T13:00:00Z", args: ["run"], prepare: nothing },
  { name: "next", now: "2026-07-01T13:00:00Z", args: ["run"], prepare: addRestOfJune },
];

/** Days from the 10th on; what is dated ahead is refused. */
const later = /"at":"2026-06-[12]/;

async function addJune(folder: string): Promise<void> {
  appendJune(folder, (line) => !later.test(line));
}

async function addRestOfJune(folder: string): Promise<void> {
  appendJune(folder, (line) => later.test(line));
}

function appendJune(folder: string, isMeant: (line: string) => boolean): void {
  for (const axis of [keptAxis, revertedAxis]) {
    const lines = logText(axis, "2026-06", { pass: 20, fail: 5 }).split("\n");
    const meant = lines.filter((line) => line !== "" && isMeant(line));
    appendFileSync(join(folder, `logs/${axis}.jsonl`), meant.map((line) => `${line}\n`).join(""));
  }
}

async function writeGrades(folder: string): Promise<void> {
  const gradeOf = founder();
  const items = await withApp(
    folder,
    Date.parse("2026-06-11T13:00:00Z"),
    () => {},
    (app) => listBlindItems(app.cycle, { axis: null }),
  );
  const lines = items.map(
    (item) => `${JSON.stringify({ ref: item.ref, grade: gradeOf(item), at: "2026-06-09T12:00:00Z" })}\n`,
  );
  writeFileSync(join(folder, "grades.jsonl"), lines.join(""));
}

/** The grades that the founder gave, by their ref. */
export function givenGrades(folder: string): readonly { readonly ref: string; readonly grade: string }[] {
  return readFileSync(join(folder, "grades.jsonl"), "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line): { ref: string; grade: string } => JSON.parse(line));
}
