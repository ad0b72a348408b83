import { describe, expect, it } from "vitest";
import * as fc from "fast-check";
import { noGrade, parseGradedFile, reportGrades } from "../../src/intake/graded-file.ts";
import { codeOf, countsOf, now } from "./intake-workspace.ts";

const parse = (content: string | Uint8Array, zone: string | null = null) =>
  parseGradedFile(content, { file: "grades.jsonl", now, zone });

describe("a file of grades", () => {
  it("gives observations", () => {
    const { rows, rejects } = parse(
      [
        '{"ref":"k7m2","grade":"PASS","reason":"clear","at":"2026-06-03T09:00:00-04:00","by":"founder"}',
        "",
        '{"ref":"k7m3","axis":"verify-dispatch","period":"2026-05","title":"t","text":"x","due":"2026-07-01","grade":"CANT_TELL"}\r',
        '{"ref":"k7m4","grade":"fail","reason":null}',
      ].join("\n"),
    );
    expect(rejects).toEqual([]);
    expect(rows.map((row) => [row.line, row.observation])).toEqual([
      [
        1,
        {
          ref: "k7m2",
          grade: "PASS",
          reason: "clear",
          by: "founder",
          at: Date.UTC(2026, 5, 3, 13),
          observedAt: now,
          via: "import",
        },
      ],
      [
        3,
        { ref: "k7m3", grade: "CANT_TELL", reason: null, by: null, at: null, observedAt: now, via: "import" },
      ],
      [4, { ref: "k7m4", grade: "FAIL", reason: null, by: null, at: null, observedAt: now, via: "import" }],
    ]);
  });

  it.each([
    ["not-json", '{"ref":"k7m2"'],
    ["not-an-object", "[]"],
    ["missing-ref", '{"grade":"PASS"}'],
    ["bad-ref", '{"ref":"","grade":"PASS"}'],
    ["bad-ref", '{"ref":7,"grade":"PASS"}'],
    ["bad-ref", '{"ref":"a\\u0000","grade":"PASS"}'],
    ["unknown-grade", '{"ref":"k7m2"}'],
    ["unknown-grade", '{"ref":"k7m2","grade":null}'],
    ["unknown-grade", '{"ref":"k7m2","grade":" "}'],
    ["unknown-grade", '{"ref":"k7m2","grade":7}'],
    ["unknown-grade", '{"ref":"k7m2","grade":"MAYBE"}'],
    ["unknown-grade", '{"ref":"k7m2","grade":"PASS "}'],
    ["unknown-grade", '{"ref":"k7m2","grade":"pa\u017f\u017f"}'],
    ["unknown-grade", '{"ref":"k7m2","grade":"toString"}'],
    ["bad-at", '{"ref":"k7m2","grade":"PASS","at":"2026-02-30T00:00Z"}'],
    ["bad-at", '{"ref":"k7m2","grade":"PASS","at":"2026-06-03T09:00"}'],
    ["bad-at", '{"ref":"k7m2","grade":"PASS","at":"2026-06-07T09:00Z"}'],
    ["bad-reason", '{"ref":"k7m2","grade":"PASS","reason":1}'],
    ["bad-by", '{"ref":"k7m2","grade":"PASS","by":{}}'],
    ["dangerous-key", '{"ref":"k7m2","grade":"PASS","__proto__":{}}'],
  ])("refuses with %s: %s", (code, line) => {
    const { rows, rejects } = parse(`${line}\n{"ref":"good","grade":"PASS"}\n`);
    expect(rows.map((row) => row.observation.ref)).toEqual(["good"]);
    expect(rejects).toMatchObject([{ file: "grades.jsonl", line: 1, raw: line, seenAt: now }]);
    expect(codeOf(rejects[0]?.reason ?? "")).toBe(code);
  });

  it("gives one reason to every line that was never graded", () => {
    const { rejects } = parse('{"ref":"a"}\n{"ref":"b","grade":null}\n{"ref":"c","grade":""}\n');
    expect(rejects.map(({ reason }) => reason)).toEqual([noGrade, noGrade, noGrade]);
  });

  it("takes a zone for timestamps without one", () => {
    const { rows } = parse('{"ref":"k7m2","grade":"PASS","at":"2026-06-03T09:00"}', "America/New_York");
    expect(rows[0]?.observation.at).toBe(Date.UTC(2026, 5, 3, 13));
  });

  it("is reported together with what the store answered", () => {
    const graded = parse(
      '{"ref":"a","grade":"PASS"}\nbad\n{"ref":"b","grade":"PASS"}\n{"ref":"c","grade":"FAIL"}\n',
    );
    const report = reportGrades(graded, [
      { outcome: "stored", late: true },
      { outcome: "rejected", because: "unknown-ref" },
      { outcome: "duplicate" },
    ]);
    expect(countsOf(report)).toEqual([1, 1, 2]);
    expect(report.rejects.map((row) => [row.line, codeOf(row.reason)])).toEqual([
      [2, "not-json"],
      [3, "unknown-ref"],
    ]);
    expect(() => reportGrades(graded, [])).toThrow(/rows were read/);
  });

  it("never throws", () => {
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array(), fc.json(), fc.string({ unit: "binary" })), (content) => {
        const { rejects } = parse(content);
        for (const row of rejects) expect(row.reason).toMatch(/^[a-z0-9-]+: ./);
      }),
    );
  });
});
