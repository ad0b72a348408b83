import { effectiveGrade } from "../core/cycle.ts";
import { groupBy } from "../core/group-by.ts";
import {
  type ComparedDraft,
  type PanelFigures,
  panelFigures,
  wordWithout,
} from "../core/panel-comparison.ts";
import type { PanelPolicy } from "../core/panel-policy.ts";
import type { VerdictOnArtifact } from "../core/panel-record.ts";
import type { StoredPanelRun } from "../store/store.ts";
import type { CycleContext } from "./context.ts";

/** What a verdict cost on average, of those that say; null where none does. */
interface MeanOf {
  readonly mean: number | null;
  readonly known: number;
  readonly of: number;
}

export interface PanelComparison extends PanelFigures {
  readonly axis: string;
  readonly against: string;
  /** Whether the reviewer sits on the panel, so that the panel was taken without it. */
  readonly takenOut: boolean;
  /** Drafts that the founder graded twice, with two words: taken as not graded. */
  readonly contradictory: number;
  readonly tokens: { readonly panel: MeanOf; readonly reviewer: MeanOf };
  readonly costUsd: { readonly panel: MeanOf; readonly reviewer: MeanOf };
  /** Why there is nothing to compare; null where there is. */
  readonly because: "no-panel-runs" | "no-reviewer-verdicts" | "no-shared-drafts" | "no-grades" | null;
}

/**
 * Six lenses or one reviewer: which is right more often, and at what price? Of drafts that both judged, by the founder's grades
 * of either axis in closed months; an open month tells nothing. Of a run with several versions the first complete one counts.
 */
export async function comparePanel(
  context: CycleContext,
  {
    against,
    axis,
    policy,
  }: { readonly axis: string; readonly against: string; readonly policy: PanelPolicy },
): Promise<PanelComparison> {
  const { store } = context;
  const takenOut = against === policy.peer || policy.lenses.some(({ name }) => name === against);
  const runs = latestByDraft(await store.listPanelRuns({ axis }));
  const reviews = new Map<string, VerdictOnArtifact>();
  for (const verdict of await store.listVerdictsOnArtifacts(against)) reviews.set(verdict.artifact, verdict);
  const grades = await founderWords(context, [axis, against]);
  const pairs = [...runs.values()].flatMap((run) => {
    const review = reviews.get(run.artifact);
    const word = takenOut ? wordWithout(run.result, against, policy.aiRiskFrom) : panelWord(run);
    return review === undefined || word === null ? [] : [{ run, review, word }];
  });
  const drafts = pairs.map(({ review, run, word }): ComparedDraft => {
    const said = grades.get(run.artifact) ?? new Set();
    const [founder = null] = said.size === 1 ? said : [];
    return { panel: word, reviewer: review.word, founder };
  });
  const figures = panelFigures(drafts);
  const others = (run: StoredPanelRun) => run.lenses.filter(({ lens }) => !takenOut || lens !== against);
  return {
    axis,
    against,
    takenOut,
    ...figures,
    contradictory: pairs.filter(({ run }) => grades.get(run.artifact)?.size === 2).length,
    tokens: {
      panel: meanOf(pairs.map(({ run }) => sumOf(others(run).map(({ tokens }) => tokens)))),
      reviewer: meanOf(pairs.map(({ review }) => review.tokens)),
    },
    costUsd: {
      panel: meanOf(pairs.map(({ run }) => sumOf(others(run).map(({ costUsd }) => costUsd)))),
      reviewer: meanOf(pairs.map(({ review }) => review.costUsd)),
    },
    because: becauseOf(runs.size, reviews.size, figures),
  };
}

function panelWord({ verdict }: StoredPanelRun): "PASS" | "FAIL" {
  return verdict === "PUBLISH" ? "PASS" : "FAIL";
}

/** One run a draft, the latest; of one run its first complete version, whose verdict is the one that was stored. */
function latestByDraft(runs: readonly StoredPanelRun[]): ReadonlyMap<string, StoredPanelRun> {
  const byRun = new Map<string, StoredPanelRun>();
  for (const run of runs.filter(({ complete }) => complete)) {
    const known = byRun.get(run.runId);
    if (known === undefined || run.version < known.version) byRun.set(run.runId, run);
  }
  return new Map([...byRun.values()].map((run) => [run.artifact, run]));
}

/** The words that the founder gave each artifact, from the samples of closed months. */
async function founderWords(
  { now, store }: CycleContext,
  axes: readonly string[],
): Promise<ReadonlyMap<string, ReadonlySet<"PASS" | "FAIL">>> {
  const words = new Map<string, Set<"PASS" | "FAIL">>();
  const asOf = now();
  for (const axis of new Set(axes)) {
    const closed = new Set((await store.listCycles({ axis, state: "closed" })).map(({ period }) => period));
    const { observations } = await store.listGrades({ axis });
    const byRef = groupBy(observations, ({ ref }) => ref);
    for (const item of await store.listItems({ axis })) {
      // Risk items, probes and gold were not drawn by chance, and would bend what is estimated from them.
      if (!closed.has(item.period) || (item.kind !== "pass" && item.kind !== "fail")) continue;
      const grade = effectiveGrade(byRef.get(item.ref) ?? [], asOf)?.grade;
      if (item.artifact.kind !== "snapshot" || (grade !== "PASS" && grade !== "FAIL")) continue;
      const known = words.get(item.artifact.sha256) ?? new Set();
      words.set(item.artifact.sha256, known.add(grade));
    }
  }
  return words;
}

function sumOf(amounts: readonly (number | null)[]): number | null {
  const known = amounts.filter((amount) => amount !== null);
  // A lens that does not say what it used would make the panel look cheap.
  return known.length < amounts.length ? null : known.reduce((sum, amount) => sum + amount, 0);
}

function meanOf(amounts: readonly (number | null)[]): MeanOf {
  const known = amounts.filter((amount) => amount !== null);
  const mean = known.length === 0 ? null : known.reduce((sum, amount) => sum + amount, 0) / known.length;
  return { mean, known: known.length, of: amounts.length };
}

function becauseOf(
  runs: number,
  reviews: number,
  { drafts, graded }: PanelFigures,
): PanelComparison["because"] {
  if (runs === 0) return "no-panel-runs";
  if (reviews === 0) return "no-reviewer-verdicts";
  if (drafts === 0) return "no-shared-drafts";
  return graded === 0 ? "no-grades" : null;
}
