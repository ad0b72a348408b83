import * as z from "zod";
import type { NotionMemory } from "./memory.ts";

const itemsSchema = z.object({
  dataSourceId: z.string(),
  properties: z.object({
    title: z.string(),
    grade: z.string(),
    why: z.string(),
    axis: z.string(),
    due: z.string(),
    ref: z.string(),
    task: z.string(),
  }),
  options: z.object({ PASS: z.string(), FAIL: z.string(), CANT_TELL: z.string() }),
  /**
   * When Grade or one of its options had to be added anew, epoch milliseconds, else 0: an empty Grade of a page that
   * nobody has edited since says nothing of what stood there before.
   */
  gradeAddedAt: z.number(),
});

const tasksSchema = z.object({
  dataSourceId: z.string(),
  /** Whether the tasks stand on a board that the founder had already. */
  onBoard: z.boolean(),
  properties: z.object({ title: z.string(), count: z.string(), minutes: z.string(), due: z.string() }),
});

const placeSchema = z.object({
  botId: z.string(),
  botName: z.string(),
  databaseId: z.string(),
  databaseName: z.string(),
  /** Where the founder grades: the view, or the database where there is no view. */
  url: z.string(),
  items: itemsSchema,
  tasks: tasksSchema,
  views: z.object({ toGrade: z.string().nullable(), graded: z.string().nullable() }),
});

/**
 * Where the items and the axis tasks stand in Notion. All by id: names of columns, options and views are the
 * founder's, who may call them what he likes.
 */
export type NotionPlace = z.infer<typeof placeSchema>;

const name = "place";

/** Null before `notion setup`. */
export async function readPlace(memory: NotionMemory): Promise<NotionPlace | null> {
  const written = await memory.read(name);
  if (written === null || written === "") return null;
  return placeSchema.parse(JSON.parse(written));
}

export async function writePlace(memory: NotionMemory, place: NotionPlace): Promise<void> {
  await memory.write(name, JSON.stringify(place));
}
