import { closeSync } from "node:fs";
import type { Axis } from "../core/axis.ts";
import type { FactMemory, VerdictSink } from "../core/intake.ts";
import { expandLogPath, findRotated, openLog } from "./log-files.ts";

/** What is said of a log that was read up to this line and is not there any more: the month of its axis waits for it. */
export function goneWords(line: number): string {
  return (
    `the log, read up to its line ${line}, is not there any more, nor beside its place, and the month of its axis waits ` +
    "for it: put it back. If it is gone for good, put an empty file in its place (touch) or take it out of the axis file; " +
    "what was read of it stays"
  );
}

/** The logs of an axis that were read and are not there any more, nor beside their places; nothing is read of any. */
export async function findGoneLogs(
  axis: Pick<Axis, "name" | "verdictLog">,
  memory: Pick<VerdictSink & FactMemory, "readLogPosition">,
): Promise<readonly { readonly file: string; readonly line: number }[]> {
  if (axis.verdictLog === null) return [];
  const gone: { readonly file: string; readonly line: number }[] = [];
  for (const file of expandLogPath(axis.verdictLog)) {
    const opening = openLog(file);
    if (opening.kind === "open") closeSync(opening.log.fd);
    const before = opening.kind === "missing" ? await memory.readLogPosition(axis.name, file) : null;
    if (before === null) continue;
    const rotated = findRotated(file, before);
    for (const log of rotated) closeSync(log.fd);
    if (rotated.length === 0) gone.push({ file, line: before.line });
  }
  return gone;
}
