import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

type Answer = "PASS" | "FAIL" | "hang" | "crash" | "garbage" | CriticError;

interface CriticError {
  readonly error: { readonly kind: string; readonly message: string };
}

interface ScriptedProbe {
  readonly artifact: string;
  readonly failure_mode: string;
  readonly exploited_clause: string;
  readonly why_it_fails: string;
}

type Written = { readonly probes: readonly ScriptedProbe[] } | Exclude<Answer, "PASS" | "FAIL">;

/** What a critic for probes answers. A list is one answer after the other, of which the last stays. */
export interface CriticScript {
  readonly generate?: Written | readonly Written[];
  /** The first rule whose text is in the artifact, unless the rubric has the other text. */
  readonly rules?: readonly {
    readonly has: string;
    readonly unless_rubric?: string;
    readonly answers: Answer | readonly Answer[];
  }[];
  /** Where no rule fits; FAIL if not given. */
  readonly otherwise?: Answer | readonly Answer[];
  readonly model?: string;
  readonly version?: string;
  readonly cost_usd?: number;
}

interface ScriptedCall {
  readonly request: "judge" | "generate";
  readonly axis?: string;
  readonly rubric?: string;
  readonly artifact?: string;
  readonly purpose?: string;
  readonly instructions?: string;
  readonly task?: string;
  readonly input?: readonly { readonly name: string; readonly text: string }[];
  /** The folder that it ran in. */
  readonly cwd: string;
}

const program = join(import.meta.dirname, "probe-critic.mjs");

/** Writes the script of a critic and answers its command, as an axis file has it. Written again, it answers differently from then on. */
export function scriptCritic(file: string, script: CriticScript): string {
  writeFileSync(file, JSON.stringify(script));
  return JSON.stringify([process.execPath, program, file]);
}

/** What a critic for probes was asked so far. */
export function callsOf(file: string): readonly ScriptedCall[] {
  const calls = `${file}.calls`;
  if (!existsSync(calls)) return [];
  return readFileSync(calls, "utf8")
    .trimEnd()
    .split("\n")
    .map((line): ScriptedCall => JSON.parse(line));
}

/** A probe as a generator writes it. */
export function scriptedProbe(artifact: string, mode: string): ScriptedProbe {
  return {
    artifact,
    failure_mode: mode,
    exploited_clause: `the clause on ${mode}`,
    why_it_fails: `It fails for ${mode}.`,
  };
}
