import { type DataSource, type View, isSameProperty } from "./schema-answers.ts";
import { columnById } from "./columns.ts";
import { isFailure } from "./failure.ts";
import type { NotionMemory, NotionTiming } from "./memory.ts";
import { isRecord } from "./record.ts";
import type { NotionRequests, ViewRequest } from "./requests.ts";
import { findOrMake } from "./find-or-make.ts";

export interface MadeView {
  readonly view: View | null;
  readonly made: boolean;
  /** What the founder should put right by hand; null where the view is as it should be. */
  readonly complaint: string | null;
}

/**
 * Finds a view by the id it was known by, else by its name, else makes it; and looks whether Notion kept its filter,
 * since filters have been dropped without a word.
 */
export async function ensureView(
  means: {
    readonly requests: NotionRequests;
    readonly timing: NotionTiming;
    readonly memory: NotionMemory;
  },
  request: ViewRequest,
  knownId: string | null,
  source: DataSource,
): Promise<MadeView> {
  const { requests, timing } = means;
  let made = false;
  const find = async (): Promise<View | null> => {
    const ids = await requests.views(request.databaseId);
    if (knownId !== null && ids.includes(knownId)) return requests.view(knownId);
    for (const id of ids) {
      const view = await requests.view(id);
      if (view.name === request.name && view.dataSourceId === request.dataSourceId) return view;
    }
    return null;
  };
  const make = async (): Promise<View> => {
    made = true;
    return requests.createView(request);
  };
  let view: View;
  try {
    const { id } = await findOrMake(timing, find, make);
    view = await requests.view(id);
    if (made && !(isAsAsked(view, request, source) && showsNoMore(view, request))) {
      await requests.updateView(id, request);
      view = await requests.view(id);
    }
  } catch (error) {
    // Items can be graded without this view: in the table that every database has.
    if (!isFailure(error, "refused")) throw error;
    return {
      view: null,
      made: false,
      complaint: `Notion did not make the view “${request.name}”: ${error.message}`,
    };
  }
  // A view that was there before is the founder's: he may have changed its filter on purpose.
  const complaint =
    made && !isAsAsked(view, request, source)
      ? `Notion did not keep the filter of the view “${request.name}”: open it, Filter, and add ${filterWords(request, source)}`
      : null;
  return { view, made, complaint };
}

/** Whether every condition of the filter that was asked for is in the view. */
export function isAsAsked(view: View, request: ViewRequest, source: DataSource): boolean {
  const kept = conditionsOf(view.filter);
  return conditionsOf(request.filter).every((wanted) =>
    kept.some((one) => isSameColumn(source, one.property, wanted.property) && holds(one.rule, wanted.rule)),
  );
}

/** Whether no property stands on its cards that was to stay off them: a phone has no room for a reference. */
function showsNoMore(view: View, { columns }: ViewRequest): boolean {
  const hidden = columns.filter(({ visible }) => !visible);
  return !view.shown.some((id) => hidden.some(({ property_id }) => isSameProperty(id, property_id)));
}

interface Condition {
  readonly property: string;
  readonly rule: Readonly<Record<string, unknown>>;
}

function conditionsOf(filter: unknown): readonly Condition[] {
  if (!isRecord(filter)) return [];
  const { property, ...rule } = filter;
  if (typeof property === "string") return [{ property, rule }];
  return [filter["and"], filter["or"]].flatMap((group) =>
    Array.isArray(group) ? group.flatMap(conditionsOf) : [],
  );
}

/** A filter is read back with the name of its property where it was written with the id. */
function isSameColumn(source: DataSource, one: string, wanted: string): boolean {
  if (isSameProperty(one, wanted)) return true;
  return columnById(source, wanted)?.name === one;
}

function holds(rule: unknown, wanted: unknown): boolean {
  if (!isRecord(wanted)) return rule === wanted;
  return isRecord(rule) && Object.entries(wanted).every(([key, value]) => holds(rule[key], value));
}

function filterWords(request: ViewRequest, source: DataSource): string {
  return conditionsOf(request.filter)
    .map(({ property, rule }) => {
      const name = columnById(source, property)?.name ?? property;
      const [condition = {}] = Object.values(rule);
      const words = isRecord(condition) ? Object.keys(condition).join(" ").replaceAll("_", " ") : "";
      const value = isRecord(condition)
        ? Object.values(condition).filter((one) => typeof one === "string")
        : [];
      return [name, words, ...value].join(" ");
    })
    .join(" and ");
}
