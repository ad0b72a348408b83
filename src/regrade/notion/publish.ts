import type { BlindItem, PublishOutcome } from "../queue.ts";
import { isFailure, NotionFailure } from "./failure.ts";
import { type ItemPage, itemPage } from "./item-page.ts";
import { makePageOnce, type PageMeans } from "./make-page.ts";
import type { PreparedMonth } from "./prepare.ts";
import { probeItems } from "./probe.ts";

type MadePage = { readonly id: string; readonly url: string };

/**
 * Makes the page of an item with its whole text, or finds it. A text that Notion refuses is tried once more in its
 * plain form; what it refuses then concerns this item alone, unless the columns have changed. Throws NotionFailure for
 * what concerns every item.
 */
export async function publishPage(
  means: PageMeans,
  month: PreparedMonth,
  item: BlindItem,
): Promise<PublishOutcome> {
  const { ref } = item;
  const known = month.known.get(ref);
  if (known !== undefined)
    await means.journal.write(keyOf(ref), { state: "made", id: known.id, url: known.url });
  let refusal: NotionFailure | null = null;
  for (const form of ["readable", "plain"] as const) {
    const page = itemPage(item, month.place, month, form);
    try {
      const made = await makeItemPage(means, month, ref, page);
      return { ref, state: "created", externalId: made.id, url: made.url };
    } catch (error) {
      if (!isFailure(error, "refused") && !isFailure(error, "missing")) throw error;
      await explain(means, month, error);
      refusal = error;
    }
  }
  const because = refusal?.message ?? "Notion refused it";
  return refusal?.kind === "missing"
    ? { ref, state: "waiting", because, hint: refusal.hint }
    : { ref, state: "refused", because };
}

export function keyOf(ref: string): string {
  return `item/${ref}`;
}

async function makeItemPage(
  means: PageMeans,
  month: PreparedMonth,
  ref: string,
  page: ItemPage,
): Promise<MadePage> {
  const { dataSourceId, properties } = month.place.items;
  const made = await makePageOnce(means, {
    key: keyOf(ref),
    dataSourceId,
    filter: { property: properties.ref, rich_text: { equals: ref } },
    request: page.request,
    lookFirst: false,
  });
  if (page.further.length > 0) await appendParts(means, made.id, page);
  return made;
}

const secondsBeforeLooking = 2;
const mostTries = 3;

/**
 * Appending is no more repeatable than creating: before each part the page is asked how many blocks it has, which says
 * which parts have arrived. Blocks of a page are read without an index, so that there is nothing to wait for but the
 * request itself.
 */
async function appendParts(
  { requests, timing }: PageMeans,
  pageId: string,
  { firstCount, further }: ItemPage,
): Promise<void> {
  let present = (await requests.children(pageId)).length;
  let before = firstCount;
  for (const part of further) {
    for (let tries = 1; present < before + part.length; tries += 1) {
      try {
        await requests.append(pageId, part);
        present = before + part.length;
      } catch (error) {
        if (!isFailure(error, "unclear") || tries >= mostTries) throw error;
        await timing.wait(secondsBeforeLooking * 1000);
        present = (await requests.children(pageId)).length;
      }
    }
    before += part.length;
  }
}

/**
 * Whether a refusal is of the whole queue and not of this item: a column that was deleted makes Notion refuse every
 * page, and so does a workspace that may have no more blocks. Throws in that case.
 */
async function explain(means: PageMeans, month: PreparedMonth, refusal: NotionFailure): Promise<void> {
  await probeItems(means.requests, month.place);
  // How Notion words it is not documented.
  if (/\bblocks?\b/i.test(refusal.message) && /limit|used up|quota|upgrade|plan\b/i.test(refusal.message)) {
    throw new NotionFailure("denied", refusal.message, {
      status: refusal.status,
      hint: "A free workspace with several members may hold 1,000 blocks: use a paid one, or one with a single member.",
    });
  }
}
