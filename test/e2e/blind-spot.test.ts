import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { artifactHash } from "../../src/core/artifact-hash.ts";
import type { ShownRow } from "../../src/core/open-row.ts";
import { defaultDecision } from "../../src/core/policy.ts";
import { splitOf } from "../../src/core/gold-set.ts";
import { reportProbes } from "../../src/core/probe-report.ts";
import type { GoldSplit } from "../../src/core/gold-record.ts";
import { renderHistoryTable } from "../../src/reports/history-table.ts";
import { scriptCritic, scriptedProbe } from "../support/fake-critics/probe-critic.ts";
import { monthOfVerdicts, Workspace } from "../support/workspace.ts";

const axis = "verify-dispatch";
const blindSpot = "nobody has complained";
const mended = "1. It names a check.\n2. Evidence: silence is none.\n";
const subjects =
  "invoice changelog backup newsletter contract survey migration audit roadmap budget glossary".split(" ");

/** A probe whose text falls into the half that the test wants: which one that is follows from text and database alone. */
function probeIn(split: GoldSplit, salt: string, month: string, subject: string, claim: string): string {
  for (let n = 0; ; n += 1) {
    const text = `${subject} ${n}: ${claim}, ${subject} in ${month} is ${subject} done, ${subject} ships.`;
    if (splitOf(salt, axis, artifactHash(text)) === split) return text;
  }
}

function founder({ text }: { readonly text: string }): "PASS" | "FAIL" {
  return text.includes(blindSpot) || text.startsWith("fail") ? "FAIL" : "PASS";
}

/*
 * One critic with a known blind spot, through two months: it takes the absence of complaints for evidence. What the founder
 * fails becomes gold, the rubric gets a sentence about it, and the same critic is held against old and new items.
 */
describe("a blind spot is found, becomes gold, and is mended", () => {
  const workspace = new Workspace({
    config:
      "notify: [{ channel: stdout }]\ntop_up: { enabled: false }\nprobes: { per_axis: 3, generate: 8 }\n",
  });
  const script = workspace.path("critic.json");
  const texts: string[] = [];
  let quoted = "";
  let may: ShownRow;
  let june: ShownRow;

  /** Writes what the generator writes from now on; the judge stays what it is: blind unless the rubric speaks of evidence. */
  function generate(probes: readonly string[]): string {
    texts.push(...probes);
    return scriptCritic(script, {
      generate: { probes: probes.map((text, index) => scriptedProbe(text, `mode ${index}`)) },
      rules: [
        { has: blindSpot, unless_rubric: "Evidence", answers: "PASS" },
        { has: blindSpot, answers: "FAIL" },
        { has: "fail text", answers: "FAIL" },
      ],
      otherwise: "PASS",
      model: "judge-1",
    });
  }

  beforeAll(async () => {
    workspace.write("rubric.md", "1. It names a check.\n");
    workspace.writeAxis(axis);
    const salt = await workspace.at("2026-06-01T12:00:00Z", ({ store }) => store.readSalt());
    const splits = ["holdout", "holdout", "exposed"] as const;
    const escaping = splits.map((split, index) =>
      probeIn(split, salt, "May", subjects[index] ?? "", blindSpot),
    );
    workspace.writeAxis(axis, `rubric: ../rubric.md\ncritic: ${generate(escaping)}\n`);
    workspace.writeLog(axis, monthOfVerdicts("2026-05", { pass: 20, fail: 10 }));
    await workspace.run("2026-06-01T13:00:00Z");
    await workspace.grade("2026-06-03T13:00:00Z", founder);
    await workspace.run("2026-06-05T13:00:00Z");

    // The rubric is mended; no probe is quoted in it.
    workspace.write("rubric.md", mended);
    // The generator goes on with the old trick five times, and three times writes what is in order.
    const fresh = [
      ...subjects.slice(3, 8).map((subject) => probeIn("holdout", salt, "June", subject, blindSpot)),
      ...subjects
        .slice(8)
        .map((subject) => probeIn("holdout", salt, "June", subject, "the check named is part")),
    ];
    generate(fresh);
    workspace.appendLog(axis, monthOfVerdicts("2026-06", { pass: 20, fail: 10 }));
    await workspace.run("2026-07-01T13:00:00Z");
    // For a day the rubric quotes a probe that waits for its grade: it is spoilt for good, though it is no gold yet.
    quoted = fresh.at(-1) ?? "";
    workspace.write("rubric.md", `${mended}3. In order is e.g.: ${quoted}\n`);
    await workspace.run("2026-07-02T13:00:00Z");
    workspace.write("rubric.md", mended);
    await workspace.grade("2026-07-03T13:00:00Z", founder);
    await workspace.run("2026-07-05T13:00:00Z");
    const rows = await workspace.history("2026-07-06T13:00:00Z", axis);
    const [first, second] = rows;
    if (first === undefined || second === undefined) throw new Error("two months were expected");
    [may, june] = [first, second];
  }, 120_000);
  afterAll(() => workspace.dispose());

  it("lets every probe of the first month through, and the founder's FAILs become gold", async () => {
    expect(may).toMatchObject({ period: "2026-05", state: "closed", escape: { escaped: 3, graded: 3 } });
    const gold = await workspace.at("2026-07-06T13:00:00Z", ({ store }) => store.listGold({ axis }));
    const probes = gold.filter(({ origin, period }) => origin === "probe" && period === "2026-05");
    expect(probes.map(({ label, split }) => `${label} ${split}`).toSorted()).toEqual([
      "FAIL exposed",
      "FAIL holdout",
      "FAIL holdout",
    ]);
    expect(probes.every(({ failureMode, probeId }) => failureMode !== null && probeId !== null)).toBe(true);
    // Judged again under the same rubric, they escape again: that is what gold is there to show.
    expect(may.gold?.run).toMatchObject({
      holdout: { escape: { count: 2, n: 2 } },
      exposed: { escape: { count: 1, n: 1 } },
    });
  });

  it("lets none through once the rubric is mended: not of the holdout, and not of fresh ones", () => {
    expect(june).toMatchObject({ period: "2026-06", state: "closed", escape: { escaped: 0, graded: 3 } });
    expect(june.gold?.run).toMatchObject({
      holdout: { escape: { count: 0, n: 2 } },
      exposed: { escape: { count: 0, n: 1 } },
    });
    expect(june.gold?.run?.holdout.agreement.rate).toBe(1);
  });

  it("says that it was the rubric, and neither judge nor work", () => {
    expect(june.gold?.run?.drift).toMatchObject({
      cause: "rubric",
      changes: [],
      since: "2026-05",
      flips: { passToFail: 3, failToPass: 0 },
    });
  });

  it("counts what the mended critic caught before anybody was asked", async () => {
    const probes = await workspace.at("2026-07-06T13:00:00Z", ({ store }) => store.listProbes({ axis }));
    const statesOf = (period: string): readonly string[] =>
      probes.filter((probe) => probe.period === period).map(({ state }) => state);
    expect(statesOf("2026-05")).toEqual(["confirmed", "confirmed", "confirmed"]);
    expect(statesOf("2026-06").filter((state) => state === "caught")).toHaveLength(5);
    expect(statesOf("2026-06").filter((state) => state === "refuted")).toHaveLength(3);
    const { judges } = reportProbes(probes);
    expect(judges.map(({ escaped, graded }) => [escaped, graded])).toEqual([
      [3, 3],
      [0, 3],
    ]);
  });

  it("tells it in the history, and keeps every text of a probe out of the vault", () => {
    const text = renderHistoryTable([may, june], () => defaultDecision);
    expect(text).toContain("3 of 3 escaped");
    expect(text).toContain("0 of 3 escaped");
    const log = workspace.read("vault/01-projects/self-review/improve-cron-log.md");
    for (const one of texts) {
      expect(log).not.toContain(one.slice(0, 30));
    }
    expect(log).not.toContain(blindSpot);
    expect(log).toContain("gold");
  });

  it("takes a probe that the rubric came to quote out of the holdout figures, also where it was no gold yet", async () => {
    const quotedGold = await workspace.at("2026-07-06T13:00:00Z", async ({ store }) =>
      (await store.listGold({ axis })).find(({ sha256 }) => sha256 === artifactHash(quoted)),
    );
    expect(quotedGold).toMatchObject({ origin: "probe", split: "holdout", exposedBecause: "leak" });
    // One of the two May probes of the holdout is pasted into the rubric.
    workspace.write("rubric.md", `${mended}3. Fail such as: "${texts[0] ?? ""}"\n`);
    const { gold } = await workspace.run("2026-07-07T13:00:00Z");
    expect(gold).toMatchObject([{ exposed: 1 }]);
    const rows = await workspace.history("2026-07-08T13:00:00Z", axis);
    expect(rows.map((row) => [row.gold?.run?.holdout.escape.n, row.gold?.run?.exposed.escape.n])).toEqual([
      [1, 2],
      [1, 2],
    ]);
  });
});
