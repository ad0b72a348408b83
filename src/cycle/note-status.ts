import type { CycleContext } from "./context.ts";

/**
 * Notices status words that a person changed in an axis file, and records each once.
 * Such a change restarts nothing; only `axis assist` and `axis graduate` do.
 */
export async function noteStatusChanges(context: CycleContext): Promise<void> {
  const { store } = context;
  const unfinished = await store.listEffects({ unfinished: true });
  for (const axis of context.readAxes()) {
    // Our own edit of this file is still to come: what stands there now is not news.
    if (unfinished.some(({ payload }) => payload.kind === "axis-file" && payload.axis === axis.name))
      continue;
    const last = (await store.listStatusChanges({ axis: axis.name })).at(-1)?.to ?? null;
    const first = await store.writeSetting(`status/${axis.name}`, axis.status, { onlyIfAbsent: true });
    const known = last ?? first;
    if (known === axis.status) continue;
    await store.recordStatusChange(
      {
        axis: axis.name,
        at: context.now(),
        from: known,
        to: axis.status,
        by: "by hand",
        reason: "changed in the axis file",
        period: null,
      },
      [],
    );
  }
}
