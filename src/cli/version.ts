import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { programStamp } from "../config/program-stamp.ts";
import type { InstalledProgram } from "../daemon/program-watch.ts";

/** The version of the package that this file is part of; two folders up both in `src` and in `dist`. */
export function readVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
  const hasVersion = typeof manifest === "object" && manifest !== null && "version" in manifest;
  return hasVersion ? String(manifest.version) : "unknown";
}

/** The program that lies where this file was loaded from, which may be another one by now. */
export function installedProgram(): InstalledProgram {
  return { version: versionNow(), build: programStamp(fileURLToPath(new URL("..", import.meta.url))) };
}

/** An upgrade takes the old package away before the new one is there. */
function versionNow(): string {
  try {
    return readVersion();
  } catch {
    return "unknown";
  }
}
