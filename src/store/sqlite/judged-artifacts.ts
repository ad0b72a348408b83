import { and, eq, inArray } from "drizzle-orm";
import type { VerdictOnArtifact } from "../../core/panel-record.ts";
import { verdict } from "./schema.ts";
import { compareTexts, type Session } from "./session.ts";

/** The verdicts on artifacts that are kept. Ascending by instant, then key. */
export function listVerdictsOnArtifacts(session: Session, axis: string): readonly VerdictOnArtifact[] {
  return session.orm
    .select({
      key: verdict.key,
      axis: verdict.axis,
      at: verdict.at,
      word: verdict.word,
      artifact: verdict.artifactHash,
      tokens: verdict.tokens,
      costUsd: verdict.costUsd,
    })
    .from(verdict)
    .where(
      and(
        eq(verdict.workspace, session.workspace),
        eq(verdict.axis, axis),
        inArray(verdict.word, ["PASS", "FAIL"]),
        eq(verdict.artifactKind, "snapshot"),
      ),
    )
    .all()
    .flatMap(({ key, word, artifact, ...row }): readonly VerdictOnArtifact[] =>
      artifact === null || word === "ERROR"
        ? []
        : [{ ...row, word, key: key.toString("hex"), artifact: artifact.toString("hex") }],
    )
    .sort((a, b) => a.at - b.at || compareTexts(a.key, b.key));
}
