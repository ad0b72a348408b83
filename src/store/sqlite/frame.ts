import { createHash } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import type { Month, MonthCount } from "../../core/cycle.ts";
import type { DrawnVerdict, SampleDraw, Store } from "../store.ts";
import { prepared, preparedFor } from "./prepared.ts";
import { monthCount } from "./schema.ts";
import { compareTexts, readAtOnce, type Session } from "./session.ts";

/*
 * Raw SQL on the index verdict_sample: what makes drawing n of ten million take as long as of ten thousand is that
 * the index alone answers, in the order of the sampling keys. INDEXED BY turns a plan that would not use it into an error.
 */

/** Columns of the index only; `%` stands for what is wanted of each verdict of one stratum of the frame. */
const stratum = (wanted: string): string => `SELECT ${wanted} FROM verdict INDEXED BY verdict_sample
  WHERE workspace = ? AND axis = ? AND period = ?
    AND epoch_id = (SELECT id FROM epoch WHERE workspace = ? AND fingerprint = ?)
    AND word = ? AND artifact_kind IN ('snapshot', ?) AND seq <= ?`;

/** The n smallest sampling keys of a stratum, after skipping some. */
export const drawQuery = `${stratum("seq")} ORDER BY skey LIMIT ? OFFSET ?`;

/** The sampling keys of a stratum in ascending order. */
export const frameQuery = `${stratum("skey")} ORDER BY skey`;

/** The verdicts of a stratum with the lowest scores, or the highest costs. */
export const riskQuery = {
  byScore: `${stratum("seq")} AND score IS NOT NULL ORDER BY score, skey LIMIT ?`,
  byCost: `${stratum("seq")} AND cost_usd IS NOT NULL ORDER BY cost_usd DESC, skey LIMIT ?`,
} as const;

const verdictQuery = `SELECT key, skey, word, artifact_kind AS kind, artifact_hash AS hash, artifact_text AS text,
  score, cost_usd AS costUsd FROM verdict WHERE seq = ?`;

const queries = prepared(({ connection }) => ({
  draw: connection.prepare<unknown[], number>(drawQuery).pluck(),
  frame: connection.prepare<unknown[], number>(frameQuery).pluck(),
  byScore: connection.prepare<unknown[], number>(riskQuery.byScore).pluck(),
  byCost: connection.prepare<unknown[], number>(riskQuery.byCost).pluck(),
  verdict: connection.prepare<[number], DrawnRow>(verdictQuery),
}));

type FrameDraw = Omit<SampleDraw, "word" | "n" | "skip">;

export function drawSample(session: Session, draw: SampleDraw): readonly DrawnVerdict[] {
  return readAtOnce(session, () => {
    const seqs = queries(session).draw.all(...stratumOf(session, draw, draw.word), draw.n, draw.skip);
    return readDrawn(session, seqs);
  });
}

export function listRiskCandidates(
  session: Session,
  draw: FrameDraw & { readonly limit: number },
): { readonly byScore: readonly DrawnVerdict[]; readonly byCost: readonly DrawnVerdict[] } {
  return readAtOnce(session, () => {
    const candidates = (find: ReturnType<typeof queries>["byScore"]): readonly DrawnVerdict[] => {
      const ofWord = (word: "PASS" | "FAIL"): readonly number[] =>
        find.all(...stratumOf(session, draw, word), draw.limit);
      return readDrawn(session, [...ofWord("PASS"), ...ofWord("FAIL")]);
    };
    const byScore = [...candidates(queries(session).byScore)].sort(
      (a, b) => (a.score ?? 0) - (b.score ?? 0) || a.skey - b.skey,
    );
    const byCost = [...candidates(queries(session).byCost)].sort(
      (a, b) => (b.costUsd ?? 0) - (a.costUsd ?? 0) || a.skey - b.skey,
    );
    return { byScore: byScore.slice(0, draw.limit), byCost: byCost.slice(0, draw.limit) };
  });
}

/** SHA-256 over the words PASS and FAIL, each followed by the sampling keys of its stratum, 8 bytes each, big-endian. */
export function hashFrame(session: Session, draw: FrameDraw): string {
  return readAtOnce(session, () => {
    const hash = createHash("sha256");
    for (const word of ["PASS", "FAIL"] as const) {
      const skeys = queries(session).frame.all(...stratumOf(session, draw, word));
      const bytes = Buffer.alloc(8 * skeys.length);
      for (const [index, skey] of skeys.entries()) {
        // In two halves: a key has 52 bits, and a BigInt for each would cost more than the hash.
        bytes.writeUInt32BE(Math.floor(skey / 2 ** 32), 8 * index);
        bytes.writeUInt32BE(skey % 2 ** 32, 8 * index + 4);
      }
      hash.update(word).update(bytes);
    }
    return hash.digest("hex");
  });
}

function stratumOf(session: Session, draw: FrameDraw, word: "PASS" | "FAIL"): readonly unknown[] {
  const { workspace } = session;
  // Naming a kind twice is how a fixed statement leaves references out.
  const second = draw.acceptRef ? "ref" : "snapshot";
  return [workspace, draw.axis, draw.period, workspace, draw.epoch, word, second, draw.watermark];
}

interface DrawnRow {
  readonly key: Buffer;
  readonly skey: number;
  readonly word: "PASS" | "FAIL";
  readonly kind: "snapshot" | "ref";
  readonly hash: Buffer | null;
  readonly text: string | null;
  readonly score: number | null;
  readonly costUsd: number | null;
}

function readDrawn(session: Session, seqs: readonly number[]): readonly DrawnVerdict[] {
  const read = queries(session).verdict;
  return seqs.flatMap((seq): readonly DrawnVerdict[] => {
    const row = read.get(seq);
    if (row === undefined) return [];
    const { skey, word, score, costUsd } = row;
    return [
      {
        key: row.key.toString("hex"),
        skey,
        word,
        artifact:
          row.kind === "snapshot"
            ? { kind: "snapshot", sha256: row.hash?.toString("hex") ?? "" }
            : { kind: "ref", ref: row.text ?? "" },
        score,
        costUsd,
      },
    ];
  });
}

const countsLike = preparedFor(({ connection }, given: readonly ("axis" | "period")[]) =>
  connection.prepare<[{ workspace: string; axis?: string; period?: Month }], MonthCount>(
    `SELECT axis, period, epoch, word, artifact_kind AS artifact, count, first_at AS firstAt, last_at AS lastAt,
       cost_usd AS costUsd, cost_known AS costKnown
     FROM month_count WHERE workspace = @workspace${given.map((name) => ` AND ${name} = @${name}`).join("")}`,
  ),
);

/** From the rollup: as fast for ten million verdicts as for ten. */
export function listMonthCounts(
  session: Session,
  filter: { readonly axis?: string; readonly period?: Month },
): readonly MonthCount[] {
  const rows = countsLike(session, filter).all({ workspace: session.workspace, ...filter });
  return rows.sort(
    (a, b) =>
      compareTexts(a.axis, b.axis) ||
      compareTexts(a.period, b.period) ||
      compareTexts(a.epoch, b.epoch) ||
      compareTexts(a.word, b.word) ||
      compareTexts(a.artifact, b.artifact),
  );
}

export function readMonth(session: Session, period: Month): Awaited<ReturnType<Store["readMonth"]>> {
  return readAtOnce(session, () => ({
    counts: listMonthCounts(session, { period }),
    watermark:
      session.connection.prepare<[], number>("SELECT ifnull(max(seq), 0) FROM verdict").pluck().get() ?? 0,
  }));
}
