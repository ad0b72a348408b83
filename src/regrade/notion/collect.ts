import type { GradeObservation } from "../../core/cycle.ts";
import type { CollectOutcome, QueuedItem, Question } from "../queue.ts";
import type { NotionPage } from "./answers.ts";
import { isFailure, NotionFailure } from "./failure.ts";
import type { PageMeans } from "./make-page.ts";
import type { NotionPlace } from "./place.ts";
import { probeItems } from "./probe.ts";
import { keyOf } from "./publish.ts";
import { readGrade } from "./read-grade.ts";

/**
 * Reads the pages of the items one by one by their ids: an index that lags, filters of views, renamed columns and the
 * archive make no difference to that. What was seen before something failed is not lost.
 */
export async function collectItems(
  means: PageMeans,
  place: NotionPlace,
  items: readonly QueuedItem[],
  now: number,
): Promise<CollectOutcome> {
  const { requests } = means;
  await probeItems(requests, place);
  const observations: GradeObservation[] = [];
  const withdrawn: { ref: string; because: string }[] = [];
  const questions: Question[] = [];
  try {
    for (const item of items) {
      const pageId = await pageIdOf(means, item);
      // An item without a page was never brought to this queue.
      if (pageId === null) continue;
      const page = await pageOrNull(means, pageId);
      const because =
        page === null ? "the page was deleted, or moved out of reach" : goneBecause(page, place);
      if (page === null || because !== null) {
        withdrawn.push({ ref: item.ref, because: because ?? "" });
        continue;
      }
      const read = readGrade(page, place, item.ref, now);
      if (read.kind === "answer") observations.push(read.observation);
      if (read.kind === "unknown-option") questions.push(unknownOption(page, item.ref, read.name, place));
    }
    // A database that was unshared or thrown away meanwhile makes every page look so.
    if (withdrawn.length > 0) await confirmPlace(means, place);
  } catch (error) {
    if (!(error instanceof NotionFailure)) throw error;
    const hint = error.hint ?? "The next run tries again.";
    return { status: "unreachable", because: error.message, hint, observations };
  }
  return { status: "ok", observations, withdrawn, questions };
}

async function confirmPlace({ requests }: PageMeans, place: NotionPlace): Promise<void> {
  await probeItems(requests, place);
  const database = await requests.database(place.databaseId);
  if (!database.inTrash) return;
  throw new NotionFailure("missing", `the database “${database.title}” is in Notion's trash`, {
    hint: "Open Trash at the bottom of Notion's sidebar and restore it.",
  });
}

/** The page that stands for an item: the sweep may have settled on another than the one first made. */
async function pageIdOf({ journal }: PageMeans, item: QueuedItem): Promise<string | null> {
  const entry = await journal.read(keyOf(item.ref));
  return entry?.state === "made" ? entry.id : item.externalId;
}

async function pageOrNull({ requests }: PageMeans, id: string): Promise<NotionPage | null> {
  try {
    return await requests.page(id);
  } catch (error) {
    if (isFailure(error, "missing")) return null;
    throw error;
  }
}

function goneBecause(page: NotionPage, place: NotionPlace): string | null {
  if (page.inTrash) return "the page is in the trash";
  return page.dataSourceId === place.items.dataSourceId ? null : "the page was moved out of the database";
}

export function unknownOption(page: NotionPage, ref: string, name: string, place: NotionPlace): Question {
  return {
    ref,
    because: `the Grade of ${page.url} says “${name}”, which is none of the three answers`,
    hint: `Open it in “${place.databaseName}” and choose PASS, FAIL or Can't tell.`,
  };
}
