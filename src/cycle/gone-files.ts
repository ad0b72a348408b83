import { daysToGrade } from "../core/cycle.ts";
import type { PendingStep } from "../core/run-summary.ts";
import type { CycleContext } from "./context.ts";

/** So long a file may be gone before its axis counts as ended: as long as a month waits for its grades. */
const heldMs = daysToGrade * 86_400_000;

type Context = Pick<CycleContext, "store" | "axisFaults" | "readAxes" | "now">;

/**
 * The axes that had a file at an earlier run, but for those whose file has been gone for too long. What is final (a month
 * that is skipped, a decision without a file) must not rest on a file that a sync client holds back for a minute.
 */
export async function axesOnceFiled(context: Context): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  for (const name of await axesWithMonths(context)) {
    if ((await context.store.readSetting(`status/${name}`)) === null) continue;
    const since = await goneSince(context, name);
    if (since === null || context.now() - since < heldMs) names.add(name);
  }
  return names;
}

/**
 * Remembers since when the file of an axis is gone, and forgets it where the file is back. While some file or folder cannot be
 * read nobody knows whether it is gone: the time begins anew.
 */
export async function noteGoneFiles(context: Context): Promise<void> {
  const isUnknown = context.axisFaults().length > 0;
  const files = new Set(context.readAxes().map(({ name }) => name));
  for (const name of await axesWithMonths(context)) {
    const since = await goneSince(context, name);
    const isGone = !isUnknown && !files.has(name);
    if (isGone === (since !== null)) continue;
    await context.store.writeSetting(`gone/${name}`, since === null ? String(context.now()) : "");
  }
}

/** The files that are gone, as steps that wait. */
export function goneSteps(
  context: Pick<CycleContext, "readAxes">,
  onceFiled: ReadonlySet<string>,
): readonly PendingStep[] {
  const files = new Set(context.readAxes().map(({ name }) => name));
  return [...onceFiled]
    .filter((name) => !files.has(name))
    .map((axis) => ({
      kind: "axis-file",
      period: null,
      axis,
      because: `the axis file of ${axis} is not there any more: its months are neither opened nor decided`,
      hint: `Put it back, and run again. Where it is meant to be gone, nothing is to be done: after ${daysToGrade} days the axis counts as ended.`,
    }));
}

async function goneSince({ store }: Context, name: string): Promise<number | null> {
  const written = (await store.readSetting(`gone/${name}`)) ?? "";
  return written === "" ? null : Number(written);
}

async function axesWithMonths({ store }: Context): Promise<ReadonlySet<string>> {
  const months = [...(await store.listCycles()), ...(await store.listMonthCounts({}))];
  return new Set(months.map(({ axis }) => axis));
}
