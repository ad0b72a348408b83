import type { UpdateDataSourceParameters } from "@notionhq/client";
import type { DataSource, SourceProperty } from "./schema-answers.ts";
import { columnById, type WantedColumn } from "./columns.ts";
import type { NotionRequests } from "./requests.ts";

type ColumnUpdates = NonNullable<UpdateDataSourceParameters["properties"]>;

/** A column to find or to add. */
export interface ColumnSearch {
  readonly wanted: WantedColumn;
  /** The id under which it was known, if it ever was. */
  readonly knownId: string | null;
  /** Names under which a founder may have the same thing already. */
  readonly alsoCalled?: RegExp;
  /** The name it gets where its own is taken by a column of another type. */
  readonly otherName: string;
}

/** What became of the columns that were wanted, in their order. */
export interface AddedColumns {
  readonly source: DataSource;
  readonly columns: readonly SourceProperty[];
  /** Names of those that had to be made. */
  readonly added: readonly string[];
}

/**
 * Finds each column by the id it was known by, else by name and type, and adds those that are not there. Nothing is
 * renamed, re-typed or taken away: what stands there is the founder's.
 */
export async function addMissingColumns(
  requests: NotionRequests,
  source: DataSource,
  searches: readonly ColumnSearch[],
): Promise<AddedColumns> {
  const missing = searches.filter((search) => findColumn(source, search) === null);
  if (missing.length === 0) return { source, columns: columnsOf(source, searches), added: [] };
  const updates: ColumnUpdates = {};
  for (const search of missing) updates[freeName(source, search)] = search.wanted.config;
  const names = Object.keys(updates);
  const updated = await requests.updateDataSource({ data_source_id: source.id, properties: updates });
  return { source: updated, columns: columnsOf(updated, searches), added: names };
}

function columnsOf(source: DataSource, searches: readonly ColumnSearch[]): readonly SourceProperty[] {
  return searches.map((search) => {
    const column = findColumn(source, search);
    if (column === null) throw new TypeError(`Notion did not keep the property ${search.wanted.name}`);
    return column;
  });
}

function findColumn(source: DataSource, search: ColumnSearch): SourceProperty | null {
  const { wanted, knownId, alsoCalled, otherName } = search;
  const known = knownId === null ? null : columnById(source, knownId);
  if (known !== null && known.type === wanted.type) return known;
  const typed = source.properties.filter(({ type }) => type === wanted.type);
  // Every data source has one title, whatever it is called.
  if (wanted.type === "title") return typed[0] ?? null;
  return (
    typed.find(({ name }) => name === wanted.name) ??
    typed.find(({ name }) => name === otherName) ??
    typed.find(({ name }) => alsoCalled?.test(name) ?? false) ??
    null
  );
}

function freeName(source: DataSource, { wanted, otherName }: ColumnSearch): string {
  return source.properties.some(({ name }) => name === wanted.name) ? otherName : wanted.name;
}
