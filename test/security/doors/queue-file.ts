import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { callProgram } from "../../support/call-program.ts";
import { monthOfVerdicts } from "../../support/workspace.ts";
import { doorForAll } from "../bad-input.ts";
import { fileOutcomes } from "./file-outcomes.ts";
import { writeConfig } from "./ingest-outcomes.ts";
import { brokenLines, type Line, rowWith } from "./json-rows.ts";

const now = "2026-06-05T13:00:00Z";
/** Stands for the ref of an item that really waits. */
const known = "REF";
const row = (facts: Readonly<Record<string, unknown>>, expected: string, why: string) =>
  rowWith({ ref: known, grade: "PASS" }, facts, expected, why);

/** A month that is open, and the ref of one of its items. */
async function openMonth(folder: string): Promise<{ readonly config: string; readonly ref: string }> {
  const config = writeConfig(folder);
  const lines = monthOfVerdicts("2026-05", { pass: 12, fail: 3 }).map(({ text, ...rest }) =>
    JSON.stringify({ axis: "verify-dispatch", ...rest, artifact: { text } }),
  );
  const log = join(folder, "logs/may.jsonl");
  writeFileSync(log, `${lines.join("\n")}\n`);
  const call = (...args: readonly string[]): ReturnType<typeof callProgram> =>
    callProgram([...args, "--config", config, "--now", now, "--json"], { cwd: folder });
  await call("ingest", log);
  await call("run");
  const { stdout } = await call("queue", "list");
  const [, ref] = /"ref":\s*"([^"]+)"/.exec(stdout) ?? [];
  if (ref === undefined) throw new Error(stdout);
  return { config, ref };
}

export const queueFiles = doorForAll<Line>({
  id: "grade",
  name: "A file of grades",
  means:
    "`queue import FILE --json` with a month that is open, all of them in one file. REF is the ref of an item that waits.",
  inputs: [
    ...brokenLines("ref"),
    row({ ref: undefined }, "missing-ref", "no item"),
    row({ ref: "" }, "bad-ref", "empty"),
    row({ ref: 5 }, "bad-ref", "a number"),
    row({ ref: "nobody-knows" }, "unknown-ref", "no item has it"),
    row({ ref: "../x" }, "unknown-ref", "never a path"),
    row({ ref: "' OR 1=1 --" }, "unknown-ref", "values are bound, never put into SQL"),
    row({ ref: "REF\u0000" }, "bad-ref", "NUL"),
    row({ ref: "REF\ud800" }, "bad-ref", "half a character"),
    row({ ref: "REF " }, "unknown-ref", "spaces are not cut off"),
    row({ grade: undefined }, "unknown-grade", "exported and never graded"),
    row({ grade: null }, "unknown-grade", "exported and never graded"),
    row({ grade: "" }, "unknown-grade", "empty"),
    row({ grade: true }, "unknown-grade", "nothing is taken for a grade"),
    row({ grade: 1 }, "unknown-grade", "nothing is taken for a grade"),
    row({ grade: "PASS " }, "unknown-grade", "spaces are not cut off"),
    row({ grade: "ok" }, "unknown-grade", "an unknown word"),
    row({ grade: "ITERATE" }, "unknown-grade", "a critic's word, no grade"),
    row({ grade: "constructor" }, "unknown-grade", "a key of every object is no grade"),
    row({ grade: "pa\u017f\u017f" }, "unknown-grade", "a long s would become an S"),
    row({ reason: 5 }, "bad-reason", "a number"),
    row({ by: [] }, "bad-by", "a list"),
    row({ at: 5 }, "bad-at", "a number"),
    row({ at: "2026-02-30T00:00:00Z" }, "bad-at", "no day of the calendar"),
    row({ at: "2099-01-01T00:00:00Z" }, "bad-at", "more than a day ahead"),
    row({ at: "2026-06-04T10:00:00" }, "bad-at", "no zone"),
    row(
      { grade: "cant_tell", reason: "cut \ud83d", extra: 1 },
      "taken",
      "any case, half a character in a reason, keys that nobody knows",
    ),
  ],
  tryAll: async (given, folder) => {
    const { config, ref } = await openMonth(folder);
    const lines = given.map((line) =>
      typeof line === "string" ? line.replace(`"ref":"${known}`, `"ref":"${ref}`) : line,
    );
    return fileOutcomes(["queue", "import"], lines, { folder, config, now });
  },
});
