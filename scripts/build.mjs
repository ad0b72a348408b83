// Builds src into dist: compiled and bundled in a new folder first, which then takes dist's name, so that nobody ever
// sees half a build. A build that fails leaves the old one in place.
import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { existsSync, readdirSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { bundleEntry } from "./bundle-entry.mjs";
import { sourceStamp } from "./source-stamp.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const built = join(root, "dist");
const fresh = `${built}.tmp-${process.pid}`;
const old = `${built}.old-${process.pid}`;

removeLeftovers();
// The stamp is taken before the compiler reads: a file that changes meanwhile makes the next build, not a wrong one.
const stamp = sourceStamp(root);
const compilerCode = compile(fresh);
if (compilerCode !== 0) giveUp(compilerCode);
try {
  await bundleEntry(fresh, stamp);
} catch (error) {
  console.error(error);
  giveUp(1);
}
if (existsSync(built)) renameSync(built, old);
renameSync(fresh, built);
rmSync(old, { recursive: true, force: true });

function giveUp(code) {
  rmSync(fresh, { recursive: true, force: true });
  process.exit(code);
}

function compile(folder) {
  const require = createRequire(import.meta.url);
  const manifest = require.resolve("typescript/package.json");
  const compiler = join(dirname(manifest), require(manifest).bin.tsc);
  const project = join(root, "tsconfig.build.json");
  const result = spawnSync(process.execPath, [compiler, "-p", project, "--outDir", folder], {
    cwd: root,
    stdio: "inherit",
  });
  if (result.error !== undefined) throw result.error;
  return result.status ?? 1;
}

/** What a build that was killed has left behind; folders of builds that still run stay. */
function removeLeftovers() {
  for (const name of readdirSync(root)) {
    const pid = /^dist\.(?:tmp|old)-(\d+)$/.exec(name)?.[1];
    if (pid !== undefined && !isRunning(Number(pid))) rmSync(join(root, name), { recursive: true, force: true });
  }
}

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}
