import type { DataSource } from "./schema-answers.ts";
import { type NotionPage, textOf } from "./answers.ts";
import { columnProblems, taskColumns } from "./columns.ts";
import { isFailure, NotionFailure } from "./failure.ts";
import { createJournal } from "./journal.ts";
import type { NotionMemory } from "./memory.ts";
import { type NotionPlace, readPlace } from "./place.ts";
import { itemProblems } from "./probe.ts";
import { keyOf } from "./publish.ts";
import type { NotionRequests } from "./requests.ts";
import { viewRequests } from "./view-requests.ts";
import { isAsAsked } from "./views.ts";

/** One thing that was looked at, and what to click where it is not in order. */
export interface NotionCheck {
  readonly name: string;
  readonly ok: boolean;
  readonly message: string;
  readonly fix: string | null;
}

/** Looks at the token, the database, columns, options and views. Changes nothing. It does not throw for what it finds. */
export async function checkNotion(
  requests: NotionRequests,
  memory: NotionMemory,
  now: number,
): Promise<readonly NotionCheck[]> {
  const place = await readPlace(memory);
  const checks: NotionCheck[] = [];
  try {
    const { name } = await requests.self();
    checks.push(fine("notion token", `Notion knows it as ${name}`));
  } catch (error) {
    return [foundBy("notion token", error)];
  }
  if (place === null) {
    const fix =
      "Run `improve-cron notion setup --parent URL` with the link to a page that is shared with the integration.";
    return [...checks, { name: "notion database", ok: false, message: "it is not set up yet", fix }];
  }
  const source = await looked(
    checks,
    "notion database",
    async () => {
      const database = await requests.database(place.databaseId);
      if (database.inTrash) {
        throw new NotionFailure("missing", `“${database.title}” is in Notion's trash`, {
          hint: "Open Trash at the bottom of Notion's sidebar and restore it.",
        });
      }
      const items = await requests.dataSource(place.items.dataSourceId);
      return { value: items, message: `“${database.title}” is shared: ${place.url}` };
    },
    place,
  );
  if (source === null) return checks;
  checks.push(...problemChecks("notion items", itemProblems(source, place)));
  const tasks = await looked(
    checks,
    "notion axis tasks",
    async () => {
      const value = await requests.dataSource(place.tasks.dataSourceId);
      return {
        value,
        message: place.tasks.onBoard ? "they stand on your board" : "they stand beside the items",
      };
    },
    place,
  );
  if (tasks !== null) checks.push(...problemChecks("notion axis tasks", taskProblems(tasks, place)));
  checks.push(...(await viewChecks(requests, place, source)));
  checks.push(await foreignItems(requests, memory, place, now));
  return checks;
}

/** Older items are of months that are over. */
const recentDays = 100;

/** Whether another database writes its items here, too: every page of this one is in its journal. */
async function foreignItems(
  requests: NotionRequests,
  memory: NotionMemory,
  place: NotionPlace,
  now: number,
): Promise<NotionCheck> {
  const name = "notion writers";
  try {
    const since = new Date(now - recentDays * 86_400_000).toISOString();
    const pages = await requests.query(place.items.dataSourceId, {
      timestamp: "last_edited_time",
      last_edited_time: { on_or_after: since },
    });
    const journal = createJournal(memory);
    const foreign: NotionPage[] = [];
    for (const page of pages) {
      const ref = textOf(page, place.items.properties.ref).trim();
      if (ref === "" || page.inTrash) continue;
      if ((await journal.read(keyOf(ref))) === null) foreign.push(page);
    }
    const [first] = foreign;
    if (first === undefined) return fine(name, "every recent item was made by this database");
    return {
      name,
      ok: false,
      message: `${foreign.length} of ${pages.length} recent items were not made by this database, e.g. ${first.url}`,
      fix: "Let one machine only write this board (another needs a board of its own: `notion setup --start-over`). After a restore, delete the items that came after the backup.",
    };
  } catch (error) {
    return foundBy(name, error);
  }
}

function taskProblems(source: DataSource, place: NotionPlace): ReturnType<typeof columnProblems> {
  const { properties } = place.tasks;
  return columnProblems(
    source,
    [
      { id: properties.title, ...taskColumns.title },
      { id: properties.count, ...taskColumns.count },
      { id: properties.minutes, ...taskColumns.minutes },
      { id: properties.due, ...taskColumns.due },
    ],
    [],
    source.title === "" ? "the board" : source.title,
  );
}

function problemChecks(name: string, problems: ReturnType<typeof columnProblems>): readonly NotionCheck[] {
  if (problems.length === 0) return [fine(name, "every property and option is as it was made")];
  return problems.map(({ message, fix }) => ({ name, ok: false, message, fix }));
}

async function viewChecks(
  requests: NotionRequests,
  place: NotionPlace,
  source: DataSource,
): Promise<readonly NotionCheck[]> {
  const { toGrade } = viewRequests(place);
  const name = "notion view";
  const remake = "Run `improve-cron notion setup`, which makes it again.";
  if (place.views.toGrade === null) {
    return [{ name, ok: false, message: "the view “To grade” could not be made", fix: remake }];
  }
  try {
    const view = await requests.view(place.views.toGrade);
    if (isAsAsked(view, toGrade, source)) return [fine(name, `“${view.name}” shows what waits for a grade`)];
    const message = `“${view.name}” shows more than what waits for a grade`;
    return [
      {
        name,
        ok: false,
        message,
        fix: "In Notion open the view, Filter, and set: Grade is empty, Due on or after today.",
      },
    ];
  } catch (error) {
    if (isFailure(error, "missing")) {
      return [{ name, ok: false, message: "the view “To grade” was deleted", fix: remake }];
    }
    return [foundBy(name, error)];
  }
}

async function looked<Value>(
  checks: NotionCheck[],
  name: string,
  look: () => Promise<{ readonly value: Value; readonly message: string }>,
  place: NotionPlace,
): Promise<Value | null> {
  try {
    const { message, value } = await look();
    checks.push(fine(name, message));
    return value;
  } catch (error) {
    if (!isFailure(error, "missing")) {
      checks.push(foundBy(name, error));
      return null;
    }
    const isTrashed = error.status === null;
    checks.push({
      name,
      ok: false,
      message: isTrashed
        ? error.message
        : `“${place.databaseName}” is not shared with ${place.botName}, or was deleted`,
      fix: isTrashed
        ? error.hint
        : `Open “${place.databaseName}” in Notion, ••• at the top right, Connections, add ${place.botName}.`,
    });
    return null;
  }
}

function fine(name: string, message: string): NotionCheck {
  return { name, ok: true, message, fix: null };
}

function foundBy(name: string, error: unknown): NotionCheck {
  if (!(error instanceof NotionFailure)) throw error;
  return { name, ok: false, message: error.message, fix: error.hint };
}
