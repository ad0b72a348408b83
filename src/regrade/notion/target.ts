import { ImproveCronError } from "../../errors.ts";
import type { DataSource } from "./schema-answers.ts";
import { isFailure } from "./failure.ts";
import type { NotionRequests } from "./requests.ts";

/** What a person pasted: an id, or an address with one in it. */
export interface PastedTarget {
  readonly id: string;
  /** The view that an address of a database may name. */
  readonly viewId: string | null;
}

const bareId = /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i;
const idAtEnd = /([0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12})$/i;

/**
 * The id in a pasted address. It is the end of the path; the one after `?v=` is of a view and the one after `#` of a
 * block. The host is not looked at: Notion has moved once.
 */
export function readTarget(pasted: string, option: string): PastedTarget {
  const trimmed = pasted.trim();
  if (bareId.test(trimmed)) return { id: dashed(trimmed), viewId: null };
  const url = URL.canParse(trimmed) ? new URL(trimmed) : null;
  const id = url === null ? null : idAtEnd.exec(url.pathname.replace(/\/+$/, ""))?.[1];
  if (url === null || id === undefined || id === null) {
    throw new ImproveCronError(
      "usage",
      `${option} ${trimmed} is neither a link to Notion nor an id`,
      "In Notion open the page, ••• at the top right, Copy link, and paste that.",
    );
  }
  // A page that is open beside a list is named by `p`.
  const beside = url.searchParams.get("p");
  const view = url.searchParams.get("v");
  return {
    id: dashed(beside !== null && bareId.test(beside) ? beside : id),
    viewId: view !== null && bareId.test(view) ? dashed(view) : null,
  };
}

function dashed(id: string): string {
  const bare = id.replaceAll("-", "").toLowerCase();
  return [bare.slice(0, 8), bare.slice(8, 12), bare.slice(12, 16), bare.slice(16, 20), bare.slice(20)].join(
    "-",
  );
}

export interface Board {
  readonly databaseId: string;
  readonly databaseName: string;
  readonly source: DataSource;
  /** A page that the board stands on, where a database can be made beside it; null where there is none. */
  readonly parentPageId: string | null;
}

/** The board that somebody pasted a link to, and which of its data sources is meant. */
export async function findBoard(
  requests: NotionRequests,
  pasted: string,
  own: ReadonlySet<string>,
): Promise<Board> {
  const target = readTarget(pasted, "--board");
  const named = await dataSourceOrNull(requests, target.id);
  const databaseId = named === null ? target.id : (named.databaseId ?? target.id);
  const database = await requests.database(databaseId);
  if (database.inTrash) {
    throw new ImproveCronError(
      "config",
      `the board “${database.title}” is in the trash`,
      "Restore it, or name another one.",
    );
  }
  const source = named ?? (await chooseSource(requests, { ...database, viewId: target.viewId, own }));
  return {
    databaseId,
    databaseName: database.title,
    source,
    parentPageId: await pageAbove(requests, database.parent),
  };
}

async function dataSourceOrNull(requests: NotionRequests, id: string): Promise<DataSource | null> {
  try {
    return await requests.dataSource(id);
  } catch (error) {
    if (isFailure(error, "missing") || isFailure(error, "refused")) return null;
    throw error;
  }
}

async function chooseSource(
  requests: NotionRequests,
  board: {
    readonly title: string;
    readonly sources: readonly { readonly id: string; readonly name: string }[];
    readonly viewId: string | null;
    readonly own: ReadonlySet<string>;
  },
): Promise<DataSource> {
  const candidates = board.sources.filter(({ id }) => !board.own.has(id));
  const viewed = board.viewId === null ? null : (await requests.view(board.viewId)).dataSourceId;
  const chosen =
    candidates.find(({ id }) => id === viewed) ?? (candidates.length === 1 ? candidates[0] : undefined);
  if (chosen !== undefined) return requests.dataSource(chosen.id);
  throw new ImproveCronError(
    "config",
    `the board “${board.title}” has ${candidates.length} data sources: ${candidates.map(({ name }) => name).join(", ")}`,
    "Open the one that the axis tasks belong to, copy the link to one of its views (with ?v= in it), and paste that.",
  );
}

const deepestBlock = 10;

/** The page that a database stands on, perhaps inside columns or other blocks; null where it is out of reach. */
async function pageAbove(
  requests: NotionRequests,
  parent: { readonly pageId: string | null; readonly blockId: string | null },
): Promise<string | null> {
  let { pageId, blockId } = parent;
  try {
    for (let depth = 0; pageId === null && blockId !== null && depth < deepestBlock; depth += 1) {
      ({ pageId, blockId } = (await requests.block(blockId)).parent);
    }
    // Only what is shared with the integration can take a database.
    return pageId === null ? null : (await requests.children(pageId), pageId);
  } catch (error) {
    if (isFailure(error, "missing") || isFailure(error, "denied")) return null;
    throw error;
  }
}
