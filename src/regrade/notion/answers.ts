import * as z from "zod";

// Only what is used of Notion's answers, since everything else may change. `archived` is never read: it is gone from
// this version of the API, whatever the client's types say.

export const text = z.array(z.object({ plain_text: z.string() }).loose());
const user = z.object({ id: z.string() }).loose();

export const parentSchema = z
  .object({
    type: z.string(),
    data_source_id: z.string().optional(),
    database_id: z.string().optional(),
    page_id: z.string().optional(),
    block_id: z.string().optional(),
  })
  .loose();

const pageSchema = z.object({
  id: z.string().min(1),
  url: z.string(),
  in_trash: z.boolean().default(false),
  created_time: z.string(),
  last_edited_time: z.string(),
  created_by: user,
  last_edited_by: user,
  parent: parentSchema,
  properties: z.record(z.string(), z.object({ id: z.string(), type: z.string() }).loose()),
});

/** A page of a data source, with its values by property id. */
export interface NotionPage {
  readonly id: string;
  readonly url: string;
  readonly inTrash: boolean;
  /** Epoch milliseconds of the minute: Notion rounds both down. */
  readonly createdAt: number;
  readonly editedAt: number;
  readonly createdBy: string;
  readonly editedBy: string;
  /** Of the data source that it is a row of; null for a page that is not one. */
  readonly dataSourceId: string | null;
  readonly values: ReadonlyMap<string, PageValue>;
}

export interface PageValue {
  readonly type: string;
  readonly value: unknown;
}

export function readPage(answer: unknown): NotionPage {
  const page = pageSchema.parse(answer);
  return {
    id: page.id,
    url: page.url,
    inTrash: page.in_trash,
    createdAt: Date.parse(page.created_time),
    editedAt: Date.parse(page.last_edited_time),
    createdBy: page.created_by.id,
    editedBy: page.last_edited_by.id,
    dataSourceId: page.parent.data_source_id ?? null,
    values: new Map(
      Object.values(page.properties).map((property) => [
        sameId(property.id),
        { type: property.type, value: property[property.type] },
      ]),
    ),
  };
}

/** Ids of properties come with and without `%` escapes; both are the same property. */
export function sameId(id: string): string {
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}

/** The value that a page carries under a property id; null where the property is not there. */
export function valueOf(page: NotionPage, propertyId: string): PageValue | null {
  return page.values.get(sameId(propertyId)) ?? null;
}

/** The text of a title or text property; empty where it is another kind or not there. */
export function textOf(page: NotionPage, propertyId: string): string {
  const parsed = text.safeParse(valueOf(page, propertyId)?.value);
  return parsed.success ? parsed.data.map((part) => part.plain_text).join("") : "";
}

export const chosen = z.object({ id: z.string(), name: z.string() }).loose();

/** The option that a select property carries; null where none is chosen. */
export function optionOf(
  page: NotionPage,
  propertyId: string,
): { readonly id: string; readonly name: string } | null {
  return chosen
    .nullable()
    .catch(null)
    .parse(valueOf(page, propertyId)?.value ?? null);
}

const listSchema = z.object({
  results: z.array(z.unknown()),
  has_more: z.boolean(),
  next_cursor: z.string().nullable().default(null),
});

/** One page of a list. */
export interface ListPart {
  readonly results: readonly unknown[];
  readonly hasMore: boolean;
  readonly cursor: string | null;
}

export function readList(answer: unknown): ListPart {
  const list = listSchema.parse(answer);
  return { results: list.results, hasMore: list.has_more, cursor: list.next_cursor };
}
