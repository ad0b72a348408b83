import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { builtCli } from "./built-cli.ts";

const root = join(import.meta.dirname, "../..");

/**
 * The runner of the crash points, compiled: a trial is a process, and compiling at each start would take longer than
 * the trial. It lies beside the build of the same sources.
 */
export function builtCrashRunner(): string {
  const beside = dirname(dirname(dirname(builtCli())));
  const folder = mkdtempSync(`${beside}-runner-`);
  const project = join(folder, "tsconfig.json");
  writeFileSync(
    project,
    JSON.stringify({
      extends: join(root, "tsconfig.json"),
      compilerOptions: { noEmit: false, rootDir: root, outDir: folder, allowImportingTsExtensions: false },
      include: [],
      files: [join(root, "test/support/crash-runner.ts")],
    }),
  );
  symlinkSync(join(root, "package.json"), join(folder, "package.json"));
  const compiler = join(root, "node_modules/.bin/tsc");
  const { stdout } = spawnSync(compiler, ["-p", project], { cwd: root, encoding: "utf8" });
  const runner = join(folder, "test/support/crash-runner.js");
  if (!existsSync(runner)) throw new Error(`the build made no ${runner}:\n${stdout}`);
  return runner;
}
