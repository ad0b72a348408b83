import type { GradeObservation } from "../../core/cycle.ts";
import type { QueuedItem, Question, SweepOutcome } from "../queue.ts";
import { type NotionPage, textOf } from "./answers.ts";
import { unknownOption } from "./collect.ts";
import { resolveDoubles } from "./doubles.ts";
import type { PageMeans } from "./make-page.ts";
import type { NotionMemory } from "./memory.ts";
import type { NotionPlace } from "./place.ts";
import { probeItems } from "./probe.ts";
import { keyOf } from "./publish.ts";
import { isUntouched, readGrade } from "./read-grade.ts";
import { sweepTasks } from "./sweep-tasks.ts";

/** How far the index may lag, minutes that are rounded down, and clocks that differ. */
const overlap = 86_400_000;
const sweptName = "swept-at";

/**
 * Lists everything that was made or edited since an instant, and since the last time that was done: what is there twice
 * is settled, and answers to items that nobody asks about any more are read.
 */
export async function sweepPages(
  means: PageMeans,
  memory: NotionMemory,
  place: NotionPlace,
  sweep: { readonly items: readonly QueuedItem[]; readonly since: number; readonly now: number },
): Promise<SweepOutcome> {
  const { items, now } = sweep;
  await probeItems(means.requests, place);
  const sweptAt = Number((await memory.read(sweptName)) ?? now);
  const since = Math.min(sweep.since, sweptAt) - overlap;
  const pages = await means.requests.query(place.items.dataSourceId, {
    timestamp: "last_edited_time",
    last_edited_time: { on_or_after: new Date(since).toISOString() },
  });
  const observations: GradeObservation[] = [];
  const questions: Question[] = [];
  const asked = new Map(items.map((item) => [item.ref, item]));
  for (const [ref, group] of byRef(pages, place)) {
    const counting = await settle(means, place, { ref, group, item: asked.get(ref) ?? null }, questions);
    // The items that are asked about are read by their ids, which does not lag.
    if (counting === null || asked.has(ref)) continue;
    const read = readGrade(counting, place, ref, now);
    if (read.kind === "answer") observations.push(read.observation);
    if (read.kind === "unknown-option") questions.push(unknownOption(counting, ref, read.name, place));
  }
  await sweepTasks(means, place, since);
  await memory.write(sweptName, String(now));
  return { status: "ok", observations, questions };
}

function byRef(pages: readonly NotionPage[], place: NotionPlace): ReadonlyMap<string, readonly NotionPage[]> {
  const groups = new Map<string, NotionPage[]>();
  for (const page of pages) {
    const ref = textOf(page, place.items.properties.ref).trim();
    // A row that the founder made himself has none.
    if (ref === "" || page.inTrash) continue;
    groups.set(ref, [...(groups.get(ref) ?? []), page]);
  }
  return groups;
}

/** The page that counts for a reference; takes away what was made twice, and asks where copies contradict. */
async function settle(
  means: PageMeans,
  place: NotionPlace,
  pages: {
    readonly ref: string;
    readonly group: readonly NotionPage[];
    readonly item: QueuedItem | null;
  },
  questions: Question[],
): Promise<NotionPage | null> {
  const { journal, requests } = means;
  const { group, item, ref } = pages;
  const entry = await journal.read(keyOf(ref));
  const believedId = entry?.state === "made" ? entry.id : (item?.externalId ?? null);
  const [only] = group;
  if (group.length === 1 && only !== undefined) return only.id === believedId || item === null ? only : null;
  const { conflict, keep, trash } = resolveDoubles(group, believedId, place);
  if (keep !== null && keep.id !== believedId && keep.createdBy === place.botId) {
    // Remembered before the other one goes, so that no crash leaves the item without a page.
    await journal.write(keyOf(ref), { state: "made", id: keep.id, url: keep.url });
  }
  for (const { id } of trash) {
    // The list may be old: he may have graded this one a moment ago.
    if (isUntouched(await requests.page(id), place)) await requests.trashPage(id);
  }
  if (conflict !== null && keep !== null) {
    questions.push({
      ref,
      because: `a copy of an item is graded otherwise than the item itself: ${conflict.url}`,
      hint: `Only ${keep.url} counts: grade that one, and delete the copy.`,
    });
  }
  return keep;
}
