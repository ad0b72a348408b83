import * as z from "zod";
import { chosen, parentSchema, sameId, text } from "./answers.ts";

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
  configuration: z
    .object({
      properties: z
        .array(z.object({ property_id: z.string(), visible: z.boolean().default(true) }).loose())
        .nullish(),
    })
    .loose()
    .nullish(),
});

export interface View {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly url: string;
  readonly dataSourceId: string | null;
  readonly filter: unknown;
  /** Ids of the properties that it says it shows; empty where it says nothing of them. */
  readonly shown: readonly string[];
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
    shown: (view.configuration?.properties ?? [])
      .filter(({ visible }) => visible)
      .map(({ property_id }) => property_id),
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
