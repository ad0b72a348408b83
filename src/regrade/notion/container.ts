import { ImproveCronError } from "../../errors.ts";
import type { Database } from "./schema-answers.ts";
import { itemColumns } from "./columns.ts";
import { isFailure } from "./failure.ts";
import { findOrMake } from "./find-or-make.ts";
import type { NotionPlace } from "./place.ts";
import type { NotionRequests } from "./requests.ts";
import { richText } from "./rich-text.ts";
import type { SetupMeans } from "./setup-means.ts";
import { type Board, readTarget } from "./target.ts";

// Nothing in the title tells how items were chosen: every word here is read before the grading.
const databaseTitle = "Regrade queue";

export interface Container {
  readonly database: Database;
  readonly isNew: boolean;
}

/** The database that holds the items: the one known from before, else one found under the page, else a new one. */
export async function ensureContainer(
  means: SetupMeans,
  target: {
    readonly parent: string | null;
    readonly before: NotionPlace | null;
    readonly board: Board | null;
  },
  made: string[],
): Promise<Container> {
  const { requests, timing } = means;
  const { before, board } = target;
  if (before !== null) return { database: await knownDatabase(requests, before.databaseId), isNew: false };
  const pageId =
    target.parent === null ? (board?.parentPageId ?? null) : readTarget(target.parent, "--parent").id;
  if (pageId === null) {
    if (board === null) {
      throw new ImproveCronError(
        "usage",
        "neither --parent nor --board says where the items go",
        "Run `improve-cron notion setup --parent URL` with the link to a page that is shared with the integration.",
      );
    }
    // The board hangs under no page that is shared with us: its own database takes the items as a second data source.
    return { database: await requests.database(board.databaseId), isNew: false };
  }
  let isNew = false;
  const description = `Blind items to grade for improve-cron (workspace ${means.workspace}).`;
  const database = await findOrMake(
    timing,
    () => findDatabase(requests, pageId, description),
    async () => {
      isNew = true;
      return requests.createDatabase({
        parent: { type: "page_id", page_id: pageId },
        title: richText(databaseTitle),
        description: richText(description),
        initial_data_source: {
          properties: Object.fromEntries(
            Object.values(itemColumns).map(({ name, config }) => [name, config]),
          ),
        },
      });
    },
  );
  if (isNew) made.push(`the database “${database.title}”`);
  return { database, isNew };
}

async function knownDatabase(requests: NotionRequests, id: string): Promise<Database> {
  const startOver =
    "or, if it is gone for good, run `improve-cron notion setup --start-over` with --parent or --board.";
  try {
    const database = await requests.database(id);
    if (!database.inTrash) return database;
    throw new ImproveCronError(
      "config",
      `the database “${database.title}” is in Notion's trash`,
      `Restore it (Trash, at the bottom of the sidebar), ${startOver}`,
    );
  } catch (error) {
    if (!isFailure(error, "missing")) throw error;
    throw new ImproveCronError(
      "config",
      "the database of an earlier setup is not shared with the integration any more, or was deleted",
      `Open it, ••• at the top right, Connections, add the integration; ${startOver}`,
      error,
    );
  }
}

/** By the children of the page and not by a search, which lags behind. */
async function findDatabase(
  requests: NotionRequests,
  pageId: string,
  description: string,
): Promise<Database | null> {
  for (const block of await requests.children(pageId)) {
    if (block.type !== "child_database") continue;
    const database = await databaseOrNull(requests, block.id);
    if (database !== null && !database.inTrash && database.description === description) return database;
  }
  return null;
}

async function databaseOrNull(requests: NotionRequests, id: string): Promise<Database | null> {
  try {
    return await requests.database(id);
  } catch (error) {
    if (isFailure(error, "missing") || isFailure(error, "refused")) return null;
    throw error;
  }
}
