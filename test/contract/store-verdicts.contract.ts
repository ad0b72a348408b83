import { describe, expect, it } from "vitest";
import type { VerdictReading } from "../../src/core/intake.ts";
import { verdictIdOf, verdictKey } from "../../src/core/verdict.ts";
import { aBatch, aVerdict, midMay, sha256 } from "../store/samples.ts";
import type { StoreBench } from "./store-engine.ts";

/** What every store must do about: verdicts. */
export function verdictsContract({ newStore }: StoreBench): void {
  describe("verdicts", () => {
    it("gives back all of a verdict but what was only for its identity", async () => {
      const store = await newStore();
      const verdict = aVerdict({
        word: "FAIL",
        rawWord: "iterate",
        artifact: { kind: "snapshot", sha256: sha256("the artifact") },
        reason: "tone: “warm”, not hot",
        score: 0.25,
        costUsd: 0.0125,
        latencyMs: 2100.5,
        tokens: 4711,
        meta: { extra: { lane: 3 }, tags: ["a", null] },
        source: "hook",
        givenModel: "opus",
        givenRubric: "sha256:1",
      });
      const [outcome] = await store.recordVerdicts(aBatch([verdict], ["the artifact"]));
      const key = verdictKey("default", verdict);
      expect(outcome).toEqual({ outcome: "stored", key });
      const { givenModel: _model, givenRubric: _rubric, ...kept } = verdict;
      expect(await store.readVerdict(key)).toEqual({
        key,
        id: verdictIdOf(key),
        period: "2026-05",
        storedAt: midMay + 1000,
        verdict: kept,
      });
      expect(await store.readVerdict(sha256("nobody"))).toBeNull();
      expect(await store.readVerdict("no key")).toBeNull();
    });

    it("stores a reading as it is read, each verdict answered before the next", async () => {
      const store = await newStore();
      const text = "the artifact";
      const seen = aVerdict({ externalId: "1", artifact: { kind: "snapshot", sha256: sha256(text) } });
      const other = aVerdict({ externalId: "1", word: "FAIL", rawWord: "FAIL" });
      const answers: string[] = [];
      function* reading(): VerdictReading {
        for (const verdict of [seen, aVerdict({ externalId: "2" }), seen, other]) {
          const content = verdict === seen ? Buffer.from(text) : null;
          answers.push((yield { verdict, content }).outcome);
        }
        const rejects = [
          { axis: null, file: "log", line: 5, reason: "not-json: no", raw: "{", seenAt: midMay },
        ];
        const logPosition = { axis: "a", path: "/log", inode: "1:2", offset: 9, line: 5, tail: "" };
        return { rejects, logPosition };
      }
      await store.recordReading(reading(), midMay + 1000);
      expect(answers).toEqual(["stored", "stored", "duplicate", "rejected"]);
      expect(await store.listMonthCounts({})).toMatchObject([{ count: 1 }, { count: 1 }]);
      expect(Buffer.from((await store.readArtifact(sha256(text))) ?? []).toString()).toBe(text);
      expect(await store.listRejects()).toMatchObject([{ line: 5 }]);
      expect(await store.readLogPosition("a", "/log")).toMatchObject({ offset: 9 });
    });

    it("stores nothing of a reading that fails, and can be read to again", async () => {
      const store = await newStore();
      await expect(store.recordReading(oneThen(true), midMay)).rejects.toThrow("read on");
      expect(await store.listMonthCounts({})).toEqual([]);
      await store.recordReading(oneThen(false), midMay);
      expect(await store.listMonthCounts({})).toMatchObject([{ count: 1 }]);
    });

    it("stores an error with its kind, and a verdict without an artifact with the reason", async () => {
      const store = await newStore();
      const error = aVerdict({ externalId: "e", word: "ERROR", errorKind: "timeout" });
      const bare = aVerdict({ externalId: "b", artifact: { kind: "none", because: "changed-since" } });
      await store.recordVerdicts(aBatch([error, bare]));
      const read = async (verdict: typeof error) => store.readVerdict(verdictKey("default", verdict));
      expect((await read(error))?.verdict).toMatchObject({ word: "ERROR", errorKind: "timeout" });
      expect((await read(bare))?.verdict.artifact).toEqual({ kind: "none", because: "changed-since" });
    });

    it("stores the same verdict once, in one batch and over batches", async () => {
      const store = await newStore();
      const [first, second] = [aVerdict(), aVerdict({ externalId: null })];
      const outcomes = await store.recordVerdicts(aBatch([first, first, second]));
      expect(outcomes.map((one) => one.outcome)).toEqual(["stored", "duplicate", "stored"]);
      const again = await store.recordVerdicts(aBatch([second, first]));
      expect(again.map((one) => one.outcome)).toEqual(["duplicate", "duplicate"]);
      expect(await store.listMonthCounts({})).toMatchObject([{ count: 2 }]);
    });

    it.each([
      ["word", { word: "FAIL", rawWord: "FAIL" }],
      ["instant", { at: midMay + 1 }],
      ["reference", { artifact: { kind: "ref", ref: "https://example.org/other" } }],
      ["artifact", { artifact: { kind: "snapshot", sha256: sha256("other") } }],
    ] as const)("refuses a known id with another %s, and the first stays", async (_what, changes) => {
      const store = await newStore();
      const first = aVerdict();
      await store.recordVerdicts(aBatch([first]));
      const key = verdictKey("default", first);
      expect(await store.recordVerdicts(aBatch([aVerdict(changes)], ["other"]))).toEqual([
        { outcome: "rejected", key, because: "conflict" },
      ]);
      expect((await store.readVerdict(key))?.verdict).toMatchObject({
        word: "PASS",
        at: midMay,
        artifact: first.artifact,
      });
      expect(await store.readArtifact(sha256("other"))).toBeNull();
      expect(await store.listMonthCounts({})).toMatchObject([{ count: 1, word: "PASS" }]);
    });

    it("takes a known verdict whose artifact is gone for the same one", async () => {
      const store = await newStore();
      const snapshot = aVerdict({ artifact: { kind: "snapshot", sha256: sha256("text") } });
      await store.recordVerdicts(aBatch([snapshot], ["text"]));
      const gone = aVerdict({ artifact: { kind: "none", because: "changed-since" } });
      expect(await store.recordVerdicts(aBatch([gone]))).toMatchObject([{ outcome: "duplicate" }]);
    });

    it("stores a snapshot once and gives back its bytes", async () => {
      const store = await newStore();
      const long = "A paragraph that a critic has seen. ".repeat(200);
      const both = [long, "short"].map((text, index) =>
        aVerdict({ externalId: `${index}`, artifact: { kind: "snapshot", sha256: sha256(text) } }),
      );
      await store.recordVerdicts(aBatch(both, [long, "short"]));
      expect(Buffer.from((await store.readArtifact(sha256(long))) ?? []).toString()).toBe(long);
      expect(Buffer.from((await store.readArtifact(sha256("short"))) ?? []).toString()).toBe("short");
      expect(await store.readArtifact(sha256("unknown"))).toBeNull();
      // Known content need not be handed in again.
      const later = aVerdict({ externalId: "3", artifact: { kind: "snapshot", sha256: sha256("short") } });
      expect(await store.recordVerdicts(aBatch([later]))).toMatchObject([{ outcome: "stored" }]);
    });

    it("has nothing to pack where the store has compressed by itself, nor where there is nothing", async () => {
      const store = await newStore();
      expect(await store.packArtifacts(10)).toEqual({ packed: 0, more: false });
      const long = "A paragraph that a critic has seen. ".repeat(200);
      const verdict = aVerdict({ artifact: { kind: "snapshot", sha256: sha256(long) } });
      await store.recordVerdicts(aBatch([verdict], [long]));
      expect(await store.packArtifacts(10)).toEqual({ packed: 0, more: false });
      expect(Buffer.from((await store.readArtifact(sha256(long))) ?? []).toString()).toBe(long);
    });

    it("stores nothing of a batch that names a snapshot without content", async () => {
      const store = await newStore();
      const bad = aVerdict({ externalId: "x", artifact: { kind: "snapshot", sha256: sha256("missing") } });
      const batch = {
        ...aBatch([aVerdict(), bad]),
        logPosition: { axis: "a", path: "/l", inode: "1:2", offset: 3, line: 1, tail: "" },
      };
      await expect(store.recordVerdicts(batch)).rejects.toMatchObject({ code: "input" });
      expect(await store.readVerdict(verdictKey("default", aVerdict()))).toBeNull();
      expect(await store.listMonthCounts({})).toEqual([]);
      expect(await store.readLogPosition("a", "/l")).toBeNull();
    });

    it("puts an instant into the month of the zone, half-open", async () => {
      const store = await newStore();
      // Midnight of 1 June in New York is 04:00 UTC.
      const june = Date.UTC(2026, 5, 1, 4);
      const all = [june - 1, june].map((at) => aVerdict({ externalId: `${at}`, at }));
      await store.recordVerdicts(aBatch(all));
      const counts = await store.listMonthCounts({});
      expect(counts.map(({ period, firstAt }) => [period, firstAt])).toEqual([
        ["2026-05", june - 1],
        ["2026-06", june],
      ]);
    });

    it("has a month for every instant of 2015 to 2100, and none before", async () => {
      const store = await newStore();
      const ends = [Date.UTC(2015, 0, 1), Date.UTC(2101, 0, 1) - 1];
      await store.recordVerdicts(aBatch(ends.map((at) => aVerdict({ externalId: `${at}`, at }))));
      expect((await store.listMonthCounts({})).map(({ period }) => period)).toEqual(["2014-12", "2100-12"]);
      const early = aVerdict({ externalId: "early", at: Date.UTC(2014, 10, 30) });
      await expect(store.recordVerdicts(aBatch([early]))).rejects.toMatchObject({ code: "input" });
    });

    it("lists verdicts of a word in the order of their instants, whatever their epoch", async () => {
      const store = await newStore();
      const error = { word: "ERROR", errorKind: "refused" } as const;
      await store.recordVerdicts(
        aBatch([
          aVerdict({ ...error, externalId: "late", at: midMay + 2 }),
          aVerdict({ ...error, externalId: "early", at: midMay + 1, epoch: sha256("other") }),
          aVerdict({ ...error, externalId: "june", at: Date.UTC(2026, 5, 2) }),
          aVerdict({ ...error, externalId: "elsewhere", axis: "verify-vault-write" }),
          aVerdict({ externalId: "pass" }),
        ]),
      );
      const found = await store.listVerdicts({ axis: "verify-dispatch", period: "2026-05", word: "ERROR" });
      expect(found.map(({ verdict }) => verdict.externalId)).toEqual(["early", "late"]);
    });

    it("keeps how far a log was read, and refused rows once", async () => {
      const store = await newStore();
      const logPosition = { axis: "a", path: "/log", inode: "1:2", offset: 10, line: 1, tail: sha256("t") };
      const row = { axis: null, file: "/log", line: 2, reason: "bad json", raw: "{", seenAt: 5 };
      await store.recordVerdicts({ ...aBatch([]), logPosition, rejects: [row] });
      const further = { ...logPosition, offset: 20, line: 3, inode: "1:3" };
      const other = { ...row, line: 3 };
      await store.recordVerdicts({
        ...aBatch([]),
        logPosition: further,
        rejects: [{ ...row, seenAt: 6 }, other],
      });
      expect(await store.readLogPosition("a", "/log")).toEqual(further);
      expect(await store.readLogPosition("b", "/log")).toBeNull();
      expect(await store.listRejects()).toEqual([row, other]);
    });
  });
}

/** One verdict, and then the end, or a reading that fails. */
function* oneThen(fails: boolean): VerdictReading {
  yield { verdict: aVerdict(), content: null };
  if (fails) throw new Error("the file cannot be read on");
  return { rejects: [] };
}
