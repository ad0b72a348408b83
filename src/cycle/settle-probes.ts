import { gradeItems } from "../core/evidence.ts";
import { type Probe, type ProbeMove, settledState } from "../core/probe.ts";
import type { AnsweredProbe } from "../reports/probe-words.ts";
import type { AxisRecord, GradedItem } from "../core/evidence.ts";
import type { CycleContext } from "./context.ts";

/**
 * Moves the probes of closed months on by what the founder said of them: confirmed, refuted, to be asked once more, or given
 * up. Grades that came late or were changed count, too. Doing it again changes nothing.
 */
export async function settleProbes(context: CycleContext): Promise<void> {
  const { store } = context;
  const asked = (await store.listProbes()).filter(({ itemRef }) => itemRef !== null);
  const at = context.now();
  const moves: ProbeMove[] = [];
  for (const axis of new Set(asked.map((probe) => probe.axis))) {
    const closed = new Set((await store.listCycles({ axis, state: "closed" })).map(({ period }) => period));
    const items = (await store.listItems({ axis })).filter(
      ({ kind, period }) => kind === "probe" && closed.has(period),
    );
    if (items.length === 0) continue;
    const { observations } = await store.listGrades({ axis });
    const graded = gradeItems(items, observations, Number.POSITIVE_INFINITY);
    for (const probe of asked.filter((one) => one.axis === axis)) {
      const move = moveOf(probe, graded, at);
      if (move !== null) moves.push(move);
    }
  }
  if (moves.length > 0) await store.moveProbes(moves);
}

function moveOf(probe: Probe, graded: readonly GradedItem[], at: number): ProbeMove | null {
  const own = graded.find(({ item }) => item.ref === probe.itemRef);
  if (own === undefined) return null;
  const to = settledState(own.grade, probe.asked, own.item.state === "withdrawn");
  const isAnswer = to === "confirmed" || to === "refuted";
  // What was given up, or waits to be asked again, is moved by an answer only.
  if (to === probe.state || (probe.state !== "queued" && !isAnswer)) return null;
  return { id: probe.id, from: [probe.state], to, at };
}

/**
 * The probes that a closed month asked, with the founder's answers, in the order shown. One without an answer is left out: it
 * may be asked again, and is as blind as before.
 */
export async function answeredProbes(
  context: Pick<CycleContext, "store">,
  record: Pick<AxisRecord, "axis" | "items" | "observations">,
  period: string,
): Promise<readonly AnsweredProbe[]> {
  const items = record.items.filter((item) => item.kind === "probe" && item.period === period);
  if (items.length === 0) return [];
  const probes = await context.store.listProbes({ ids: items.map(({ verdictKey }) => verdictKey) });
  return gradeItems(items, record.observations, Number.POSITIVE_INFINITY).flatMap(({ grade, item }) => {
    const probe = probes.find(({ id }) => id === item.verdictKey);
    if (probe === undefined || grade === null) return [];
    return [{ probe, grade, ref: item.ref, title: item.title }];
  });
}
