import { ImproveCronError } from "../../errors.ts";
import type { Database, DataSource, SourceProperty } from "./answers.ts";
import { addMissingColumns, type ColumnSearch } from "./columns-add.ts";
import {
  gradeOptions,
  itemColumns,
  relationColumn,
  relationName,
  taskColumns,
  type WantedColumn,
} from "./columns.ts";
import { isFailure } from "./failure.ts";
import { findOrMake } from "./find-or-make.ts";
import type { NotionMemory, NotionTiming } from "./memory.ts";
import { type NotionPlace, readPlace, writePlace } from "./place.ts";
import type { NotionRequests } from "./requests.ts";
import { richText } from "./rich-text.ts";
import { type Board, findBoard, readTarget } from "./target.ts";
import { viewRequests } from "./view-requests.ts";
import { ensureView } from "./views.ts";

/** Where the queue is to be made: under a page, or with its axis tasks on a board that is there already. */
export interface SetupTarget {
  readonly parent: string | null;
  readonly board: string | null;
  /** Forgets the database of an earlier setup. */
  readonly startOver: boolean;
}

export interface SetupReport {
  readonly url: string;
  readonly databaseId: string;
  /** What was made in this call, in words; empty where everything was there. */
  readonly made: readonly string[];
  /** What the founder should put right by hand. */
  readonly complaints: readonly string[];
}

export interface SetupMeans {
  readonly requests: NotionRequests;
  readonly timing: NotionTiming;
  readonly memory: NotionMemory;
  readonly workspace: string;
}

// Nothing in the titles tells how items were chosen: every word here is read before the grading.
const databaseTitle = "Regrade queue";
const itemsTitle = "Items to grade";
const tasksTitle = "Axis tasks";

/**
 * Makes the database, its data sources, columns and views, or finds them: it may be called again at any time, after a
 * crash in the middle too, and adds what is missing. It takes nothing away but the empty table that came with the
 * database it made.
 */
export async function setUpNotion(means: SetupMeans, target: SetupTarget): Promise<SetupReport> {
  const { memory, requests, timing } = means;
  const made: string[] = [];
  const complaints: string[] = [];
  const bot = await requests.self();
  const before = target.startOver ? null : await readPlace(memory);
  const own = new Set(before === null ? [] : [before.items.dataSourceId]);
  const board = target.board === null ? null : await findBoard(requests, target.board, own);
  const container = await ensureContainer(means, { ...target, before, board }, made);

  const itemsSource = await ensureItems(means, { container, before, board }, made);
  const tasksSource = board?.source ?? (await ensureTasks(means, { container, before, itemsSource }, made));
  const tasksBefore = before?.tasks.dataSourceId === tasksSource.id ? before.tasks.properties : null;
  const tasks = await addMissingColumns(requests, tasksSource, [
    search(taskColumns.title, tasksBefore?.title),
    search(taskColumns.count, tasksBefore?.count),
    search(taskColumns.minutes, tasksBefore?.minutes),
    { ...search(taskColumns.due, tasksBefore?.due), alsoCalled: /^(due|due date|deadline)$/i },
  ]);
  const [taskTitle, count, minutes, taskDue] = tasks.columns;
  made.push(...tasks.added.map((name) => `the property ${name} of the axis tasks`));

  const itemsBefore = before?.items.dataSourceId === itemsSource.id ? before.items : null;
  const items = await addMissingColumns(requests, itemsSource, [
    search(itemColumns.title, itemsBefore?.properties.title),
    search(itemColumns.grade, itemsBefore?.properties.grade),
    search(itemColumns.why, itemsBefore?.properties.why),
    search(itemColumns.axis, itemsBefore?.properties.axis),
    search(itemColumns.due, itemsBefore?.properties.due),
    search(itemColumns.ref, itemsBefore?.properties.ref),
    relationSearch(itemsSource, tasksSource.id, itemsBefore?.properties.task ?? null),
  ]);
  const [title, gradeColumn, why, axis, due, ref, task] = items.columns;
  made.push(...items.added.map((name) => `the property ${name} of the items`));
  const grade = await ensureGradeOptions(requests, items.source, {
    column: needed(gradeColumn),
    known: itemsBefore?.options ?? null,
  });
  made.push(...grade.added.map((name) => `the option ${name}`));
  const gradeIsNew =
    itemsBefore !== null &&
    (grade.added.length > 0 || needed(gradeColumn).id !== itemsBefore.properties.grade);

  const place: NotionPlace = {
    botId: bot.id,
    botName: bot.name,
    databaseId: container.database.id,
    databaseName: container.database.title,
    url: before?.url ?? container.database.url,
    items: {
      dataSourceId: items.source.id,
      properties: {
        title: needed(title).id,
        grade: needed(gradeColumn).id,
        why: needed(why).id,
        axis: needed(axis).id,
        due: needed(due).id,
        ref: needed(ref).id,
        task: needed(task).id,
      },
      options: grade.options,
      gradeAddedAt: gradeIsNew ? timing.now() : (itemsBefore?.gradeAddedAt ?? 0),
    },
    tasks: {
      dataSourceId: tasks.source.id,
      onBoard: board !== null,
      properties: {
        title: needed(taskTitle).id,
        count: needed(count).id,
        minutes: needed(minutes).id,
        due: needed(taskDue).id,
      },
    },
    views: before?.views ?? { toGrade: null, graded: null },
  };
  const wanted = viewRequests(place);
  const toGrade = await ensureView(means, wanted.toGrade, place.views.toGrade, grade.source);
  const graded = await ensureView(means, wanted.graded, place.views.graded, grade.source);
  for (const [name, { made: isMade, complaint }] of [
    ["To grade", toGrade],
    ["Graded", graded],
  ] as const) {
    if (isMade) made.push(`the view ${name}`);
    if (complaint !== null) complaints.push(complaint);
  }
  if (container.isNew && toGrade.view !== null) {
    await removeFirstTable(requests, container.database.id, place.items.dataSourceId, [
      toGrade.view.id,
      graded.view?.id ?? "",
    ]);
  }
  const url =
    toGrade.view?.url === undefined || toGrade.view.url === "" ? container.database.url : toGrade.view.url;
  await writePlace(memory, {
    ...place,
    url,
    views: { toGrade: toGrade.view?.id ?? null, graded: graded.view?.id ?? null },
  });
  return { url, databaseId: container.database.id, made, complaints };
}

interface Container {
  readonly database: Database;
  readonly isNew: boolean;
}

/** The database that holds the items: the one known from before, else one found under the page, else a new one. */
async function ensureContainer(
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

/** Known by its id, else by its columns; never as the first of the list, where the founder may have put another one. */
async function ensureItems(
  means: SetupMeans,
  known: { readonly container: Container; readonly before: NotionPlace | null; readonly board: Board | null },
  made: string[],
): Promise<DataSource> {
  const { requests, timing } = means;
  const { before, board, container } = known;
  const find = async (): Promise<DataSource | null> => {
    const sources = (await requests.database(container.database.id)).sources.filter(
      ({ id }) => id !== board?.source.id,
    );
    const byId = sources.find(({ id }) => id === before?.items.dataSourceId);
    if (byId !== undefined) return requests.dataSource(byId.id);
    return firstWith(requests, sources, [itemColumns.grade, itemColumns.ref]);
  };
  return findOrMake(timing, find, async () => {
    made.push(`the data source “${itemsTitle}”`);
    return requests.createDataSource({
      parent: { type: "database_id", database_id: container.database.id },
      title: richText(itemsTitle),
      properties: Object.fromEntries(Object.values(itemColumns).map(({ name, config }) => [name, config])),
    });
  });
}

async function ensureTasks(
  means: SetupMeans,
  known: {
    readonly container: Container;
    readonly before: NotionPlace | null;
    readonly itemsSource: DataSource;
  },
  made: string[],
): Promise<DataSource> {
  const { requests, timing } = means;
  const { before, container, itemsSource } = known;
  const find = async (): Promise<DataSource | null> => {
    const sources = (await requests.database(container.database.id)).sources.filter(
      ({ id }) => id !== itemsSource.id,
    );
    const byId = sources.find(({ id }) => id === before?.tasks.dataSourceId);
    if (byId !== undefined) return requests.dataSource(byId.id);
    return firstWith(requests, sources, [taskColumns.count, taskColumns.minutes]);
  };
  return findOrMake(timing, find, async () => {
    made.push(`the data source “${tasksTitle}”`);
    return requests.createDataSource({
      parent: { type: "database_id", database_id: container.database.id },
      title: richText(tasksTitle),
      properties: Object.fromEntries(Object.values(taskColumns).map(({ name, config }) => [name, config])),
    });
  });
}

async function firstWith(
  requests: NotionRequests,
  sources: readonly { readonly id: string }[],
  columns: readonly WantedColumn[],
): Promise<DataSource | null> {
  for (const { id } of sources) {
    const source = await requests.dataSource(id);
    const has = columns.every((wanted) =>
      source.properties.some(({ name, type }) => name === wanted.name && type === wanted.type),
    );
    if (has) return source;
  }
  return null;
}

function search(wanted: WantedColumn, knownId: string | null | undefined): ColumnSearch {
  return { wanted, knownId: knownId ?? null, otherName: `Regrade ${wanted.name.toLowerCase()}` };
}

/** A relation that points elsewhere is somebody else's, whatever it is called. */
function relationSearch(source: DataSource, tasksSourceId: string, knownId: string | null): ColumnSearch {
  const own = source.properties.find(
    ({ id, type, relatedTo }) =>
      type === "relation" && relatedTo === tasksSourceId && (knownId === null || id === knownId),
  );
  const wanted = relationColumn(tasksSourceId);
  const isTaken = source.properties.some(({ name }) => name === relationName) && own === undefined;
  return {
    wanted: isTaken ? { ...wanted, name: "Axis task" } : wanted,
    knownId: own?.id ?? null,
    otherName: "Axis task",
  };
}

/** The three options by the ids they were known by, else by their names; what is missing is added beside what is there. */
async function ensureGradeOptions(
  requests: NotionRequests,
  source: DataSource,
  grade: { readonly column: SourceProperty; readonly known: NotionPlace["items"]["options"] | null },
): Promise<{
  readonly source: DataSource;
  readonly options: NotionPlace["items"]["options"];
  readonly added: readonly string[];
}> {
  const idIn = (column: SourceProperty, one: (typeof gradeOptions)[number]): string | null => {
    const known = grade.known?.[one.grade];
    const byId = column.options.find(({ id }) => id === known);
    return (byId ?? column.options.find(({ name }) => name === one.name))?.id ?? null;
  };
  const missing = gradeOptions.filter((one) => idIn(grade.column, one) === null);
  let current = source;
  let { column } = grade;
  if (missing.length > 0) {
    // The options that are there are sent along: an update that leaves them out may take them away.
    current = await requests.updateDataSource({
      data_source_id: source.id,
      properties: {
        [column.id]: {
          select: {
            options: [
              ...column.options.map(({ id }) => ({ id })),
              ...missing.map(({ name, color }) => ({ name, color })),
            ],
          },
        },
      },
    });
    column = needed(current.properties.find(({ id }) => id === column.id));
  }
  const idOf = (index: number): string => needed(idIn(column, needed(gradeOptions[index])));
  const options = { PASS: idOf(0), FAIL: idOf(1), CANT_TELL: idOf(2) };
  return { source: current, options, added: missing.map(({ name }) => name) };
}

/** The table that Notion makes with a database shows every column and would be the founder's first sight. */
async function removeFirstTable(
  requests: NotionRequests,
  databaseId: string,
  itemsSourceId: string,
  keep: readonly string[],
): Promise<void> {
  for (const id of await requests.views(databaseId)) {
    if (keep.includes(id)) continue;
    const view = await requests.view(id);
    if (view.type !== "table" || view.dataSourceId !== itemsSourceId) continue;
    try {
      await requests.deleteView(id);
    } catch (error) {
      if (!isFailure(error, "refused") && !isFailure(error, "missing")) throw error;
    }
  }
}

function needed<Value>(value: Value | null | undefined): Value {
  if (value === null || value === undefined) throw new TypeError("Notion did not keep what was asked of it");
  return value;
}
