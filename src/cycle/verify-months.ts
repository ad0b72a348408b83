import type { Item } from "../core/cycle.ts";
import { groupBy } from "../core/group-by.ts";
import { recompute } from "../core/recompute.ts";
import type { VerifiedMonth, VerifyFinding, VerifyReport } from "../core/verify-report.ts";
import { policyOf, readAxisRecord } from "./axis-record.ts";
import type { CycleContext } from "./context.ts";
import { orDamage } from "./or-damage.ts";
import { sampleProblems } from "./verify-sample.ts";

const restore =
  "Something other than this program changed the database, or it is damaged: keep it as it is, and look at the newest backup.";

/**
 * Decides every closed month again from the records, checks what can be recomputed of its sample, and reads the artifacts that
 * were shown. Reads only. A month that reads otherwise by the grades of now, or has other figures, is told and is no failure: its decision was
 * right by what was known then.
 */
export async function verifyMonths(context: CycleContext): Promise<VerifyReport> {
  const { store } = context;
  const findings: VerifyFinding[] = (await store.inspect({ quickCheck: true })).map((finding) => ({
    ...finding,
  }));
  const files = context.readAxes();
  const cycles = await store.listCycles();
  const names = [...new Set(cycles.map(({ axis }) => axis))].toSorted();
  const months: VerifiedMonth[] = [];
  const artifacts = new Set<string>();
  let items = 0;
  for (const name of names) {
    const file = files.find((one) => one.name === name) ?? null;
    const reading = await orDamage(() => readAxisRecord(context, name));
    if (reading.kind === "damaged") {
      findings.push(damage(`records of ${name}`, [reading.because]));
      continue;
    }
    const { record } = reading.value;
    items += record.items.length;
    const options = { workspace: context.workspace, policy: policyOf(context, file) };
    for (const decision of record.decisions) {
      const result = recompute(record, decision, options);
      months.push({
        ...result,
        axis: name,
        period: decision.period,
        closedAt: new Date(decision.at).toISOString(),
        mode: decision.mode,
        ok: result.differences.length === 0,
      });
    }
    const problems: string[] = [];
    const itemsOf = groupBy(record.items, ({ period }) => period);
    for (const cycle of record.cycles) {
      const own = itemsOf.get(cycle.period) ?? [];
      problems.push(...(await sampleProblems(context, cycle, own, file?.acceptRef ?? false)));
    }
    findings.push(checkOf(`samples of ${name}`, problems, "they are the first in the order of sampling"));
    const shown = snapshotsOf(record.items).filter((sha256) => !artifacts.has(sha256));
    findings.push(await artifactsOf(context, name, shown));
    for (const sha256 of shown) artifacts.add(sha256);
  }
  return {
    ok: months.every((month) => month.ok) && findings.every((finding) => finding.ok),
    checked: { axes: names.length, decisions: months.length, items, artifacts: artifacts.size },
    months,
    findings,
  };
}

function snapshotsOf(items: readonly Item[]): readonly string[] {
  return [
    ...new Set(items.flatMap(({ artifact }) => (artifact.kind === "snapshot" ? [artifact.sha256] : []))),
  ];
}

/** Whether the bytes that the founder was shown are still those that were stored. */
async function artifactsOf(
  { store }: Pick<CycleContext, "store">,
  axis: string,
  shown: readonly string[],
): Promise<VerifyFinding> {
  const problems: string[] = [];
  for (const sha256 of shown) {
    const reading = await orDamage(() => store.readArtifact(sha256));
    if (reading.kind === "damaged") problems.push(reading.because);
    else if (reading.value === null) problems.push(`the artifact ${sha256} is not there`);
  }
  return checkOf(`artifacts of ${axis}`, problems, "what was shown has the bytes that were stored");
}

function checkOf(name: string, problems: readonly string[], good: string): VerifyFinding {
  return problems.length === 0 ? { name, ok: true, message: good, fix: null } : damage(name, problems);
}

const problemsShown = 5;

function damage(name: string, problems: readonly string[]): VerifyFinding {
  const more = problems.length > problemsShown ? `; and ${problems.length - problemsShown} more` : "";
  return { name, ok: false, message: `${problems.slice(0, problemsShown).join("; ")}${more}`, fix: restore };
}
