import type { Axis } from "../core/axis.ts";
import type { Month } from "../core/cycle.ts";
import type { GoldItem, GoldRun } from "../core/gold-record.ts";
import { isRetired } from "../core/gold-set.ts";
import { epochOf } from "../core/rubric.ts";
import { orderKeyOf } from "../core/sampling.ts";
import type { CycleContext } from "./context.ts";

/** At least so many items are judged twice in a run, where there are so many, and at least this share. */
const fewestRepeats = 10;
const repeatShare = 0.1;

/** The run to go on with, or a new one; null where there is no gold to run. */
export async function openGoldRun(
  context: CycleContext,
  axis: Axis,
  request: {
    readonly period: Month;
    readonly trigger: GoldRun["trigger"];
    readonly rubric: string;
    readonly earlier: readonly GoldRun[];
  },
): Promise<GoldRun | null> {
  const { store } = context;
  const { earlier, period, rubric, trigger } = request;
  const last = earlier.at(-1);
  if (last !== undefined && last.state !== "done") {
    // Under another rubric it would be another question: half a run of each would tell nothing.
    if (last.rubric === rubric) return last;
    await store.finishGoldRun({ id: last.id, state: "stopped", at: context.now(), because: "superseded" });
  }
  const items = await goldItemsOf(context, axis.name, Number.POSITIVE_INFINITY);
  if (items.length === 0) return null;
  // A clock that was set back may date the run before what it judges.
  const startedAt = Math.max(context.now(), ...items.map(({ admittedAt }) => admittedAt));
  const repeats = Math.min(items.length, Math.max(fewestRepeats, Math.ceil(repeatShare * items.length)));
  const model = axis.model ?? axis.critic?.model ?? "none";
  const run: GoldRun = {
    id: `gold/${period}/${axis.name}/${earlier.length + 1}`,
    axis: axis.name,
    period,
    trigger,
    state: "running",
    because: null,
    rubric,
    epoch: epochOf({ rubric, model, settings: axis.settings }),
    planned: items.length + repeats,
    repeats,
    startedAt,
    finishedAt: null,
  };
  await store.openGoldRun(run);
  context.step("gold: run opened");
  return run;
}

/** What a run judges, in an order that tells nothing of label, split or age: those that were gold when it began. */
export async function goldItemsOf(
  { store }: Pick<CycleContext, "store">,
  axis: string,
  startedAt: number,
): Promise<readonly GoldItem[]> {
  const salt = await store.readSalt();
  const items = (await store.listGold({ axis })).filter(
    (item) => !isRetired(item) && item.admittedAt <= startedAt,
  );
  const place = (item: GoldItem): number => orderKeyOf(salt, `gold/${item.id}`);
  return items.toSorted((a, b) => place(a) - place(b));
}
