import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** What the build is made from, beside the TypeScript that comes with the lockfile. */
const sources = [
  "src",
  "migrations",
  "tsconfig.json",
  "tsconfig.build.json",
  "package.json",
  "package-lock.json",
  "scripts/build.mjs",
  "scripts/bundle-entry.mjs",
  "scripts/keep-compiled-code.cjs",
];

/** A fingerprint of everything that the build reads: names and contents, in the order of the names. */
export function sourceStamp(root) {
  const hash = createHash("sha256");
  for (const file of sources.flatMap((source) => listFiles(root, source))) {
    hash.update(JSON.stringify([file, readFileSync(join(root, file)).toString("base64")]));
  }
  return hash.digest("hex");
}

/** A fingerprint of what `npm ci` would install here: the lockfile, and the Node that native modules are made for. */
export function installStamp(root) {
  const { platform, arch, versions } = process;
  return createHash("sha256")
    .update(JSON.stringify([platform, arch, versions.modules]))
    .update(readFileSync(join(root, "package-lock.json")))
    .digest("hex");
}

function listFiles(root, path) {
  const whole = join(root, path);
  if (!existsSync(whole)) return [];
  const entries = readEntries(whole);
  if (entries === null) return [path];
  return entries.flatMap((name) => listFiles(root, `${path}/${name}`));
}

/** The names in a folder in code-unit order; null for a file. */
function readEntries(path) {
  try {
    return readdirSync(path).sort();
  } catch (error) {
    if (error.code === "ENOTDIR") return null;
    throw error;
  }
}
