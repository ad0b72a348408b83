import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type App, openApp } from "../../src/app.ts";
import { type Clock, createClock } from "../../src/clock.ts";
import type { Grade } from "../../src/core/cycle.ts";
import { listBlindItems, type OpenItem } from "../../src/cycle/blind-items.ts";
import { readHistory } from "../../src/cycle/read-history.ts";
import { runMonth } from "../../src/cycle/run-month.ts";
import type { ShownRow } from "../../src/core/open-row.ts";
import type { RunSummary } from "../../src/core/run-summary.ts";
import { putSaltedDatabase } from "./salted-database.ts";

/** One line of a verdict log, with what a test wants to say of it. */
export interface LogLine {
  readonly axis?: string;
  readonly verdict: string | { readonly error: string };
  readonly at: string;
  readonly id: string;
  readonly text?: string;
  readonly rubric?: string;
  readonly model?: string;
  readonly score?: number;
  readonly cost_usd?: number;
}

export interface WorkspaceOptions {
  /** YAML of the config; messages go to stdout only, unless it says otherwise. */
  readonly config?: string;
  /** Axis names, each with further YAML lines of its file. */
  readonly axes?: Readonly<Record<string, string>>;
  /** `none`: the program makes it, with a salt of its own; else every draw is the same each time. */
  readonly database?: "none";
}

/** A founder's folder: a config, axis files, logs and a vault, in a temporary place, with the program's real parts behind it. */
export class Workspace {
  readonly folder: string;
  readonly configFile: string;
  /** What the stdout channel has written so far. */
  readonly messages: string[] = [];
  /** The last instant that the program has seen here. */
  #seen = 0;

  constructor(options: WorkspaceOptions = {}) {
    this.folder = mkdtempSync(join(tmpdir(), "improve-cron-"));
    this.configFile = this.write("improve-cron.yaml", options.config ?? "notify: [{ channel: stdout }]\n");
    this.write("logs/.keep", "");
    const axes = options.axes ?? { "verify-dispatch": "" };
    for (const [name, further] of Object.entries(axes)) this.writeAxis(name, further);
    if (options.database !== "none") putSaltedDatabase(this.path("state"));
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  write(name: string, text: string): string {
    const path = this.path(name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    return path;
  }

  read(name: string): string {
    return readFileSync(this.path(name), "utf8");
  }

  writeAxis(name: string, further = ""): string {
    const own = `axis: ${name}\nstatus: graduated\nverdict_log: ../logs/${name}.jsonl\n`;
    return this.write(`axes/${name}.yaml`, own + further);
  }

  /** Replaces the log of an axis. A verdict's artifact is its text, or its id where it has none. */
  writeLog(axis: string, lines: readonly LogLine[]): string {
    return this.write(`logs/${axis}.jsonl`, logText(axis, lines));
  }

  /** Adds to the log of an axis, as a critic does. */
  appendLog(axis: string, lines: readonly LogLine[]): void {
    appendFileSync(this.path(`logs/${axis}.jsonl`), logText(axis, lines));
  }

  /**
   * The program at an instant; the caller disposes of it, or uses `at`. At the same instant once more its clock goes on from
   * where it was: what was graded there before lies in the past, however long the grading took.
   */
  open(
    now: string | number,
    options: { step?: (name: string) => void; dryRun?: boolean; clock?: Clock } = {},
  ): Promise<App> {
    const at = typeof now === "number" ? now : Date.parse(now);
    return openApp({
      configFile: this.configFile,
      env: { PATH: process.env["PATH"] },
      cwd: this.folder,
      now: at,
      clock: options.clock ?? this.#clockFrom(at),
      dryRun: options.dryRun ?? false,
      write: (text) => this.messages.push(text),
      ...(options.step === undefined ? {} : { step: options.step }),
    });
  }

  #clockFrom(at: number): Clock {
    const passed = this.#seen - at;
    const clock = createClock(passed > 0 && passed < 60_000 ? this.#seen : at);
    const now = (): number => {
      this.#seen = clock.now();
      return this.#seen;
    };
    return { now, rehearsal: true };
  }

  /** Does something with the program at an instant and closes it again. */
  async at<Result>(now: string | number, work: (app: App) => Promise<Result>): Promise<Result> {
    const app = await this.open(now);
    try {
      return await work(app);
    } finally {
      await app[Symbol.asyncDispose]();
    }
  }

  /** The monthly job at an instant. */
  run(now: string | number, options: { month?: string; sampleTarget?: number } = {}): Promise<RunSummary> {
    return this.at(now, (app) =>
      runMonth(app.cycle, { month: options.month ?? null, sampleTarget: options.sampleTarget ?? null }),
    );
  }

  /** The founder grades every open item (of one axis) by what he reads; null leaves an item unanswered. */
  grade(
    now: string | number,
    gradeOf: (item: OpenItem) => Grade | null,
    axis: string | null = null,
  ): Promise<number> {
    return this.at(now, async (app) => {
      const items = await listBlindItems(app.cycle, { axis });
      const answers = items.flatMap((item) => {
        const grade = gradeOf(item);
        if (grade === null) return [];
        const observedAt = app.clock.now();
        return [{ ref: item.ref, grade, reason: null, by: "founder", at: null, observedAt, via: "import" }];
      });
      await app.localQueue.answer(answers);
      return answers.length;
    });
  }

  history(now: string | number, axis: string | null = null): Promise<readonly ShownRow[]> {
    return this.at(now, (app) => readHistory(app.cycle, { axis, since: null, asOf: null }));
  }

  dispose(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

function logText(axis: string, lines: readonly LogLine[]): string {
  return lines
    .map(({ text, ...rest }) => `${JSON.stringify({ axis, ...rest, artifact: { text: text ?? rest.id } })}\n`)
    .join("");
}

/**
 * Verdicts of one month, spread over its days: `pass` of them PASS and `fail` FAIL. Their texts begin with the critic's word,
 * so that a test's founder can tell them apart; ids are unique by month.
 */
export function monthOfVerdicts(
  month: string,
  counts: { readonly pass: number; readonly fail: number; readonly error?: number },
  further: Partial<LogLine> = {},
): readonly LogLine[] {
  const line = (verdict: LogLine["verdict"], word: string, index: number): LogLine => {
    const day = String(1 + (index % 27)).padStart(2, "0");
    const minute = String(index % 60).padStart(2, "0");
    const id = `${month}-${word}-${index}`;
    return { verdict, at: `${month}-${day}T15:${minute}:00Z`, id, text: `${word} text ${id}`, ...further };
  };
  return [
    ...Array.from({ length: counts.pass }, (_, index) => line("PASS", "pass", index)),
    ...Array.from({ length: counts.fail }, (_, index) => line("FAIL", "fail", index)),
    ...Array.from({ length: counts.error ?? 0 }, (_, index) => line({ error: "timeout" }, "error", index)),
  ];
}

/** A founder who agrees with the critic on everything that `monthOfVerdicts` makes. */
export function agrees(item: { readonly text: string }): Grade {
  return item.text.startsWith("pass") ? "PASS" : "FAIL";
}
