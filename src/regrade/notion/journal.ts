import * as z from "zod";
import type { NotionMemory } from "./memory.ts";

const entrySchema = z.discriminatedUnion("state", [
  z.object({
    state: z.literal("sent"),
    /** When the request that may have made it was sent, epoch milliseconds. */
    at: z.number(),
    /** How often it was looked for since. */
    looks: z.number(),
  }),
  z.object({ state: z.literal("made"), id: z.string(), url: z.string() }),
]);

/** What is known of a page that was to be made: nothing, that it may exist, or which it is. */
type JournalEntry = z.infer<typeof entrySchema>;

/**
 * Remembers for each key what became of making its page: written before the request and right after its answer, so
 * that no crash between the two leaves a page that nobody looks for.
 */
export interface Journal {
  read(key: string): Promise<JournalEntry | null>;
  write(key: string, entry: JournalEntry | null): Promise<void>;
}

export function createJournal(memory: NotionMemory): Journal {
  return {
    read: async (key) => {
      const written = await memory.read(`page/${key}`);
      return written === null || written === "" ? null : entrySchema.parse(JSON.parse(written));
    },
    write: (key, entry) => memory.write(`page/${key}`, entry === null ? "" : JSON.stringify(entry)),
  };
}
