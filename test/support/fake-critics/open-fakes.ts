import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { CriticKind, CriticSpec } from "../../../src/core/critic-spec.ts";
import type { Critics, JudgeOutcome } from "../../../src/critics/critic.ts";
import { type CriticsOptions, openCritics } from "../../../src/critics/open-critics.ts";

const program = join(import.meta.dirname, "fake-critic.mjs");

/** What the fake was given, as it saw it. */
export interface SeenCall {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly stdin: string | null;
  readonly cwd: string;
  readonly files: readonly string[];
}

export interface Fakes {
  readonly folder: string;
  readonly critics: Critics;
  readonly judge: (kind: CriticKind, scene: string, facts?: Partial<CriticSpec>) => Promise<JudgeOutcome>;
  /** Only where the spec passes FAKE_RECORD on. */
  readonly seen: () => readonly SeenCall[];
  /** The ids of the fake's processes, where the spec passes FAKE_PIDS on. */
  readonly processes: () => readonly number[];
}

const now = Date.UTC(2026, 5, 1, 9);

/** The shortest limits that leave a loaded machine time to start Node. */
const limits = { outputBytes: 3 * 1024 * 1024, graceMs: 300, lingerMs: 300 };

export const request = {
  axis: "verify-dispatch",
  rubric: "1. **Goal.**\n2. **Check.** It names a check.",
  artifact: "Write the release notes.",
};

/** A critic of a kind that plays a scene of the fake. */
export function specOf(kind: CriticKind, scene: string, facts: Partial<CriticSpec> = {}): CriticSpec {
  return {
    kind,
    command: [process.execPath, program, scene],
    model: null,
    env: ["FAKE_PIDS"],
    timeoutMs: 30_000,
    maxCostUsd: 1,
    ...facts,
  };
}

/** Critics that are real child processes of scripted behaviour; all is gone when the test ends. */
export function openFakes(
  environment: Readonly<Record<string, string | undefined>> = {},
  options: Partial<CriticsOptions> = {},
): Fakes {
  const folder = mkdtempSync(join(tmpdir(), "fake-critics-"));
  const record = join(folder, "record.jsonl");
  const pids = join(folder, "pids");
  const critics = openCritics({
    environment: {
      PATH: process.env["PATH"],
      HOME: folder,
      FAKE_RECORD: record,
      FAKE_PIDS: pids,
      ...environment,
    },
    home: folder,
    now: () => now,
    zone: "America/New_York",
    ...options,
    limits: { ...limits, ...options.limits },
  });
  onTestFinished(async () => {
    await critics[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    folder,
    critics,
    judge: (kind, scene, facts) => critics.open(specOf(kind, scene, facts)).judge(request),
    seen: () => linesOf(record).map((line): SeenCall => JSON.parse(line)),
    processes: () => linesOf(pids).map(Number),
  };
}

function linesOf(file: string): readonly string[] {
  return existsSync(file) ? readFileSync(file, "utf8").trimEnd().split("\n") : [];
}

/** Whether a process lives; one that has ended and waits for its parent to ask is dead enough. */
export function lives(pid: number): boolean {
  const state = spawnSync("ps", ["-o", "stat=", "-p", String(pid)], { encoding: "utf8" }).stdout.trim();
  return state !== "" && !state.startsWith("Z");
}
