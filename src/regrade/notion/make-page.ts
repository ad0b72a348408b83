import type { CreatePageParameters } from "@notionhq/client";
import type { NotionPage } from "./answers.ts";
import { isFailure, NotionFailure } from "./failure.ts";
import type { Journal } from "./journal.ts";
import type { NotionTiming } from "./memory.ts";
import type { NotionRequests, QueryFilter } from "./requests.ts";

/** A page that is to exist once, and how it is told from all others. */
export interface PageToMake {
  /** Under which it is remembered. */
  readonly key: string;
  readonly dataSourceId: string;
  /** Fits this page and none else. */
  readonly filter: QueryFilter;
  readonly request: CreatePageParameters;
  /** Looks for it even where nothing is remembered: after the database was restored from a backup. */
  readonly lookFirst: boolean;
}

export interface PageMeans {
  readonly requests: NotionRequests;
  readonly journal: Journal;
  readonly timing: NotionTiming;
}

/**
 * When a page that may have been made is looked for, in seconds after the request: the index runs behind. The last
 * look is into the trash, where the founder may have put it meanwhile.
 */
const looksAt = [2, 6, 14, 30, 62, 122] as const;
const mostTries = 3;

/**
 * Makes a page, once. Notion has neither unique keys nor idempotent requests: so what was sent is remembered before it
 * is sent, and where the answer does not say whether it happened the page is looked for by its key, again and again,
 * before another one is made. Throws NotionFailure; what it was is then settled by the next call.
 */
export async function makePageOnce(
  means: PageMeans,
  page: PageToMake,
): Promise<{ readonly id: string; readonly url: string }> {
  const { journal, requests, timing } = means;
  for (let tries = 0; ; tries += 1) {
    const entry = await journal.read(page.key);
    if (entry?.state === "made") return entry;
    if (entry?.state === "sent") {
      const found = await settle(means, page, entry);
      if (found !== null) return remember(journal, page.key, found);
      if (tries >= mostTries)
        throw new NotionFailure("unavailable", "Notion does not say whether pages are made");
    }
    if (entry === null && page.lookFirst) {
      const found = oldest(await requests.query(page.dataSourceId, page.filter));
      if (found !== null) return remember(journal, page.key, found);
    }
    await journal.write(page.key, { state: "sent", at: timing.now(), looks: 0 });
    try {
      return await remember(journal, page.key, await requests.createPage(page.request));
    } catch (error) {
      if (isFailure(error, "unclear")) continue;
      // Every other failure says that nothing was made.
      if (isFailure(error)) await journal.write(page.key, null);
      throw error;
    }
  }
}

async function remember(
  journal: Journal,
  key: string,
  { id, url }: NotionPage,
): Promise<{ readonly id: string; readonly url: string }> {
  await journal.write(key, { state: "made", id, url });
  return { id, url };
}

/** Looks for a page that may have been made, until it must be in the index if it was; null where it was not. */
async function settle(
  { journal, requests, timing }: PageMeans,
  page: PageToMake,
  sent: { readonly at: number; readonly looks: number },
): Promise<NotionPage | null> {
  const last = looksAt.length - 1;
  for (let looks = sent.looks; looks <= last; looks += 1) {
    const since = timing.now() - sent.at;
    // After a long absence one look into the index and one into the trash are enough.
    if (looks < last - 1 && since >= dueAt(looks + 1)) continue;
    // What was sent in the future was sent before the clock was set back.
    if (since >= 0 && since < dueAt(looks)) await timing.wait(dueAt(looks) - since);
    await journal.write(page.key, { state: "sent", at: sent.at, looks: looks + 1 });
    try {
      const found = oldest(await requests.query(page.dataSourceId, page.filter, { inTrash: looks === last }));
      if (found !== null) return found;
    } catch (error) {
      // A look that saw nothing was none.
      await journal.write(page.key, { state: "sent", at: sent.at, looks });
      throw error;
    }
  }
  return null;
}

function dueAt(look: number): number {
  return (looksAt[look] ?? 0) * 1000;
}

/** The page made first, where there are several already. */
function oldest(pages: readonly NotionPage[]): NotionPage | null {
  return pages.toSorted((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1))[0] ?? null;
}
