import { describe, expect, it } from "vitest";
import { goldAgreement } from "../../src/core/gold-agreement.ts";
import { defaultDecision } from "../../src/core/policy.ts";
import { emptyPool } from "../../src/core/pool.ts";
import type { RubricCheck } from "../../src/core/rubric-check.ts";
import { compareRubrics, type RubricAnswer } from "../../src/core/rubric-comparison.ts";
import { renderRubricCheck, shortPrint } from "../../src/reports/rubric-check-text.ts";

const before = { epoch: "a".repeat(64), rubric: `sha256:${"1".repeat(64)}`, model: "judge-1" };
const after = { epoch: "b".repeat(64), rubric: `sha256:${"2".repeat(64)}`, model: "judge-1" };

function sampleCheck(changes: Partial<RubricCheck> = {}): RubricCheck {
  return {
    axis: "verify-dispatch",
    checked: { kind: "against", file: "draft.md", fingerprint: after.rubric },
    axisFile: before.rubric,
    stored: { ...before, lastAt: "2026-06-13T13:00:00.000Z" },
    edited: after,
    change: "new-epoch",
    changed: ["rubric"],
    earlier: null,
    open: [{ period: "2026-05", epoch: before.epoch }],
    months: [
      { period: "2026-06", decides: "stored", newPass: 4, storedPass: 12, passNeeded: 6 },
      { period: "2026-07", decides: "none", newPass: 0, storedPass: 0, passNeeded: 10 },
    ],
    restarts: { pool: { ...emptyPool, passGraded: 6.75, failGraded: 3.75 }, cusum: 1.39 },
    begins: { pool: emptyPool, cusum: 0 },
    carriesOver: { streak: 2, status: "graduated" },
    gate: {
      pass: 10,
      fail: 5,
      overwhelmingPass: 5,
      overwhelmingFail: 2,
      cleanForHealthy: 12,
      months: 3,
    },
    comparison: null,
    flipped: null,
    replay: null,
    leaks: [],
    ...changes,
  };
}

/** On one line: where it is broken is not what these tests are about. */
const render = (check: RubricCheck): string =>
  renderRubricCheck(check, defaultDecision, "UTC").replaceAll(/\s+/g, " ");

function answers(words: string): readonly RubricAnswer[] {
  return words.split("").map((word, index) => ({
    key: `key-${index}`,
    name: `d-${index}`,
    word: word === "P" ? "PASS" : "FAIL",
  }));
}

describe("renderRubricCheck", () => {
  it("has every number of the check in it", () => {
    const text = render(sampleCheck());
    for (const figure of [
      "111111111111 -> sha256:222222222222",
      "aaaaaaaaaaaa -> bbbbbbbbbbbb",
      "judge-1, unchanged",
      "2026-05 is open on epoch aaaaaaaaaaaa",
      "6 PASS verdicts more",
      "12 PASS verdicts so far",
      "6.8 PASS and 3.8 FAIL grades",
      "1.39",
      "2 months with an override",
      "10 PASS grades and 5 FAIL grades",
      "in 3 months",
      "12 clean grades",
    ]) {
      expect(text).toContain(figure);
    }
  });

  it("fits into 80 columns", () => {
    const lines = renderRubricCheck(sampleCheck(), defaultDecision, "UTC").split("\n");
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
  });

  it("is short where nothing changes", () => {
    const text = render(sampleCheck({ change: "none", changed: [], edited: before, restarts: null }));
    expect(text).toContain("white space alone");
    expect(text).not.toContain("carries over");
  });

  it("names the months of an epoch that comes back, and what it resumes", () => {
    const text = render(
      sampleCheck({
        change: "earlier-epoch",
        earlier: { epoch: after.epoch, first: "2026-01", last: "2026-03", verdicts: 200 },
        begins: { pool: { ...emptyPool, passGraded: 4.2, failGraded: 2.1 }, cusum: 0.5 },
      }),
    );
    for (const figure of ["2026-01 to 2026-03", "4.2 PASS and 2.1 FAIL", "0.50"])
      expect(text).toContain(figure);
  });

  it.each([
    ["nothing flips", "PPPPPPPP", "PPPPPPPP"],
    ["few flip", "PPPPPPPF", "PPPPPPFP"],
    ["it is stricter", "PPPPPPPP", "FFFFFFFF"],
    ["it is more lenient", "FFFFFFFF", "PPPPPPPP"],
  ])("says that no comparison clears an edit, where %s", (_what, old, edited) => {
    const text = render(
      sampleCheck({
        comparison: compareRubrics(answers(old), answers(edited)),
        flipped: { remembered: 0, perMonth: 2, unknown: [] },
      }),
    );
    expect(text).toContain("never clears an edit");
    expect(text.includes("ALARM")).toBe(old.startsWith("F"));
  });

  it("lists flips, what is missing and what will be asked, twenty names at most", () => {
    const old = answers("P".repeat(30));
    const comparison = compareRubrics(old, [
      ...answers("F".repeat(25)),
      { key: "other", name: "elsewhere", word: "PASS" },
    ]);
    const text = render(
      sampleCheck({ comparison, flipped: { remembered: 24, perMonth: 2, unknown: ["d-7"] } }),
    );
    for (const part of ["d-0 (PASS -> FAIL)", "and 5 more", "d-29", "elsewhere", "24 flipped items"]) {
      expect(text).toContain(part);
    }
    expect(text).toMatch(/p = 0\.000000|p = < 0\.000001/);
  });

  it("promises flipped items no sooner than risk_max and the hour allow", () => {
    const comparison = compareRubrics(answers("P"), answers("F"));
    const asked = (perMonth: number) =>
      render(sampleCheck({ comparison, flipped: { remembered: 18, perMonth, unknown: [] } }));
    expect(asked(3)).toMatch(/18 flipped items .*at most 3 a month .*if the hour allows/);
    expect(asked(0)).toMatch(/18 flipped items will wait.*risk_max` is 0/);
  });

  it("tells how many answers were skipped, and of which file", () => {
    const check = sampleCheck({ comparison: compareRubrics(answers("P"), answers("P")) });
    const skipped = [
      { which: "old", rejected: 0, read: 40 },
      { which: "new", rejected: 3, read: 40 },
    ] as const;
    const text = renderRubricCheck(check, defaultDecision, "UTC", skipped);
    expect(text).toContain("the new answers: 3 of 40 rows");
    expect(text).not.toContain("the old answers: 0");
  });

  it("tells what a replay asked from what was judged, and no figure of nothing", () => {
    const none = goldAgreement([], []).holdout;
    const replay = {
      old: before.rubric,
      edited: after.rubric,
      items: 3,
      judged: 1,
      noAnswer: { timeout: 1, "not-asked": 1 },
      calls: 10,
      costUsd: 0,
      because: null,
      gold: { items: 3, judged: 0, noAnswer: { crashed: 3 }, old: none, edited: none },
    };
    const text = render(sampleCheck({ replay }));
    for (const part of ["1 of 3 recent verdicts", "1 timeout, 1 not asked", "0 of 3 items", "(3 crashed)"])
      expect(text).toContain(part);
    expect(text).not.toMatch(/agreement with gold|no gold/);
    expect(render(sampleCheck({ replay: { ...replay, gold: null } }))).toContain("no gold");
  });

  it("counts what leaves the holdout: gold, and no probe", () => {
    const gold = { kind: "gold", id: "g1", shared: 1, of: 2, wasHoldout: true } as const;
    const probe = { kind: "probe", id: "p1", shared: 9, of: 9, wasHoldout: false } as const;
    const checked = { kind: "axis-file", file: "rubric.md", fingerprint: after.rubric } as const;
    const text = (...leaks: RubricCheck["leaks"]) => render(sampleCheck({ checked, leaks }));
    expect(text(gold, probe)).toContain("1 item has left");
    expect(text(gold, { ...gold, id: "g2" })).toContain("2 items have left");
    expect(text(probe)).toContain("none of them");
    expect(text(probe)).not.toContain("exposed before");
  });

  it("lets no escape sequence of a name or a file through", () => {
    const escape = "\u001b[2J";
    const comparison = compareRubrics(
      [{ key: "k", name: `d${escape}`, word: "PASS" }],
      [{ key: "k", name: "d", word: "FAIL" }],
    );
    const checked = { kind: "against", file: `draft${escape}.md`, fingerprint: after.rubric } as const;
    expect(render(sampleCheck({ checked, comparison }))).not.toContain("\u001b");
  });
});

describe("shortPrint", () => {
  it("keeps the kind of a fingerprint and its beginning", () => {
    expect(shortPrint(before.rubric)).toBe("sha256:111111111111");
    expect(shortPrint(before.epoch)).toBe("aaaaaaaaaaaa");
    expect(shortPrint("none")).toBe("none");
  });
});
