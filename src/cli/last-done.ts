import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "../config/config.ts";

/** What `doctor` wants to know the age of. */
export type DoneName = "backup" | "notify-test";

export interface LastDone {
  readonly at: number;
  readonly ok: boolean;
  /** What it was done with: the backup's file; the channels that were tried. */
  readonly what: string;
}

/**
 * Leaves a note in the state folder of when something was last done. Nothing is decided by it, so one that cannot be written is
 * no failure.
 */
export function noteDone(stateFolder: string, name: DoneName, done: LastDone): void {
  const file = join(stateFolder, `last-${name}.json`);
  try {
    writeFileSync(`${file}.${process.pid}.new`, `${JSON.stringify(done)}\n`, { mode: 0o600 });
    renameSync(`${file}.${process.pid}.new`, file);
  } catch {
    // See above.
  }
}

/** The note; null where there is none that can be read. */
export function readDone(stateFolder: string, name: DoneName): LastDone | null {
  try {
    const note: unknown = JSON.parse(readFileSync(join(stateFolder, `last-${name}.json`), "utf8"));
    if (typeof note !== "object" || note === null) return null;
    if (!("at" in note) || typeof note.at !== "number" || !Number.isFinite(note.at)) return null;
    return {
      at: note.at,
      ok: "ok" in note && note.ok === true,
      what: "what" in note ? String(note.what) : "",
    };
  } catch {
    return null;
  }
}

/** The kinds of the channels in their order: no address, since those are as good as passwords. */
export function channelsText(notify: Config["notify"]): string {
  return notify.map(({ channel }) => channel).join(" ");
}
