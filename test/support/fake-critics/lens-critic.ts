import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** A report in part, laid over an empty one; or how a reader fails. */
type LensAnswer =
  | "hang"
  | "hang-for-good"
  | "crash"
  | "truncate"
  | "nonsense"
  | Readonly<Record<string, unknown>>;

/** What the readers of a panel answer, see `lens-critic.mjs`. */
export interface LensScript {
  readonly answers?: Readonly<Record<string, LensAnswer>>;
  readonly otherwise?: LensAnswer;
  /** The model that answers; the one that was asked for if not given. */
  readonly model?: string;
  readonly cost_usd?: number;
}

interface LensCall {
  readonly reader: string;
  readonly pid: number;
  readonly purpose: string;
  readonly instructions: string;
  readonly task: string;
  readonly input: readonly { readonly name: string; readonly text: string }[];
  readonly model: string | null;
  readonly limits: { readonly seconds: number; readonly cost_usd: number };
}

const program = join(import.meta.dirname, "lens-critic.mjs");

/** Writes what the readers answer from now on. */
export function scriptLenses(file: string, script: LensScript): void {
  writeFileSync(file, JSON.stringify(script));
}

/** The command of one reader, as a config has it. */
export function lensCommand(file: string, reader: string): string {
  return JSON.stringify([process.execPath, program, file, reader]);
}

/** What they were asked so far, in order. */
export function lensCalls(file: string): readonly LensCall[] {
  const calls = `${file}.calls`;
  if (!existsSync(calls)) return [];
  return readFileSync(calls, "utf8")
    .trimEnd()
    .split("\n")
    .map((line): LensCall => JSON.parse(line));
}
