// Prints what run-improve-cron.sh has to do before the program can start: `install`, `build` or `ready`.
// With `--installed DIR` it judges a folder that `npm ci` has just filled instead, and marks it when it is whole.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { installStamp, sourceStamp } from "./source-stamp.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const place = process.argv[2] === "--installed" ? (process.argv[3] ?? root) : root;
const markOfInstall = join(place, "node_modules", ".improve-cron-stamp");
const markOfBuild = join(root, "dist", ".stamp");

if (!isInstalled()) {
  console.log("install");
} else if (readOrNull(markOfBuild)?.trim() !== sourceStamp(root)) {
  console.log("build");
} else {
  console.log("ready");
}

/** A folder without our mark may be somebody's own `npm ci`: it is taken as it is when it fits. */
function isInstalled() {
  const stamp = installStamp(root);
  if (readOrNull(markOfInstall)?.trim() === stamp) return true;
  const problem = whatIsMissing();
  if (problem !== null) {
    if (place !== root) console.error(problem);
    return false;
  }
  writeFileSync(markOfInstall, `${stamp}\n`);
  return true;
}

/** The first package that is not what the lockfile asks for, or the native module if this Node cannot load it. */
function whatIsMissing() {
  const wanted = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")).packages ?? {};
  for (const [path, { version, link, optional, devOptional, peer }] of Object.entries(wanted)) {
    // Packages for other platforms are in the lockfile and rightly not in the folder.
    if (path === "" || link === true || optional === true || devOptional === true || peer === true) continue;
    if (!path.startsWith("node_modules/")) continue;
    const manifest = readOrNull(join(place, path, "package.json"));
    if (manifest === null) return `${path} is not installed`;
    if (JSON.parse(manifest).version !== version) return `${path} is not version ${version}`;
  }
  return nativeProblem();
}

function nativeProblem() {
  if (!existsSync(join(place, "node_modules", "better-sqlite3"))) return null;
  try {
    const Database = createRequire(join(place, "package.json"))("better-sqlite3");
    new Database(":memory:").close();
    return null;
  } catch (error) {
    return `better-sqlite3 does not load with Node ${process.version}: ${error.message}`;
  }
}

function readOrNull(file) {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (error.code === "ENOENT" || error.code === "ENOTDIR") return null;
    throw error;
  }
}
