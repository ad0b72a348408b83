import type { DataSource } from "./schema-answers.ts";
import { addMissingColumns, type ColumnSearch } from "./columns-add.ts";
import { itemColumns, relationColumn, relationName, taskColumns, type WantedColumn } from "./columns.ts";
import { ensureContainer } from "./container.ts";
import { isFailure } from "./failure.ts";
import { ensureGradeOptions } from "./grade-options.ts";
import { type NotionPlace, readPlace, writePlace } from "./place.ts";
import type { NotionRequests } from "./requests.ts";
import { needed, type SetupMeans } from "./setup-means.ts";
import { ensureItems, ensureTasks } from "./sources.ts";
import { findBoard } from "./target.ts";
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
