import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Workspace } from "./workspace.ts";

const program = join(import.meta.dirname, "fake-critics/scripted-critic.mjs");

/** What the critic of `fake-critics/scripted-critic.mjs` does, see there. */
export interface CriticScript {
  readonly model?: string;
  readonly version?: string;
  readonly cost?: number;
  readonly fail?: readonly { readonly has: string; readonly needs?: string }[];
  readonly error?: string;
  readonly generate?: unknown;
  readonly isUnsteady?: boolean;
}

/** Writes what the critic does from now on. */
export function writeCritic(workspace: Workspace, script: CriticScript): void {
  const { isUnsteady, ...rest } = script;
  const files = {
    log: workspace.path("critic-calls.jsonl"),
    ...(isUnsteady ? { unsteady: workspace.path("seen.json") } : {}),
  };
  workspace.write("critic.json", JSON.stringify({ ...rest, ...files }));
}

/** The lines of an axis file that name this critic. */
export function criticLines(workspace: Workspace): string {
  return `critic: { command: ${JSON.stringify([process.execPath, program, workspace.path("critic.json")])} }\n`;
}

/** What it was asked so far, in order. */
export function criticCalls(
  workspace: Workspace,
): readonly { readonly request: string; readonly rubric: string; readonly artifact: string }[] {
  const file = workspace.path("critic-calls.jsonl");
  return existsSync(file)
    ? readFileSync(file, "utf8")
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => JSON.parse(line))
    : [];
}
