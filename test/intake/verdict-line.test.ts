import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { epochOf, rubricFingerprint } from "../../src/core/rubric.ts";
import type { Verdict } from "../../src/core/verdict.ts";
import { verdictKey } from "../../src/core/verdict.ts";
import type { ReadingContext } from "../../src/intake/verdict-line.ts";
import { createVerdictReader } from "../../src/intake/verdict-line.ts";
import { readWrittenVerdict } from "../../src/intake/written-verdict.ts";
import { axesOf, axisOf, codeOf, now, temporaryFolder } from "./intake-workspace.ts";

interface LineCase {
  readonly name: string;
  readonly outcome: string;
  readonly line: string;
}

const { cases }: { readonly cases: readonly LineCase[] } = JSON.parse(
  readFileSync(new URL("../fixtures/logs/lines.json", import.meta.url), "utf8"),
);

const at = "2026-05-03T14:12:00-04:00";

function contextOf(facts: Partial<ReadingContext> = {}): ReadingContext {
  return {
    axis: "verify-dispatch",
    axes: new Map(),
    now,
    atRequired: true,
    folder: facts.folder ?? temporaryFolder(),
    anywhere: false,
    ...facts,
  };
}

function read(line: Readonly<Record<string, unknown>>, facts: Partial<ReadingContext> = {}): Verdict {
  const outcome = createVerdictReader(contextOf(facts), readWrittenVerdict)(JSON.stringify(line));
  if (outcome.kind === "reject") throw new Error(outcome.reason);
  return outcome.verdict;
}

function refusal(line: Readonly<Record<string, unknown>>, facts: Partial<ReadingContext> = {}): string {
  const outcome = createVerdictReader(contextOf(facts), readWrittenVerdict)(JSON.stringify(line));
  return outcome.kind === "reject" ? codeOf(outcome.reason) : "stored";
}

/** A verdict given just now on a file. */
function seen(path: string) {
  return { verdict: "PASS", at: new Date().toISOString(), artifact: { path } };
}

/** A line whose `meta` nests so many levels. */
function deepLine(levels: number): string {
  return `{"verdict":"PASS","at":"${at}","meta":${'{"a":'.repeat(levels)}1${"}".repeat(levels)}}`;
}

function fingerprintOf(text: string): string {
  return rubricFingerprint({ text });
}

describe("a verdict line", () => {
  it.each(cases)("$outcome: $name", ({ line, outcome }) => {
    const result = createVerdictReader(contextOf(), readWrittenVerdict)(line);
    expect(result.kind === "reject" ? codeOf(result.reason) : "stored").toBe(outcome);
  });

  it("is refused beyond 64 levels", () => {
    const reader = createVerdictReader(contextOf(), readWrittenVerdict);
    expect(reader(deepLine(63)).kind).toBe("verdict");
    expect(reader(deepLine(64))).toMatchObject({
      kind: "reject",
      reason: expect.stringMatching(/^too-deep:/),
    });
    expect(reader(deepLine(10_000))).toMatchObject({ kind: "reject" });
  });

  it("keeps the word as written beside what it means", () => {
    const words = ["PASS", "fail", "Iterate", "SCRAP", "error"];
    expect(words.map((verdict) => read({ verdict, at })).map(({ word, rawWord }) => [word, rawWord])).toEqual(
      [
        ["PASS", "PASS"],
        ["FAIL", "fail"],
        ["FAIL", "Iterate"],
        ["FAIL", "SCRAP"],
        ["ERROR", "error"],
      ],
    );
    expect(read({ verdict: { error: "refusal" }, at })).toMatchObject({
      word: "ERROR",
      errorKind: "refusal",
    });
    expect(read({ verdict: "ERROR", at }).errorKind).toBe("unspecified");
    expect(read({ verdict: "PASS", at }).errorKind).toBeNull();
  });

  it("names its axis, else takes that of its file, else is refused", () => {
    expect(read({ axis: "verify-vault-write", verdict: "PASS", at }).axis).toBe("verify-vault-write");
    expect(read({ verdict: "PASS", at }).axis).toBe("verify-dispatch");
    expect(refusal({ verdict: "PASS", at }, { axis: null })).toBe("missing-axis");
  });

  it("counts the instant, in the axis's zone where it names none", () => {
    expect(read({ verdict: "PASS", at }).at).toBe(Date.UTC(2026, 4, 3, 18, 12));
    const axes = axesOf(axisOf("verify-dispatch", { timezone: "Europe/Berlin" }));
    expect(read({ verdict: "PASS", at: "2026-05-03 14:12" }, { axes }).at).toBe(Date.UTC(2026, 4, 3, 12, 12));
    expect(read({ verdict: "PASS" }, { atRequired: false }).at).toBe(now);
    expect(refusal({ verdict: "PASS", at: null })).toBe("missing-at");
  });

  it("takes model, rubric and settings of the epoch from the line, else from the axis file, else none", () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "rubric.md"), "Answer\n  every question.\n");
    writeFileSync(join(folder, "older.md"), "Answer one question.");
    const settings = { temperature: 0 };
    const axes = axesOf(
      axisOf("verify-dispatch", { model: "sonnet", settings, rubricPath: join(folder, "rubric.md") }),
    );

    const bare = read({ verdict: "PASS", at });
    expect([bare.rubric, bare.model, bare.givenRubric, bare.givenModel]).toEqual([
      "none",
      "none",
      null,
      null,
    ]);
    expect(bare.epoch).toBe(epochOf({ rubric: "none", model: "none", settings: {} }));

    const ofAxis = read({ verdict: "PASS", at }, { axes });
    const fingerprint = fingerprintOf("Answer every question.");
    expect([ofAxis.rubric, ofAxis.model]).toEqual([fingerprint, "sonnet"]);
    expect([ofAxis.givenRubric, ofAxis.givenModel]).toEqual([null, null]);
    expect(ofAxis.epoch).toBe(epochOf({ rubric: fingerprint, model: "sonnet", settings }));

    const own = read({ verdict: "PASS", at, model: "opus", rubric: { path: "older.md" } }, { axes, folder });
    expect([own.rubric, own.model]).toEqual([fingerprintOf("Answer one question."), "opus"]);
    expect([own.givenRubric, own.givenModel]).toEqual([fingerprintOf("Answer one question."), "opus"]);
    expect(own.epoch).toBe(epochOf({ rubric: own.rubric, model: "opus", settings }));
    expect(read({ verdict: "PASS", at, rubric: "sha256:AB12" }, { axes }).rubric).toBe("sha256:AB12");
    expect(read({ verdict: "PASS", at, rubric: { text: "Answer  one question. " } }).rubric).toBe(own.rubric);
  });

  it("tells epochs of one reader apart", () => {
    const reader = createVerdictReader(contextOf(), readWrittenVerdict);
    const epochs = ["a", "b", "a"].map((model) => {
      const outcome = reader(JSON.stringify({ verdict: "PASS", at, model }));
      return outcome.kind === "verdict" ? outcome.verdict.epoch : "";
    });
    expect(epochs).toEqual(["a", "b", "a"].map((model) => epochOf({ rubric: "none", model, settings: {} })));
  });

  it("does not store a verdict under no rubric because the axis file's cannot be read", () => {
    const axes = axesOf(axisOf("verify-dispatch", { rubricPath: "/nowhere/rubric.md" }));
    expect(refusal({ verdict: "PASS", at }, { axes })).toBe("rubric-unreadable");
    expect(refusal({ verdict: "PASS", at, rubric: "sha256:ab" }, { axes })).toBe("stored");
  });

  it("stores what it gives", () => {
    const verdict = read({
      verdict: "PASS",
      at,
      id: "d-1029",
      source: "mail",
      reason: "names the date",
      score: -0.5,
      cost_usd: 0.012,
      latency_ms: 2100.4,
      tokens: 812,
      meta: { run: 7 },
    });
    expect(verdict).toMatchObject({
      externalId: "d-1029",
      source: "mail",
      reason: "names the date",
      score: -0.5,
      costUsd: 0.012,
      latencyMs: 2100,
      tokens: 812,
      meta: { run: 7 },
      artifact: { kind: "none", because: "not-given" },
    });
  });

  it("has the key of what is stored: half characters are replaced before", () => {
    const [cut, replaced] = [
      read({ verdict: "PASS", at, reason: "\ud83d" }),
      read({ verdict: "PASS", at, reason: "\ufffd" }),
    ];
    expect(cut.reason).toBe("\ufffd");
    expect(verdictKey("default", cut)).toBe(verdictKey("default", replaced));
  });

  it("hands over the artifact whose hash it carries", () => {
    const outcome = createVerdictReader(
      contextOf(),
      readWrittenVerdict,
    )(JSON.stringify({ verdict: "PASS", at, artifact: { text: "caf\u00e9 \ud800\u0000" } }));
    const bytes = Buffer.from("caf\u00e9 \ufffd\0");
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    expect(outcome).toMatchObject({
      verdict: { artifact: { kind: "snapshot", sha256 } },
      artifact: { sha256 },
    });
    expect(outcome.kind === "verdict" && bytes.equals(outcome.artifact?.bytes ?? Buffer.alloc(0))).toBe(true);
  });

  it("reads artifacts of the log's folder, else of the axis's roots alone", () => {
    const [folder, elsewhere] = [temporaryFolder(), temporaryFolder()];
    writeFileSync(join(folder, "a.md"), "here");
    writeFileSync(join(elsewhere, "b.md"), "there");
    const late = { folder, now: Date.now() };
    expect(read(seen("a.md"), late).artifact.kind).toBe("snapshot");
    expect(refusal(seen(join(elsewhere, "b.md")), late)).toBe("artifact-outside-roots");
    const axes = axesOf(axisOf("verify-dispatch", { artifactRoots: [elsewhere] }));
    expect(read(seen(join(elsewhere, "b.md")), { ...late, axes }).artifact.kind).toBe("snapshot");
    expect(refusal(seen("a.md"), { ...late, axes })).toBe("artifact-outside-roots");
    expect(read(seen(join(elsewhere, "b.md")), { ...late, anywhere: true }).artifact.kind).toBe("snapshot");
  });

  it("never throws, whatever a line holds", () => {
    const reader = createVerdictReader(contextOf({ atRequired: false }), readWrittenVerdict);
    const fields = fc.record(
      {
        axis: fc.oneof(fc.constant("a"), fc.string(), fc.jsonValue()),
        verdict: fc.oneof(fc.constant("PASS"), fc.string(), fc.jsonValue()),
        at: fc.oneof(fc.constant(at), fc.string()),
        id: fc.oneof(fc.string({ unit: "binary" }), fc.jsonValue()),
        artifact: fc.oneof(
          fc.record({ path: fc.string({ unit: "binary" }) }),
          fc.record({ text: fc.string({ unit: "binary" }) }),
          fc.jsonValue(),
        ),
        rubric: fc.oneof(fc.string(), fc.record({ path: fc.string() }), fc.jsonValue()),
        meta: fc.jsonValue(),
        tokens: fc.jsonValue(),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          fields.map((value) => JSON.stringify(value)),
        ),
        (line) => {
          const outcome = reader(line);
          expect(outcome.kind === "reject" ? outcome.reason : "stored: yes").toMatch(/^[a-z0-9-]+: ./);
        },
      ),
      { numRuns: 500 },
    );
  });
});
