import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Door, TriedDoor } from "./bad-input.ts";
import { artifactPaths } from "./doors/artifact-path.ts";
import { axisEdits, axisFiles } from "./doors/axis-file.ts";
import { configFiles } from "./doors/config-file.ts";
import { httpRequests } from "./doors/http-request.ts";
import { recordFlags } from "./doors/record-flag.ts";
import { clockZones } from "./doors/clock-zone.ts";
import { commandLines } from "./doors/command-line.ts";
import { criticAnswers } from "./doors/critic-answer.ts";
import { databaseFiles } from "./doors/database-file.ts";
import { figures } from "./doors/figures.ts";
import { goldFiles } from "./doors/gold-file.ts";
import { messages } from "./doors/message.ts";
import { notionAnswers } from "./doors/notion-answer.ts";
import { queueFiles } from "./doors/queue-file.ts";
import { reportCells } from "./doors/report-cell.ts";
import { vaultLogs } from "./doors/vault-log.ts";
import { verdictLines } from "./doors/verdict-line.ts";

/** Every door of the program, with all that is tried on it. */
export const doors: readonly Door[] = [
  verdictLines,
  artifactPaths,
  recordFlags,
  httpRequests,
  configFiles,
  axisFiles,
  axisEdits,
  queueFiles,
  goldFiles,
  notionAnswers,
  vaultLogs,
  messages,
  criticAnswers,
  commandLines,
  databaseFiles,
  clockZones,
  reportCells,
  figures,
];

/** Tries all inputs of a door, in a folder that is gone afterwards. */
export async function tryDoor(door: Door): Promise<TriedDoor> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "improve-cron-door-")));
  try {
    return { door, outcomes: await door.tryAll(folder) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
