import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { callProgram } from "../../support/call-program.ts";
import { codeOf } from "../bad-input.ts";
import type { Line } from "./json-rows.ts";

interface ImportAnswer {
  readonly rejects: readonly { readonly line: number; readonly reason: string }[];
}

/** Gives all lines to a real command as one file and answers for each the code of its refusal, or `taken`. */
export async function fileOutcomes(
  command: readonly string[],
  lines: readonly Line[],
  place: { readonly folder: string; readonly config: string; readonly now: string },
): Promise<readonly string[]> {
  const file = join(place.folder, "bad-rows.jsonl");
  writeFileSync(file, Buffer.concat(lines.flatMap((line) => [Buffer.from(line), Buffer.from("\n")])));
  const args = [...command, file, "--config", place.config, "--now", place.now, "--json"];
  const { stdout, stderr } = await callProgram(args, { cwd: place.folder });
  if (stdout === "") throw new Error(stderr);
  const answer: ImportAnswer = JSON.parse(stdout);
  const reasons = new Map(answer.rejects.map(({ line, reason }) => [line, codeOf(reason)]));
  return lines.map((_, index) => reasons.get(index + 1) ?? "taken");
}
