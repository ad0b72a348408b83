import { existsSync } from "node:fs";
import { inflateRawSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { CliResult } from "../support/built-cli.ts";
import { ordinaryPath, RecordWorkspace, removeLightOnlyBuild } from "../record/record-workspace.ts";

/*
 * One contract for both ways in: the light `record` and the full command line answer the same call with the same bytes
 * and exit code, and leave the same rows behind.
 */

interface ArtifactRow {
  readonly workspace: string;
  readonly sha256: Buffer;
  readonly encoding: "raw" | "deflate";
  readonly size: number;
  readonly content: Buffer;
}

interface RecordCase {
  readonly name: string;
  readonly args: readonly string[];
  readonly input?: string;
  readonly code: number;
  /** Whether the light path takes the call, or must leave it alone. */
  readonly light: boolean;
}

const words = (text: string): readonly string[] => text.split(" ");
const at = ["--at", "2026-05-03T14:12:00-04:00"];
const dispatch = ["record", "--axis", "verify-dispatch"];
const line = (facts: Readonly<Record<string, unknown>>): string =>
  JSON.stringify({ axis: "verify-dispatch", verdict: "PASS", at: "2026-05-04T09:00:00Z", ...facts });

const light = (name: string, args: readonly string[], input?: string): RecordCase => ({
  name,
  args,
  code: 0,
  light: true,
  ...(input === undefined ? {} : { input }),
});
const ordinary = (name: string, args: readonly string[], code: number, input?: string): RecordCase => ({
  ...light(name, args, input),
  code,
  light: false,
});

/** Run in this order on one database each: later calls repeat or contradict earlier ones. */
const recordCases: readonly RecordCase[] = [
  light("a text", [...dispatch, "--verdict", "PASS", ...at, "--text", "Dear all"]),
  light("the same once more", [...dispatch, "--verdict", "PASS", ...at, "--text", "Dear all"]),
  light("JSON for a program", [...dispatch, "--verdict", "FAIL", ...at, "--id", "d-1", "--json"]),
  light("a duplicate, as JSON", ["--json", ...dispatch, "--verdict", "FAIL", ...at, "--id", "d-1"]),
  light("an 8 KB file", [...dispatch, "--verdict", "PASS", ...at, "--artifact", "reply.md"]),
  light("a short file by its whole path, with equals signs", [
    "record",
    "--axis=plain",
    "--verdict=pass",
    `--at=${at[1]}`,
    "--artifact=./note.md",
  ]),
  light("the config named before the word", [
    "--config",
    "config/improve-cron.yaml",
    ...dispatch,
    "--verdict",
    "PASS",
    "--id",
    "d-2",
    ...at,
  ]),
  light("the config named after the word", [
    ...dispatch,
    "--verdict",
    "PASS",
    "--id",
    "d-3",
    "--config=config/../config/improve-cron.yaml",
    ...at,
  ]),
  light("every flag", [
    ...dispatch,
    ...words("--verdict ITERATE --id d-4 --rubric sha256:00ff --model m --source s"),
    ...words("--score 0.91 --cost-usd 1e-3 --latency-ms 2100.4"),
    ...["--at", "2026-05-31 23:59:59.999-0400"].concat("--meta", '{"run":7,"extra":{"a":[1]}}'),
    ...["--text", "caf\u00e9 \u{1f600}"].concat("--reason", "- no date\n- no place"),
  ]),
  light("the older words", [...dispatch, "--verdict", "scrap", "--id", "d-5", ...at]),
  light("a critic that gave no verdict", [...dispatch, "--verdict", "Error", "--id", "d-6", ...at]),
  light("a rubric of its own", [
    ...dispatch,
    "--verdict",
    "PASS",
    "--id",
    "d-7",
    "--rubric",
    "note.md",
    ...at,
  ]),
  light("a flag given twice", [...dispatch, "--verdict", "FAIL", "--verdict", "PASS", "--id", "d-8", ...at]),
  light("an axis without a file", ["record", "--axis", "new-one", "--verdict", "PASS", "--id", "d-9", ...at]),
  light("an axis with a zone", ["record", "--axis", "voice", "--verdict", "PASS", "--id", "d-10", ...at]),
  light("no time, so now", ["record", "--axis", "plain", "--verdict", "PASS", "--id", "now-1"]),
  light("the same without a time once more", [
    "record",
    "--axis",
    "plain",
    "--verdict",
    "PASS",
    "--id",
    "now-1",
  ]),
  light("the turn of a month in the zone", [
    ...dispatch,
    ...words("--verdict PASS --id d-11 --at 2026-06-01T03:59:59.999Z"),
  ]),
  light(
    "an object on stdin",
    ["record", "-"],
    line({ id: "s-1", artifact: { text: "x" }, tokens: 12, host: "m1" }),
  ),
  light(
    "an object over several lines",
    ["record", "-", "--json"],
    `\ufeff{\n"axis":"plain","verdict":{"error":"timeout"},\n"at":"2026-05-04T09:00Z","id":"s-2"}\n`,
  ),
  light(
    "a reference",
    ["--json", "record", "-"],
    line({ id: "s-3", artifact: { ref: "https://example.org/1" } }),
  ),
  light(
    "a line with a null for everything",
    ["record", "-"],
    line({ id: null, artifact: null, rubric: null, score: null }),
  ),
  light(
    "half a character",
    ["record", "-"],
    line({ id: "s-4", reason: "cut \ud83d", artifact: { text: "\0 \ud83d" } }),
  ),
  ordinary("two lines", ["record", "-"], 0, `${line({ id: "s-5" })}\n${line({ id: "s-6" })}\n`),
  ordinary("an array", ["record", "-", "--json"], 0, `[${line({ id: "s-7" })},${line({ id: "s-8" })}]`),
  ordinary("a good line and a bad one", ["record", "-"], 2, `${line({ id: "s-9" })}\n{"axis":1}\n`),
  ordinary("nothing on stdin", ["record", "-"], 0, ""),
  ordinary("bytes that are no text", ["record", "-", "--json"], 2, "{"),
  ordinary("a word that is none", [...dispatch, "--verdict", "maybe", ...at], 2),
  ordinary("a contradiction", [...dispatch, "--verdict", "PASS", "--id", "d-1", ...at], 2),
  ordinary(
    "a file that is not there",
    [...dispatch, "--verdict", "PASS", "--id", "d-12", ...at, "--artifact", "gone.md"],
    0,
  ),
  ordinary(
    "a file with nothing in it",
    [...dispatch, "--verdict", "PASS", "--id", "d-13", ...at, "--artifact", "empty.md"],
    0,
  ),
  ordinary(
    "a file changed since",
    [...dispatch, "--verdict", "PASS", "--id", "d-14", ...at, "--artifact", "late.md"],
    0,
  ),
  ordinary(
    "a time without a zone, where the axis has one",
    words("record --axis voice --verdict PASS --id d-15 --at 2026-05-03T14:12"),
    0,
  ),
  ordinary("a time without a zone", [...dispatch, "--verdict", "PASS", "--at", "2026-05-03T14:12"], 2),
  ordinary("a rubric that is not there", [...dispatch, "--verdict", "PASS", "--rubric", "gone.md", ...at], 2),
  ordinary(
    "a rehearsed time",
    ["record", "--axis", "plain", "--verdict", "PASS", "--id", "now-2", "--now", "2026-06-05T00:00:00Z"],
    0,
  ),
  ordinary(
    "a text that looks like an option",
    [...dispatch, "--verdict", "PASS", "--text", "--json", ...at],
    2,
  ),
  ordinary("a negative score", [...dispatch, "--verdict", "PASS", "--id", "d-17", "--score", "-1", ...at], 0),
  ordinary("a score that is no number", [...dispatch, "--verdict", "PASS", "--score", "high", ...at], 2),
  ordinary("meta that is no object", [...dispatch, "--verdict", "PASS", "--meta", "[]", ...at], 2),
  ordinary("a dangerous key", [...dispatch, "--verdict", "PASS", "--meta", '{"__proto__":1}', ...at], 2),
  ordinary("an empty id", [...dispatch, "--verdict", "PASS", "--id", "", ...at], 2),
  ordinary(
    "a file and a text",
    [...dispatch, "--verdict", "PASS", "--artifact", "note.md", "--text", "x"],
    2,
  ),
  ordinary("stdin and flags", ["record", "-", "--axis", "plain"], 2, line({})),
  ordinary("no verdict", [...dispatch], 2),
  ordinary("an unknown flag", [...dispatch, "--verdict", "PASS", "--colour", "red"], 2),
  ordinary("a word too many", ["record", "now", "--axis", "plain", "--verdict", "PASS"], 2),
  ordinary("the axis before the word", ["--axis", "plain", "record", "--verdict", "PASS"], 2),
  ordinary("a call for help", ["record", "--help"], 0),
];

/** What a database holds, without the moments at which rows were stored. */
function rowsOf(workspace: RecordWorkspace): Readonly<Record<string, readonly unknown[]>> {
  return workspace.query((database) => {
    const all = (sql: string): readonly unknown[] => database.prepare(sql).raw().all();
    const columns = (table: string, left: readonly string[]): string =>
      database
        .prepare<[], { name: string }>(`PRAGMA table_info(${table})`)
        .all()
        .map(({ name }) => name)
        .filter((name) => !left.includes(name))
        .join(", ");
    // A verdict that was given now was given at another moment in each of the two runs.
    const ofNow = "external_id LIKE 'now-%'";
    return {
      verdict: all(
        `SELECT ${columns("verdict", ["stored_at", "at"])}, iif(${ofNow}, 0, at) FROM verdict ORDER BY key`,
      ),
      epoch: all("SELECT * FROM epoch ORDER BY id"),
      // The light path leaves a short artifact uncompressed, for the next pass.
      artifact: database
        .prepare<[], ArtifactRow>(
          "SELECT workspace, sha256, encoding, size, content FROM artifact ORDER BY sha256",
        )
        .all()
        .map(({ encoding, content, ...row }) => ({
          ...row,
          content: encoding === "deflate" ? inflateRawSync(content) : content,
        })),
      counts: all(
        `SELECT ${columns("month_count", ["first_at", "last_at"])}, iif(axis = 'plain', 0, first_at + last_at) FROM month_count ORDER BY 1, 2, 3, 4, 5, 6`,
      ),
      reject: all(`SELECT ${columns("reject", ["seen_at"])} FROM reject ORDER BY digest`),
      setting: all("SELECT workspace, name, value FROM setting ORDER BY 1, 2"),
    };
  });
}

/** Runs every call both ways, each way on a database of its own with the same salt, and compares. */
export function describeRecordContract(): void {
  describe("a record call, by the light path and by the ordinary one", () => {
    const ways: { light: RecordWorkspace; ordinary: RecordWorkspace }[] = [];
    const answers = new Map<
      string,
      { light: CliResult; ordinary: CliResult; alone: CliResult; stored: boolean }
    >();

    beforeAll(async () => {
      const first = RecordWorkspace.make();
      // Makes the database, and with it the salt that both shall have.
      expect((await first.ordinarily(["status"])).code).toBe(0);
      const second = first.copy();
      ways.push({ light: first, ordinary: second });
      for (const workspace of [first, second]) workspace.write("late.md", "Changed an hour ago.\n");
      for (const { name, args, input = "" } of recordCases) {
        const before = first.count("verdict");
        const alone = await first.lightly(args, { input });
        const taken = alone.code !== ordinaryPath;
        const stored = first.count("verdict") !== before;
        answers.set(name, {
          alone,
          stored,
          light: taken ? alone : await first.call(args, { input }),
          ordinary: await second.ordinarily(args, { input }),
        });
      }
    }, 600_000);

    afterAll(() => {
      for (const { light: one, ordinary: other } of ways) {
        one.dispose();
        other.dispose();
      }
      removeLightOnlyBuild();
    });

    it("has cases with names of their own", () => {
      expect(answers.size).toBe(recordCases.length);
      expect(existsSync(ways[0]?.light.path("config/state/improve-cron.db") ?? "")).toBe(true);
    });

    it.each(recordCases)(
      "$name: same answer, code $code, light: $light",
      ({ name, code, light: isLight }) => {
        const answer = answers.get(name);
        expect(answer?.ordinary.code).toBe(code);
        expect(answer?.light).toEqual(answer?.ordinary);
        const declined = { code: ordinaryPath, stdout: "", stderr: "" };
        expect(answer?.alone).toEqual(isLight ? answer?.ordinary : declined);
        expect(isLight || answer?.stored === false).toBe(true);
      },
    );

    it("leaves the same rows", () => {
      const [pair] = ways;
      if (pair === undefined) throw new Error("nothing was recorded");
      const rows = rowsOf(pair.light);
      expect(rows.verdict?.length).toBeGreaterThan(25);
      expect(rows).toEqual(rowsOf(pair.ordinary));
    });
  });
}
