import { createHash } from "node:crypto";
import {
  closeSync,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, isAbsolute, join } from "node:path";
import type { Copy } from "./compiled-config.ts";
import type { Environment } from "./environment.ts";

/** Where the copy of a config lies. */
export function copyFileOf(configFile: string, env: Environment): string {
  const name = createHash("sha256").update(realpathSync.native(configFile)).digest("hex").slice(0, 32);
  return join(cacheFolder(env), `config-${name}.json`);
}

/** $XDG_CACHE_HOME where it is absolute, as its specification says, else what the system uses. */
function cacheFolder(env: Environment): string {
  const { XDG_CACHE_HOME: named, HOME: home = "/" } = env;
  if (named !== undefined && isAbsolute(named)) return join(named, "improve-cron");
  return join(home, process.platform === "darwin" ? "Library/Caches" : ".cache", "improve-cron");
}

/** The copy, if it is whole and nobody else could have written it: it says which database verdicts go into. */
export function readCopy(file: string): Copy | null {
  let fd: number;
  try {
    fd = openSync(file, "r");
  } catch {
    return null;
  }
  try {
    const { uid, mode } = fstatSync(fd);
    if (uid !== process.getuid?.() || (mode & 0o022) !== 0) return null;
    const bytes = readFileSync(fd);
    const end = bytes.length - markBytes;
    if (end < 0 || bytes.readInt32LE(end) !== checksumOf(bytes.subarray(0, end))) return null;
    return parseCopy(bytes.toString("utf8", 0, end));
  } finally {
    closeSync(fd);
  }
}

/** With its checksum right it is what this program wrote; `isTrue` asks which build of it. */
function parseCopy(json: string): Copy {
  const copy: Copy = JSON.parse(json);
  return copy;
}

/** Writes the copy whole or not at all, for its user alone. */
export function writeCopy(file: string, copy: Copy): void {
  const json = JSON.stringify(copy);
  const text = Buffer.from(json + " ".repeat(markBytes - (Buffer.byteLength(json) % markBytes)));
  const mark = Buffer.alloc(markBytes);
  mark.writeInt32LE(checksumOf(text));
  const partial = `${file}.${process.pid}`;
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  try {
    writeFileSync(partial, Buffer.concat([text, mark]), { mode: 0o600, flag: "wx" });
    renameSync(partial, file);
  } catch (error) {
    rmSync(partial, { force: true });
    throw error;
  }
}

/** The checksum stands at the end, after a text whose length is a multiple of its own. */
const markBytes = 4;

/**
 * FNV-1a over 32-bit words: tells a file that a crash or a full disk cut short, or a bad disk changed. It is no defence
 * against a person, who could as well write to the database.
 */
function checksumOf(text: Uint8Array): number {
  const words = new DataView(text.buffer, text.byteOffset, text.length);
  let sum = 0x811c9dc5 | 0;
  for (let at = 0; at + markBytes <= text.length; at += markBytes) {
    sum = Math.imul(sum ^ words.getInt32(at, true), 0x01000193);
  }
  return sum;
}
