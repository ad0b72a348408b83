import { isUtf8 } from "node:buffer";
import type {
  LogPosition,
  ReadVerdict,
  RecordOutcome,
  RejectedRow,
  VerdictReading,
  VerdictSink,
} from "../core/intake.ts";
import { mostAheadMs } from "../core/timestamp.ts";
import { verdictIdOf } from "../core/verdict.ts";
import { IntakeTally } from "./intake-result.ts";
import type { IntakeResult } from "./intake-result.ts";
import type { Line } from "./line-reader.ts";
import { maxLineBytes, maxRawBytes, rawOf, textOf } from "./line-reader.ts";
import type { ReadingContext, VerdictReader } from "./verdict-line.ts";
import type { AheadCount } from "./rows-ahead.ts";
import { createVerdictReader } from "./verdict-line.ts";
import { readWrittenVerdict } from "./written-verdict.ts";

/**
 * Rows of one transaction. Small transactions cost 2 to 4 times as much, since every one rewrites index pages; while one
 * lasts, half a second here, nobody else can write.
 */
const defaultBatchRows = 25_000;

/** Bytes of lines of one transaction, artifacts counted: large ones make it last longer. */
const maxBatchBytes = 32 * 1024 * 1024;

/** Rows that are gathered where reading may wait for somebody (a pipe), which no transaction may. */
const gatheredRows = 10_000;
const gatheredBytes = 16 * 1024 * 1024;

interface PassContext extends ReadingContext {
  /** Whether rows that are too far ahead come round by themselves: in the logs of axis files, which are read again. */
  readonly comesAgain?: boolean;
}

interface Waiting {
  readonly file: string;
  readonly line: number;
  readonly raw: string;
}

interface Gathered extends ReadVerdict {
  readonly row: Waiting;
}

/**
 * One pass of rows into the store. Rows are handed over in transactions, each with what was refused and the place up to
 * which a log was read: while they are read (`readOn`), or gathered first (`flush`) where reading may have to wait.
 */
export class IntakePass {
  readonly #read: VerdictReader;
  readonly #sink: VerdictSink;
  readonly #context: PassContext;
  readonly #batchRows: number;
  readonly #tally = new IntakeTally();
  readonly #withoutArtifact = new Map<string, { count: number; readonly first: Waiting }>();
  #gathered: Gathered[] = [];
  #rejects: RejectedRow[] = [];
  #ahead: AheadCount | null = null;
  #bytes = 0;
  #rows = 0;
  #lastId: string | null = null;

  constructor(context: PassContext, sink: VerdictSink, batchRows: number = defaultBatchRows) {
    this.#context = context;
    this.#sink = sink;
    this.#batchRows = batchRows;
    this.#read = createVerdictReader(context, readWrittenVerdict);
  }

  /** The id of the verdict that the store saw last; null before the first. */
  get lastId(): string | null {
    return this.#lastId;
  }

  get tally(): IntakeTally {
    return this.#tally;
  }

  /** Rows since they were last noted that are too far ahead to be taken yet; null where there are none. */
  get ahead(): AheadCount | null {
    return this.#ahead;
  }

  /** Whether it is time for `flush`. */
  get full(): boolean {
    return this.#rows >= Math.min(this.#batchRows, gatheredRows) || this.#bytes >= gatheredBytes;
  }

  addLine(file: string, line: Line): void {
    if (line.tooLong)
      this.addReject(file, line.number, "line-too-long: a line may have 4 MiB", rawOf(line.bytes));
    else if (!isUtf8(line.bytes))
      this.addReject(file, line.number, "bad-utf8: the line is not UTF-8 text", rawOf(line.bytes));
    else this.#addText(file, line.number, textOf(line.bytes), line.bytes.length);
  }

  /** A last line that will never get its end. */
  addHalfLine(file: string, line: Line): void {
    this.addReject(
      file,
      line.number,
      "half-line: the file ends in the middle of this line",
      rawOf(line.bytes),
    );
  }

  /** A line that is text already, as the library and the command line have it. */
  addText(file: string, line: number, text: string): void {
    const size = Buffer.byteLength(text);
    if (size > maxLineBytes) this.addReject(file, line, "line-too-long: a line may have 4 MiB", text);
    else this.#addText(file, line, text, size);
  }

  addReject(file: string, line: number, reason: string, raw: string, axis = this.#context.axis): void {
    this.#rowRead();
    this.#reject({ file, line, raw }, axis, reason);
  }

  #addText(file: string, line: number, text: string, size: number): void {
    const outcome = this.#read(text);
    const waiting: Waiting = { file, line, raw: text };
    this.#rowRead();
    this.#bytes += size;
    if (outcome.kind === "reject") {
      this.#reject(waiting, outcome.axis, this.#reasonOf(outcome));
      return;
    }
    this.#gathered.push({ verdict: outcome.verdict, content: outcome.artifact?.bytes ?? null, row: waiting });
    this.#bytes += outcome.artifact?.bytes.length ?? 0;
    const { artifact } = outcome.verdict;
    if (artifact.kind === "none" && artifact.because !== "not-given")
      this.#countWithoutArtifact(waiting, artifact.because);
  }

  /** Hands over what has been gathered, with the place read up to. Does nothing when there is nothing to say. */
  async flush(logPosition?: LogPosition): Promise<void> {
    if (this.#gathered.length === 0 && this.#rejects.length === 0 && logPosition === undefined) return;
    await this.#store(
      () => false,
      () => logPosition,
    );
  }

  /**
   * Reads on and stores what is read, as one transaction of so many rows.
   *
   * @param addNext Adds the next row, if any, and answers whether there may be more. It must not wait for anybody.
   * @param place The place read up to, asked when the reading ends. None is stored while rows that are too far ahead have
   *   to be noted first: the caller flushes it then.
   */
  async readOn(addNext: () => boolean, place: () => LogPosition | undefined): Promise<void> {
    await this.#store(addNext, () => (this.#ahead === null ? place() : undefined));
  }

  async #store(addNext: () => boolean, place: () => LogPosition | undefined): Promise<void> {
    await this.#sink.recordReading(this.#reading(addNext, place), this.#context.now);
  }

  *#reading(addNext: () => boolean, place: () => LogPosition | undefined): VerdictReading {
    for (let more = true; ; ) {
      const gathered = this.#gathered;
      if (gathered.length > 0) this.#gathered = [];
      for (const one of gathered) this.#done(one, yield one);
      if (!more || this.#rows >= this.#batchRows || this.#bytes >= maxBatchBytes) break;
      more = addNext();
    }
    const rejects = this.#rejects;
    [this.#rejects, this.#bytes, this.#rows] = [[], 0, 0];
    const logPosition = place();
    return { rejects, ...(logPosition === undefined ? {} : { logPosition }) };
  }

  #done({ verdict, row }: Gathered, outcome: RecordOutcome): void {
    this.#lastId = verdictIdOf(outcome.key);
    if (outcome.outcome !== "rejected") this.#tally.rowDone(outcome.outcome);
    else
      this.#reject(
        row,
        verdict.axis,
        `${outcome.because}: this id is stored with another verdict, time or artifact; the first stays`,
      );
  }

  /** To be called when the rows that are too far ahead have been noted. */
  aheadNoted(): void {
    this.#ahead = null;
  }

  /** The report of everything that was added. Call it after the last `flush`. */
  result(): IntakeResult {
    for (const [because, { count, first }] of this.#withoutArtifact) {
      this.#tally.note({
        kind: "no-artifact",
        file: first.file,
        message: `${count} verdict(s) without an artifact (${because}), the first on line ${first.line}: they are counted, but cannot be sampled`,
      });
    }
    this.#withoutArtifact.clear();
    return this.#tally.result();
  }

  /** Why a row is refused; one that will come round is counted, and says when. */
  #reasonOf({ reason, ahead }: { readonly reason: string; readonly ahead?: number }): string {
    if (ahead === undefined || this.#context.comesAgain !== true) return reason;
    const { first, last, rows } = this.#ahead ?? { first: ahead, last: ahead, rows: 0 };
    this.#ahead = { first: Math.min(first, ahead), last: Math.max(last, ahead), rows: rows + 1 };
    const from = new Date(ahead - mostAheadMs).toISOString();
    return `${reason}; it waits in the log, which is read again by itself from ${from} on`;
  }

  #rowRead(): void {
    this.#tally.rowRead();
    this.#rows += 1;
  }

  #reject(row: Waiting, axis: string | null, reason: string): void {
    const rejected: RejectedRow = {
      axis,
      file: row.file,
      line: row.line,
      reason,
      raw: row.raw.length * 3 <= maxRawBytes ? row.raw : rawOf(Buffer.from(row.raw)),
      seenAt: this.#context.now,
    };
    this.#rejects.push(rejected);
    this.#tally.rowDone(rejected);
  }

  #countWithoutArtifact(row: Waiting, because: string): void {
    const known = this.#withoutArtifact.get(because);
    if (known === undefined) this.#withoutArtifact.set(because, { count: 1, first: row });
    else known.count += 1;
  }
}
