import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readToken } from "./token.ts";

/** Where to grade: the page's address, and the links that bring the token along behind `#`, which no request carries. */
export interface GradingLink {
  readonly page: string;
  readonly link: string;
  /** The link to the report. */
  readonly report: string;
}

/** The links to the pages of the daemon of this state folder. Throws as `readToken`. */
export function gradingLink(stateFolder: string, port: number): GradingLink {
  const origin = `http://127.0.0.1:${port}`;
  const page = `${origin}/grade`;
  const token = readToken(stateFolder);
  return { page, link: `${page}#t=${token}`, report: `${origin}/report#t=${token}` };
}

/** The port of the daemon that runs on this state folder, by the note that it left; null where there is none that lives. */
export function servedPort(stateFolder: string): number | null {
  try {
    const note: unknown = JSON.parse(readFileSync(join(stateFolder, "serve.json"), "utf8"));
    if (typeof note !== "object" || note === null || !("pid" in note) || !("port" in note)) return null;
    process.kill(Number(note.pid), 0);
    return Number.isInteger(note.port) ? Number(note.port) : null;
  } catch {
    return null;
  }
}
