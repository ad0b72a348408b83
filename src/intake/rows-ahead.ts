import { z } from "zod";
import type { FactMemory } from "../core/intake.ts";
import { mostAheadMs } from "../core/timestamp.ts";
import { continues, type LogMark, type OpenLog } from "./log-files.ts";

/** Rows whose instants are too far ahead to be taken yet. */
export interface AheadCount {
  /** The earliest and the latest of their instants, epoch milliseconds. */
  readonly first: number;
  readonly last: number;
  readonly rows: number;
}

/** The rows of one log that wait until the clock comes near them, or is put right. */
export interface RowsAhead extends AheadCount {
  /** The log as the axis file names it. */
  readonly file: string;
  /** A place behind the first such row, in each file that the log has been since: it may be rotated away before its time. */
  readonly marks: readonly LogMark[];
}

const rowsAheadSchema = z.array(
  z.object({
    file: z.string(),
    first: z.number(),
    last: z.number(),
    rows: z.number(),
    marks: z.array(z.object({ inode: z.string(), offset: z.number(), tail: z.string() })),
  }),
);

/** The setting that holds what waits in the logs of an axis, as JSON. */
function aheadSetting(axis: string): string {
  return `ahead/${axis}`;
}

/** What waits in the logs of an axis. A setting that says nothing usable says that nothing waits. */
export async function readRowsAhead(
  memory: Pick<FactMemory, "readSetting">,
  axis: string,
): Promise<readonly RowsAhead[]> {
  const text = await memory.readSetting(aheadSetting(axis));
  if (text === null) return [];
  try {
    const parsed = rowsAheadSchema.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : [];
  } catch {
    return [];
  }
}

/** When the first of them can be taken, epoch milliseconds. */
export function readableFrom({ first }: AheadCount): number {
  return first - mostAheadMs;
}

/**
 * Remembers which rows of one log are too far ahead. A log is read on from a place behind them, so without this they would
 * be lost. Call `add` before the place is stored: then a crash in between leaves a memory of rows that are still
 * unread, which costs one more reading and loses nothing.
 *
 * While a log is read again from its start, what was remembered stays until `finish`, so a reading that was cut off is
 * begun anew.
 */
export class AheadMemory {
  readonly #memory: FactMemory;
  readonly #axis: string;
  readonly #file: string;
  readonly #again: boolean;
  #waiting: RowsAhead | null;

  constructor(
    memory: FactMemory,
    log: { readonly axis: string; readonly file: string },
    known: RowsAhead | null,
    again: boolean,
  ) {
    this.#memory = memory;
    this.#axis = log.axis;
    this.#file = log.file;
    this.#again = again;
    this.#waiting = again ? null : known;
  }

  /** Adds rows that were found ahead of a place in an open file. */
  async add(found: AheadCount, log: OpenLog, mark: LogMark): Promise<void> {
    const { first, last, rows, marks } = this.#waiting ?? { ...found, rows: 0, marks: [] };
    const isMarked = marks.some((one) => one.inode === log.inode && continues(log, one));
    const { inode, offset, tail } = mark;
    this.#waiting = {
      file: this.#file,
      first: Math.min(first, found.first),
      last: Math.max(last, found.last),
      rows: rows + found.rows,
      marks: isMarked ? marks : [...marks, { inode, offset, tail }],
    };
    if (!this.#again) await this.#write();
  }

  /** Ends a reading from the start: what is still ahead replaces what was remembered. */
  async finish(): Promise<void> {
    if (this.#again) await this.#write();
  }

  async #write(): Promise<void> {
    const others = (await readRowsAhead(this.#memory, this.#axis)).filter(({ file }) => file !== this.#file);
    const all = this.#waiting === null ? others : [...others, this.#waiting];
    await this.#memory.writeSetting(aheadSetting(this.#axis), JSON.stringify(all));
  }
}
