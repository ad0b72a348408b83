import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import Database from "better-sqlite3";
import { callProgram } from "../../support/call-program.ts";
import { codeOf } from "../bad-input.ts";

/** 5 June 2026: every verdict of the rows is of May. */
export const rehearsed = "2026-06-05T13:00:00Z";

interface IngestAnswer {
  readonly rejects: readonly { readonly line: number; readonly reason: string }[];
}

/** Writes a config with one axis into the folder above the logs. */
export function writeConfig(folder: string, further = ""): string {
  mkdirSync(join(folder, "axes"), { recursive: true });
  mkdirSync(join(folder, "logs"), { recursive: true });
  writeFileSync(join(folder, "axes/verify-dispatch.yaml"), "axis: verify-dispatch\nstatus: graduated\n");
  const config = join(folder, "improve-cron.yaml");
  writeFileSync(config, `notify: [{ channel: stdout }]\nvault_log: null\n${further}`);
  return config;
}

/**
 * Gives lines to the real `ingest` as one file in the folder of logs, and answers for each group what became of its last line:
 * the code of its refusal, or how the verdict stands in the database.
 */
export async function ingestOutcomes(
  logs: string,
  groups: readonly (readonly (string | Uint8Array)[])[],
): Promise<readonly string[]> {
  const folder = dirname(logs);
  const config = writeConfig(folder);
  const lines = groups.flat();
  const file = join(logs, "bad.jsonl");
  writeFileSync(
    file,
    Buffer.concat(
      lines.flatMap((line) => [typeof line === "string" ? Buffer.from(line) : line, Buffer.from("\n")]),
    ),
  );
  const args = ["ingest", file, "--config", config, "--now", rehearsed, "--json"];
  const { stdout, stderr } = await callProgram(args, { cwd: folder });
  if (stdout === "") throw new Error(stderr);
  const answer: IngestAnswer = JSON.parse(stdout);
  const reasons = new Map(answer.rejects.map(({ line, reason }) => [line, codeOf(reason)]));
  const database = new Database(join(folder, "state/improve-cron.db"), { readonly: true });
  try {
    const kinds = database.prepare<[string], { kind: string; because: string | null }>(
      "SELECT artifact_kind AS kind, artifact_text AS because FROM verdict WHERE external_id = ?",
    );
    let end = 0;
    return groups.map((group) => {
      end += group.length;
      const refused = reasons.get(end);
      if (refused !== undefined) return refused;
      const found = kinds.get(idIn(group.at(-1) ?? ""));
      if (found === undefined) return "neither stored nor refused";
      return `stored, ${found.kind}${found.kind === "none" ? ` (${found.because})` : ""}`;
    });
  } finally {
    database.close();
  }
}

function idIn(line: string | Uint8Array): string {
  const { id }: { readonly id: string } = JSON.parse(String(line));
  return id;
}
