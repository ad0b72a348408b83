import { isUtf8 } from "node:buffer";
import type { LogPosition, RejectedRow, VerdictSink } from "../core/intake.ts";
import { mostAheadMs } from "../core/timestamp.ts";
import type { Verdict } from "../core/verdict.ts";
import { verdictIdOf } from "../core/verdict.ts";
import { IntakeTally } from "./intake-result.ts";
import type { IntakeResult } from "./intake-result.ts";
import type { Line } from "./line-reader.ts";
import { maxLineBytes, maxRawBytes, rawOf, textOf } from "./line-reader.ts";
import type { ReadingContext, VerdictReader } from "./verdict-line.ts";
import type { AheadCount } from "./rows-ahead.ts";
import { createVerdictReader } from "./verdict-line.ts";
import { readWrittenVerdict } from "./written-verdict.ts";

/** Rows of one transaction. Small transactions cost 2 to 4 times as much, since every one rewrites index pages. */
const defaultBatchRows = 10_000;

/** Bytes of lines held for one transaction, so that a log of large artifacts stays small in memory. */
const maxBatchBytes = 16 * 1024 * 1024;

interface PassContext extends ReadingContext {
  /** Whether rows that are too far ahead come round by themselves: in the logs of axis files, which are read again. */
  readonly comesAgain?: boolean;
}

interface Waiting {
  readonly file: string;
  readonly line: number;
  readonly raw: string;
}

/**
 * One pass of rows into the store: reads lines, gathers verdicts and rejects, and hands them over in batches,
 * each with the place up to which a log was read, as one transaction.
 */
export class IntakePass {
  readonly #read: VerdictReader;
  readonly #sink: VerdictSink;
  readonly #context: PassContext;
  readonly #batchRows: number;
  readonly #tally = new IntakeTally();
  readonly #withoutArtifact = new Map<string, { count: number; readonly first: Waiting }>();
  #verdicts: Verdict[] = [];
  #waiting: Waiting[] = [];
  #artifacts = new Map<string, Uint8Array>();
  #rejects: RejectedRow[] = [];
  #ahead: AheadCount | null = null;
  #bytes = 0;
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

  /** Rows since the last `flush` that are too far ahead to be taken yet; null where there are none. */
  get ahead(): AheadCount | null {
    return this.#ahead;
  }

  /** Whether it is time for `flush`. */
  get full(): boolean {
    return this.#verdicts.length + this.#rejects.length >= this.#batchRows || this.#bytes >= maxBatchBytes;
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
    this.#tally.rowRead();
    this.#reject({ file, line, raw }, axis, reason, this.#rejects);
  }

  #addText(file: string, line: number, text: string, size: number): void {
    const outcome = this.#read(text);
    const waiting: Waiting = { file, line, raw: text };
    this.#tally.rowRead();
    this.#bytes += size;
    if (outcome.kind === "reject") {
      this.#reject(waiting, outcome.axis, this.#reasonOf(outcome), this.#rejects);
      return;
    }
    this.#verdicts.push(outcome.verdict);
    this.#waiting.push(waiting);
    if (outcome.artifact !== null) {
      this.#artifacts.set(outcome.artifact.sha256, outcome.artifact.bytes);
      this.#bytes += outcome.artifact.bytes.length;
    }
    const { artifact } = outcome.verdict;
    if (artifact.kind === "none" && artifact.because !== "not-given")
      this.#countWithoutArtifact(waiting, artifact.because);
  }

  /** Hands over what has been gathered, with the place read up to. Does nothing when there is nothing to say. */
  async flush(logPosition?: LogPosition): Promise<void> {
    const [verdicts, waiting, artifacts, rejects] = [
      this.#verdicts,
      this.#waiting,
      this.#artifacts,
      this.#rejects,
    ];
    [this.#verdicts, this.#waiting, this.#artifacts, this.#rejects] = [[], [], new Map(), []];
    this.#bytes = 0;
    this.#ahead = null;
    if (verdicts.length === 0 && rejects.length === 0 && logPosition === undefined) return;
    const storedAt = this.#context.now;
    const outcomes = await this.#sink.recordVerdicts({
      verdicts,
      artifacts,
      storedAt,
      rejects,
      ...(logPosition === undefined ? {} : { logPosition }),
    });
    const conflicts: RejectedRow[] = [];
    for (const [index, row] of waiting.entries()) {
      const outcome = outcomes[index];
      const verdict = verdicts[index];
      if (outcome === undefined || verdict === undefined)
        throw new Error(`the store answered ${outcomes.length} of ${verdicts.length} verdicts`);
      this.#lastId = verdictIdOf(outcome.key);
      if (outcome.outcome !== "rejected") this.#tally.rowDone(outcome.outcome);
      else
        this.#reject(
          row,
          verdict.axis,
          `${outcome.because}: this id is stored with another verdict, time or artifact; the first stays`,
          conflicts,
        );
    }
    // Only the store can see a conflict, so these rejects are kept one transaction later. A crash in between
    // loses no verdict and no count, only this note of rows that are still in their file.
    if (conflicts.length > 0)
      await this.#sink.recordVerdicts({ verdicts: [], artifacts: new Map(), storedAt, rejects: conflicts });
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

  #reject(row: Waiting, axis: string | null, reason: string, into: RejectedRow[]): void {
    const rejected: RejectedRow = {
      axis,
      file: row.file,
      line: row.line,
      reason,
      raw: row.raw.length * 3 <= maxRawBytes ? row.raw : rawOf(Buffer.from(row.raw)),
      seenAt: this.#context.now,
    };
    into.push(rejected);
    this.#tally.rowDone(rejected);
  }

  #countWithoutArtifact(row: Waiting, because: string): void {
    const known = this.#withoutArtifact.get(because);
    if (known === undefined) this.#withoutArtifact.set(because, { count: 1, first: row });
    else known.count += 1;
  }
}
