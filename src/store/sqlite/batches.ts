import { and, eq, gte, lt, max, sql } from "drizzle-orm";
import { type AskedBatch, firstAskedBatch } from "../../core/cycle.ts";
import type { AskedItemBatch, ItemBatch } from "../store.ts";
import { insertEffects } from "./effects.ts";
import { insertItem } from "./items.ts";
import { gradesMark } from "./observations.ts";
import { listCycles } from "./read-cycles.ts";
import { askedBatch, cycle, item } from "./schema.ts";
import { type ReadSession, selector, when } from "./select.ts";
import { compareTexts, type Session, writeAtOnce } from "./session.ts";

export function addBatch(session: Session, batch: ItemBatch): "added" | "changed" | "not-open" {
  return writeAtOnce(session, () => {
    const { workspace } = session;
    const { axis, period } = batch;
    if (listCycles(session, { axis, period, state: "open" }).length === 0) return "not-open";
    const { mark } = session.orm.get<{ mark: number }>(sql`SELECT ${gradesMark(session, axis)} AS mark`);
    if (mark !== batch.gradesMark || lastBatch(session, batch) !== batch.batch - 1) return "changed";
    for (const one of batch.items) {
      insertItem(session, { ...one, axis, period, batch: batch.batch }, batch.addedAt);
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

/** The highest batch that a cycle drew by itself; 1 where it drew none. */
function lastBatch(session: Session, { axis, period }: Pick<ItemBatch, "axis" | "period">): number {
  const row = session.orm
    .select({ last: max(item.batch) })
    .from(item)
    .where(
      and(
        eq(item.workspace, session.workspace),
        eq(item.axis, axis),
        eq(item.period, period),
        lt(item.batch, firstAskedBatch),
      ),
    )
    .get();
  return row?.last ?? 1;
}

/** Stores a batch that a person asked for. The month that it was drawn from is left as it is, open or closed. */
export function askBatch(session: Session, asked: AskedItemBatch): "added" | "changed" {
  return writeAtOnce(session, () => {
    const { workspace } = session;
    const { items, ...batch } = asked;
    const { axis, period } = batch;
    const row = session.orm
      .select({ last: max(askedBatch.batch) })
      .from(askedBatch)
      .where(
        and(
          eq(askedBatch.workspace, workspace),
          eq(askedBatch.axis, axis),
          eq(askedBatch.period, period),
          gte(askedBatch.batch, firstAskedBatch),
        ),
      )
      .get();
    if (batch.batch !== (row?.last ?? firstAskedBatch - 1) + 1) return "changed";
    session.orm
      .insert(askedBatch)
      .values({ ...batch, workspace })
      .run();
    for (const one of items) {
      insertItem(session, { ...one, axis, period, batch: batch.batch }, batch.askedAt);
    }
    return "added";
  });
}

const selectBatches = selector<AskedBatch>(
  "SELECT axis, period, batch, asked_at AS askedAt, queue, pass, fail FROM asked_batch",
);

/** Ascending by instant, then axis, period and number. */
export function listAskedBatches(
  session: ReadSession,
  filter: { readonly axis?: string } = {},
): readonly AskedBatch[] {
  return selectBatches(session, [["workspace = ?", session.workspace], when(filter.axis, "axis = ?")]).sort(
    (a, b) =>
      a.askedAt - b.askedAt ||
      compareTexts(a.axis, b.axis) ||
      compareTexts(a.period, b.period) ||
      a.batch - b.batch,
  );
}
