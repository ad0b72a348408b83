import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Leaves a note of this daemon in the state folder, `serve.json` with pid, port and start, for people and scripts.
 * Nothing is decided by it: a daemon that was killed leaves it behind, and one that cannot write it runs all the same.
 */
export function noteServing(
  stateFolder: string,
  serving: { readonly port: number; readonly started: number },
): void {
  const file = join(stateFolder, "serve.json");
  const started = new Date(serving.started).toISOString();
  const text = `${JSON.stringify({ pid: process.pid, port: serving.port, started })}\n`;
  attempt(() => {
    writeFileSync(`${file}.${process.pid}.new`, text, { mode: 0o600 });
    renameSync(`${file}.${process.pid}.new`, file);
  });
}

/** Takes the note away, where it is this daemon's. */
export function noteStopped(stateFolder: string): void {
  const file = join(stateFolder, "serve.json");
  attempt(() => {
    const note: unknown = JSON.parse(readFileSync(file, "utf8"));
    if (typeof note === "object" && note !== null && "pid" in note && note.pid === process.pid) rmSync(file);
  });
}

function attempt(work: () => void): void {
  try {
    work();
  } catch {
    // A convenience for people, worth no failure.
  }
}
