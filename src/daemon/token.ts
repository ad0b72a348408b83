import { randomBytes } from "node:crypto";
import { chmodSync, linkSync, lstatSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ImproveCronError, messageOf } from "../errors.ts";

/** Shorter ones can be guessed. */
const shortest = 32;

/**
 * The token that callers of `POST /verdicts` show: the content of `token` in the state folder, made once, 32 random
 * bytes in hex, readable for its owner alone. Throws `config` where the file holds no usable token, `io` where it
 * cannot be read or made.
 */
export function readToken(stateFolder: string): string {
  const file = join(stateFolder, "token");
  try {
    if (lstatSync(file, { throwIfNoEntry: false }) === undefined) makeToken(file);
    if ((lstatSync(file).mode & 0o077) !== 0) chmodSync(file, 0o600);
    const token = readFileSync(file, "utf8").trim();
    if (token.length >= shortest && /^[!-~]+$/.test(token)) return token;
  } catch (error) {
    throw new ImproveCronError(
      "io",
      `the token file ${file} cannot be read or made: ${messageOf(error)}`,
      "Check that the state folder belongs to you and is writable.",
      error,
    );
  }
  throw new ImproveCronError(
    "config",
    `the token file ${file} holds no token of at least ${shortest} letters and digits`,
    "Delete it: a new one is made at the next start. Programs that post verdicts then need the new one.",
  );
}

/** Linked into place: whoever sees the file sees all of it, and of two that start at once one makes it. */
function makeToken(file: string): void {
  const fresh = `${file}.${process.pid}.new`;
  rmSync(fresh, { force: true });
  writeFileSync(fresh, `${randomBytes(32).toString("hex")}\n`, { mode: 0o600, flag: "wx" });
  try {
    linkSync(fresh, file);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  } finally {
    rmSync(fresh, { force: true });
  }
}
