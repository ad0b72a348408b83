import { and, eq, max, sql } from "drizzle-orm";
import type { ItemBatch } from "../store.ts";
import { listCycles } from "./cycles.ts";
import { insertEffects } from "./effects.ts";
import { itemRow } from "./items.ts";
import { gradesMark } from "./observations.ts";
import { cycle, item } from "./schema.ts";
import { type Session, writeAtOnce } from "./session.ts";

export function addBatch(session: Session, batch: ItemBatch): "added" | "changed" | "not-open" {
  return writeAtOnce(session, () => {
    const { workspace } = session;
    const { axis, period } = batch;
    if (listCycles(session, { axis, period, state: "open" }).length === 0) return "not-open";
    const { mark } = session.orm.get<{ mark: number }>(sql`SELECT ${gradesMark(session, axis)} AS mark`);
    if (mark !== batch.gradesMark || lastBatch(session, batch) !== batch.batch - 1) return "changed";
    for (const one of batch.items) {
      session.orm
        .insert(item)
        .values(itemRow(workspace, { ...one, axis, period, batch: batch.batch }, batch.addedAt))
        .run();
      session.step("store: batch, item");
    }
    for (const { ref, kind } of batch.adopted) {
      session.orm
        .update(item)
        .set({ kind, batch: batch.batch })
        .where(
          and(
            eq(item.workspace, workspace),
            eq(item.axis, axis),
            eq(item.period, period),
            eq(item.ref, ref),
            // Only what was outside of the sample can join it.
            eq(item.kind, "risk"),
          ),
        )
        .run();
    }
    session.step("store: batch, adopted");
    session.orm
      .update(cycle)
      .set({ minutesPlanned: batch.minutesPlanned })
      .where(and(eq(cycle.workspace, workspace), eq(cycle.axis, axis), eq(cycle.period, period)))
      .run();
    session.step("store: batch, minutes");
    insertEffects(session, batch.effects, batch.addedAt);
    session.step("store: batch, effects");
    return "added";
  });
}

/** The highest batch of a cycle; 1 where nothing was drawn. */
function lastBatch(session: Session, { axis, period }: Pick<ItemBatch, "axis" | "period">): number {
  const row = session.orm
    .select({ last: max(item.batch) })
    .from(item)
    .where(and(eq(item.workspace, session.workspace), eq(item.axis, axis), eq(item.period, period)))
    .get();
  return row?.last ?? 1;
}
