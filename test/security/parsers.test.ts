import * as fc from "fast-check";
import { stringify } from "yaml";
import { describe, expect, it } from "vitest";
import { readAxisEntry } from "../../src/config/axis-entry.ts";
import { parseYamlText } from "../../src/config/yaml-text.ts";
import { rules } from "../../src/config/rules.ts";
import { readWrittenConfig } from "../../src/config/written-problems.ts";
import { formatProblem } from "../../src/config/config-problem.ts";
import { answerFault, isAnswer } from "../../src/core/answer-schema.ts";
import { editCrontab } from "../../src/core/crontab.ts";
import { probeAnswerSchema, readProbes } from "../../src/core/probe-answer.ts";
import { parseTimestamp } from "../../src/core/timestamp.ts";
import { readJsonLines, readOneJson } from "../../src/critics/answer-text.ts";
import { readVerdict } from "../../src/critics/judge-answer.ts";
import { disarmedAt, disarmedDollar, layOutMessage } from "../../src/critics/message.ts";
import { fillPrompt } from "../../src/critics/prompt-file.ts";
import { ImproveCronError } from "../../src/errors.ts";
import { spliceScalars } from "../../src/effects/splice-scalars.ts";
import { parseAnswerFile } from "../../src/intake/answer-file.ts";
import { parseGoldFile } from "../../src/intake/gold-file.ts";
import { parseGradedFile } from "../../src/intake/graded-file.ts";
import { isDeeperThan } from "../../src/core/json-depth.ts";
import { verdictRowsOf } from "../../src/intake/verdict-rows.ts";

// Whatever comes in: no parser throws, every row is either taken or refused with a code, and what is taken is within its bounds.

const now = Date.UTC(2026, 5, 5);
const code = /^[a-z][a-z0-9-]*: \S/;
const key = fc.constantFrom(
  "axis",
  "label",
  "text",
  "ref",
  "grade",
  "at",
  "id",
  "key",
  "verdict",
  "split",
  "period",
  "by",
  "__proto__",
  "constructor",
  "x",
);
const word = fc.constantFrom(
  "verify-dispatch",
  "PASS",
  "FAIL",
  "pass",
  "CANT_TELL",
  "2026-05",
  "2026-06-04T10:00:00Z",
  "",
  " ",
  "\u0000",
  "\ud800",
  "pa\u017f\u017f",
);
const row = fc
  .dictionary(key, fc.oneof(word, fc.string(), fc.jsonValue({ maxDepth: 2 })), { noNullPrototype: true })
  .map((one) => JSON.stringify(one));
const line = fc.oneof(row, row, fc.string({ unit: "binary" }), fc.json());
const bytes = fc.oneof(
  fc.array(line, { maxLength: 6 }).map((lines) => Buffer.from(lines.join("\n"))),
  fc.uint8Array({ maxLength: 60 }).map((array) => Buffer.from(array)),
);

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The entries of a crontab that are somebody else's. */
function foreign(crontab: string): readonly string[] {
  return crontab.split("\n").filter((entry) => /^(?:0 9|MAILTO| {2}#)/.test(entry));
}

/** Lines of a file that count as rows. */
function rowsIn(content: Buffer): number {
  return content
    .toString("latin1")
    .split("\n")
    .filter((one) => /[^ \t\r]/.test(one.replace(/^\xef\xbb\xbf/, ""))).length;
}

describe("files of rows", () => {
  it("gold: every row is taken or refused with a code, and what is taken is whole", () => {
    fc.assert(
      fc.property(bytes, fc.constantFrom(null, "verify-dispatch"), (content, axis) => {
        const { rejects, rows } = parseGoldFile(content, { file: "f", axis, now });
        expect(rows.length + rejects.length).toBe(rowsIn(content));
        for (const { reason } of rejects) expect(reason).toMatch(code);
        for (const { gold } of rows) {
          expect(["PASS", "FAIL"]).toContain(gold.label);
          expect(gold.text.trim()).not.toBe("");
          expect(gold.axis).toMatch(/^[a-z0-9][a-z0-9-]{0,62}$/);
        }
      }),
      { numRuns: 300 },
    );
  });

  it("grades: every row is taken or refused with a code, and a grade is one of three", () => {
    fc.assert(
      fc.property(bytes, (content) => {
        const { rejects, rows } = parseGradedFile(content, { file: "f", now });
        expect(rows.length + rejects.length).toBe(rowsIn(content));
        for (const { reason } of rejects) expect(reason).toMatch(code);
        for (const { observation } of rows) {
          expect(["PASS", "FAIL", "CANT_TELL"]).toContain(observation.grade);
          expect(observation.ref).not.toMatch(/^$|\0|\p{Surrogate}/u);
        }
      }),
      { numRuns: 300 },
    );
  });

  it("answers under a rubric: every row is taken, a repetition, or refused with a code", () => {
    fc.assert(
      fc.property(bytes, (content) => {
        const request = { file: "f", workspace: "default", axis: "verify-dispatch", now };
        const { answers, duplicates, rejects } = parseAnswerFile(content, request);
        expect(answers.length + duplicates + rejects.length).toBe(rowsIn(content));
        for (const { reason } of rejects) expect(reason).toMatch(code);
        expect(new Set(answers.map((answer) => answer.key)).size).toBe(answers.length);
      }),
      { numRuns: 300 },
    );
  });

  it("a body of verdicts: an array is its items, anything else its lines", () => {
    fc.assert(
      fc.property(
        fc.array(fc.jsonValue({ maxDepth: 3 }), { maxLength: 5 }),
        fc.string({ unit: "binary" }),
        (values, text) => {
          expect(verdictRowsOf(JSON.stringify(values))).toEqual(JSON.parse(JSON.stringify(values)));
          expect(verdictRowsOf(text).length).toBeGreaterThan(0);
        },
      ),
    );
  });

  it("depth: what JSON.parse finds is what is counted before it", () => {
    const depthOf = (value: unknown): number =>
      typeof value !== "object" || value === null ? 0 : 1 + Math.max(0, ...Object.values(value).map(depthOf));
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 7 }), fc.nat(8), (value, levels) => {
        expect(isDeeperThan(JSON.stringify(value), levels)).toBe(depthOf(value) > levels);
      }),
    );
  });
});

describe("YAML of people", () => {
  const piece = fc.constantFrom(
    "axis: a",
    "status: graduated",
    "status: 'x'",
    "notify: [",
    "- ",
    "  ",
    "\t",
    "&a ",
    "*a",
    "<<: *a",
    "{",
    "}",
    "|\n",
    ">-\n",
    "---\n",
    "? ",
    "!!int 5",
    "#",
    "\n",
    "\r\n",
    ": ",
    "sampling: { pass_rate: ",
    "0.1",
    "last_kappa: ~",
    "\ufeff",
    "'",
    '"',
    "%YAML 1.1\n",
    "timezone: UTC",
    "__proto__: 1",
    "\u0085",
    "\u2028",
  );
  const text = fc.oneof(
    fc.array(piece, { maxLength: 14 }).map((pieces) => pieces.join("")),
    fc.string({ unit: "binary" }),
    fc.jsonValue({ maxDepth: 3 }).map((value) => stringify(value)),
  );
  const keys = {
    status: "status",
    lastCalibration: "last_calibration",
    lastKappa: "last_kappa",
    founderOverrideCount: "founder_override_count",
  };
  const edit = {
    status: { from: "graduated", to: "assisted" },
    lastCalibration: "2026-06-01",
    lastKappa: { value: 0.512 },
    founderOverrideCount: 4,
  } as const;

  it("config: faults have a code, a sentence and a hint, and every rule can look at what is left", () => {
    fc.assert(
      fc.property(text, (written) => {
        const yaml = parseYamlText(written);
        for (const fault of yaml.faults)
          expect([fault.message, fault.hint].every((one) => one.length > 5)).toBe(true);
        if (yaml.fatal) return;
        const config = readWrittenConfig(yaml.value);
        for (const fault of config.faults) {
          expect(
            formatProblem({ ...fault, file: "f", line: yaml.lineOf(fault.path), key: fault.path.join(".") }),
          ).not.toMatch(/[^\P{Cc}\n]|\u2028/u);
        }
        for (const rule of rules) expect(Array.isArray(rule.check(config.written))).toBe(true);
      }),
      { numRuns: 120 },
    );
  });

  it("axis file: an axis, or problems that say where", () => {
    fc.assert(
      fc.property(text, (written) => {
        const yaml = parseYamlText(written);
        if (yaml.faults.length > 0) return;
        const entry = readAxisEntry(yaml.value, {
          file: "/a.yaml",
          folder: "/",
          home: "/",
          statusKey: "status",
          lineOf: yaml.lineOf,
        });
        expect(entry.axis === null).toBe(entry.problems.length > 0);
        for (const problem of entry.problems) expect(problem.message).not.toBe("");
      }),
      { numRuns: 400 },
    );
  });

  it("splice: refused, or every line that is not owned stays, and a second time changes nothing", () => {
    const owned =
      /^\ufeff?\s*(?:- )?["']?(?:status|last_calibration|last_kappa|founder_override_count)["']?\s*:/;
    const others = (source: string): readonly string[] =>
      source.split("\n").filter((one) => !owned.test(one));
    let changed = 0;
    const whole = fc
      .tuple(fc.array(piece, { maxLength: 5 }), fc.array(piece, { maxLength: 5 }))
      .map(([before, after]) => `${before.join("")}\naxis: a\nstatus: graduated\n${after.join("")}`);
    fc.assert(
      fc.property(fc.oneof(whole, whole, text), (source) => {
        const request = { axisName: "a", keys, edit };
        const result = spliceScalars(source, request);
        if (result.kind !== "changed") return;
        changed += 1;
        expect(others(result.text)).toEqual(others(source));
        expect(spliceScalars(result.text, request).kind).toBe("unchanged");
      }),
      { numRuns: 400, seed: 8 },
    );
    expect(changed).toBeGreaterThan(10);
  });
});

describe("crontab", () => {
  const crontab = fc
    .array(
      fc.constantFrom(
        "# BEGIN improve-cron",
        "# END improve-cron",
        "0 9 1 * * /x",
        "MAILTO=a",
        "",
        "  # note",
      ),
      { maxLength: 9 },
    )
    .map((lines) => lines.join("\n"));

  it("twice is as once, and all that stands outside the marks stays", () => {
    fc.assert(
      fc.property(
        crontab,
        fc.array(fc.constantFrom("a", "b"), { minLength: 1, maxLength: 2 }),
        (text, lines) => {
          const once = editCrontab(text, lines);
          const outside = foreign(editCrontab(text, null));
          expect(foreign(once)).toEqual(outside);
          if (text.split("BEGIN").length > 2) return;
          expect(editCrontab(once, lines)).toBe(once);
          expect(editCrontab(editCrontab(once, null), null)).toBe(editCrontab(once, null));
        },
      ),
    );
  });
});

describe("timestamps", () => {
  const piece = fc.constantFrom(
    "2026",
    "-",
    "05",
    "03",
    "T",
    " ",
    ":",
    "14",
    "12",
    ".5",
    "Z",
    "+",
    "04",
    "99",
    "00",
    "\u0662",
  );
  it("an instant that is written again in ISO is the same, anything else is refused with a code", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.array(piece, { maxLength: 14 }).map((pieces) => pieces.join("")),
          fc.string(),
        ),
        (text) => {
          const parsed = parseTimestamp(text, "America/New_York");
          if (parsed.kind === "bad") return;
          expect(parseTimestamp(new Date(parsed.at).toISOString(), null)).toEqual(parsed);
        },
      ),
    );
    fc.assert(
      fc.property(
        fc.date({ min: new Date("2015-01-01"), max: new Date("2099-12-31"), noInvalidDate: true }),
        (date) => {
          expect(parseTimestamp(date.toISOString(), null)).toEqual({ kind: "ok", at: date.getTime() });
        },
      ),
    );
  });
});

describe("critics", () => {
  const answer = fc.oneof(
    fc.jsonValue(),
    fc.dictionary(
      fc.constantFrom("verdict", "reason", "score", "__proto__"),
      fc.oneof(word, fc.jsonValue({ maxDepth: 1 })),
      { noNullPrototype: true },
    ),
  );

  it("a judge's answer is a verdict word, or why it is none", () => {
    fc.assert(
      fc.property(answer, fc.string(), (value, prose) => {
        const read = readVerdict(value, (quote) => quote);
        const outcome = read.kind === "verdict" ? read.word : read.failure.failure;
        expect(outcome).toMatch(/^(?:PASS|FAIL|unparseable|filler|failed)$/);
        expect(read.kind !== "verdict" || read.score === null || read.score >= 0).toBe(true);
        const wrapped = `${prose}${JSON.stringify(value)}`;
        const whole = readOneJson(wrapped);
        const isOne = whole.kind !== "json" || isJson(wrapped.replace(/^\ufeff/, "").trim());
        expect(isOne).toBe(true);
        readJsonLines(wrapped);
      }),
      { numRuns: 400 },
    );
  });

  it("an answer with probes is one, or has a first fault; its probes have ids of their own and one line of words", () => {
    const probe = fc.record({
      artifact: fc.string(),
      failure_mode: fc.string(),
      exploited_clause: fc.string({ unit: "binary" }),
      why_it_fails: fc.string(),
    });
    const origin = {
      workspace: "default",
      axis: "a",
      period: "2026-05",
      epoch: "e",
      generator: "g",
      madeAt: now,
    };
    fc.assert(
      fc.property(
        fc.oneof(fc.record({ probes: fc.array(probe, { maxLength: 5 }) }), fc.jsonValue()),
        (value) => {
          expect(isAnswer(value, probeAnswerSchema)).toBe(answerFault(value, probeAnswerSchema) === null);
          if (!isAnswer(value, probeAnswerSchema)) return;
          const probes = readProbes(value.probes, [], origin);
          expect(new Set(probes.map(({ probe: one }) => one.id)).size).toBe(probes.length);
          for (const { probe: one } of probes)
            expect(`${one.failureMode}${one.clause}${one.why}`).not.toMatch(/[\n\r]/);
        },
      ),
      { numRuns: 200 },
    );
  });

  it("whatever the data say, they stand between lines with a number that they do not hold, and quotes lead back", () => {
    const part = fc
      .array(
        fc.constantFrom(
          "@",
          "$",
          "\uff20",
          "\uff04",
          "\\@",
          "a",
          " ",
          "\n",
          "0000000000000001",
          "-----",
          "end artifact",
          "{{x}}",
          "$&",
        ),
        { maxLength: 12 },
      )
      .map((pieces) => pieces.join(""));
    fc.assert(
      fc.property(part, part, (artifact, rubric) => {
        let drawn = 0;
        const message = layOutMessage(
          "Judge.",
          [
            { name: "rubric", text: rubric },
            { name: "artifact", text: artifact },
          ],
          [disarmedAt, disarmedDollar],
          () => {
            drawn += 1;
            return String(drawn).padStart(16, "0");
          },
        );
        const number = String(drawn).padStart(16, "0");
        expect(artifact + rubric).not.toContain(number);
        expect(message.text.split(number)).toHaveLength(6);
        expect(message.text).not.toMatch(/(?:^|\s)[@$]\S/);
      }),
      { numRuns: 300 },
    );
  });

  it("a prompt's fields are filled once each, with exactly what was given", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string({ unit: "binary" }), (before, after, value) => {
        const text = `${before.replaceAll("{", "")}{{ rubric }}${after.replaceAll("{", "")}`;
        const prompt = { text, fingerprint: "" };
        expect(fillPrompt(prompt, { rubric: value })).toBe(text.replace("{{ rubric }}", () => value));
        expect(() => fillPrompt(prompt, {})).toThrow(ImproveCronError);
      }),
    );
  });
});
