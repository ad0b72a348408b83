import * as z from "zod";

// Only what is used of Notion's answers, since everything else may change. `archived` is never read: it is gone from
// this version of the API, whatever the client's types say.

const text = z.array(z.object({ plain_text: z.string() }).loose());
const user = z.object({ id: z.string() }).loose();

const parentSchema = z
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
function sameId(id: string): string {
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

const chosen = z.object({ id: z.string(), name: z.string() }).loose();

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

const propertySchema = z
  .object({
    id: z.string(),
    name: z.string(),
    type: z.string(),
    select: z.object({ options: z.array(chosen) }).optional(),
    relation: z.object({ data_source_id: z.string().optional() }).loose().optional(),
  })
  .loose();

const sourceSchema = z.object({
  id: z.string(),
  title: text.default([]),
  in_trash: z.boolean().default(false),
  parent: parentSchema.optional(),
  properties: z.record(z.string(), propertySchema),
});

export interface SourceProperty {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly options: readonly { readonly id: string; readonly name: string }[];
  /** The data source that a relation points to. */
  readonly relatedTo: string | null;
}

/** A data source: the columns of a table in a database. */
export interface DataSource {
  readonly id: string;
  readonly title: string;
  readonly inTrash: boolean;
  readonly databaseId: string | null;
  readonly properties: readonly SourceProperty[];
}

export function readDataSource(answer: unknown): DataSource {
  const source = sourceSchema.parse(answer);
  return {
    id: source.id,
    title: source.title.map((part) => part.plain_text).join(""),
    inTrash: source.in_trash,
    databaseId: source.parent?.database_id ?? null,
    properties: Object.values(source.properties).map(({ id, name, type, select, relation }) => ({
      id,
      name,
      type,
      options: select?.options ?? [],
      relatedTo: relation?.data_source_id ?? null,
    })),
  };
}

/** Whether two property ids, however escaped, name the same property. */
export function isSameProperty(one: string, other: string): boolean {
  return sameId(one) === sameId(other);
}

const databaseSchema = z.object({
  id: z.string(),
  url: z.string().default(""),
  title: text.default([]),
  description: text.default([]),
  in_trash: z.boolean().default(false),
  parent: parentSchema,
  data_sources: z.array(z.object({ id: z.string(), name: z.string().default("") }).loose()),
});

export interface Database {
  readonly id: string;
  readonly url: string;
  readonly title: string;
  readonly description: string;
  readonly inTrash: boolean;
  readonly parent: { readonly pageId: string | null; readonly blockId: string | null };
  readonly sources: readonly { readonly id: string; readonly name: string }[];
}

export function readDatabase(answer: unknown): Database {
  const database = databaseSchema.parse(answer);
  return {
    id: database.id,
    url: database.url,
    title: database.title.map((part) => part.plain_text).join(""),
    description: database.description.map((part) => part.plain_text).join(""),
    inTrash: database.in_trash,
    parent: { pageId: database.parent.page_id ?? null, blockId: database.parent.block_id ?? null },
    sources: database.data_sources.map(({ id, name }) => ({ id, name })),
  };
}

const viewSchema = z.object({
  id: z.string(),
  name: z.string().default(""),
  type: z.string().default(""),
  url: z.string().default(""),
  data_source_id: z.string().nullish(),
  filter: z.unknown().optional(),
  created_by: user.nullish(),
});

export interface View {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly url: string;
  readonly dataSourceId: string | null;
  readonly filter: unknown;
  readonly createdBy: string | null;
}

export function readView(answer: unknown): View {
  const view = viewSchema.parse(answer);
  return {
    id: view.id,
    name: view.name,
    type: view.type,
    url: view.url,
    dataSourceId: view.data_source_id ?? null,
    filter: view.filter ?? null,
    createdBy: view.created_by?.id ?? null,
  };
}

const userSchema = z.object({ id: z.string(), name: z.string().nullish() });

export function readUser(answer: unknown): { readonly id: string; readonly name: string } {
  const { id, name } = userSchema.parse(answer);
  return { id, name: name ?? "the integration" };
}

const idSchema = z.object({ id: z.string() });

/** The id of anything, such as a view in a list of views. */
export function readId(answer: unknown): string {
  return idSchema.parse(answer).id;
}

const blockSchema = z
  .object({
    id: z.string(),
    type: z.string(),
    in_trash: z.boolean().default(false),
    parent: parentSchema.optional(),
  })
  .loose();
const richBlock = z.object({ rich_text: text }).loose();
const titledBlock = z.object({ title: z.string() }).loose();

export interface Block {
  readonly id: string;
  readonly type: string;
  readonly parent: { readonly pageId: string | null; readonly blockId: string | null };
  /** Its text, or the title of a page or database that it stands for. */
  readonly text: string;
}

export function readBlock(answer: unknown): Block {
  const block = blockSchema.parse(answer);
  const content = block[block.type];
  const rich = richBlock.safeParse(content);
  const titled = titledBlock.safeParse(content);
  const title = titled.success ? titled.data.title : "";
  return {
    id: block.id,
    type: block.type,
    parent: { pageId: block.parent?.page_id ?? null, blockId: block.parent?.block_id ?? null },
    text: rich.success ? rich.data.rich_text.map((part) => part.plain_text).join("") : title,
  };
}
