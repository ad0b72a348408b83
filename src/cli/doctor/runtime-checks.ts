import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { type Check, finding, fine } from "./check.ts";

const oldestNode: readonly [major: number, minor: number] = [20, 12];
const firstUntriedMajor = 25;

/** Whether this Node is one that the program is made for, by its version such as `20.12.0`. */
export function checkNodeVersion(version: string): Check {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const [oldestMajor, oldestMinor] = oldestNode;
  const tooOld = major < oldestMajor || (major === oldestMajor && minor < oldestMinor);
  if (!tooOld && major < firstUntriedMajor) return fine("node", `Node ${version}`);
  return finding(
    "node",
    `Node ${version} is not one of ${oldestNode.join(".")} to ${firstUntriedMajor - 1}`,
    "Install Node 20, 22 or 24 and run `npm ci` with it.",
  );
}

/**
 * Whether the native module of better-sqlite3 loads and works. Tried in a process of its own:
 * a module that was built for another Node can take the whole process down with it.
 */
export async function checkNativeModule(node: string = process.execPath): Promise<Check> {
  const packageFolder = fileURLToPath(new URL("../../..", import.meta.url));
  const script =
    'new (require("better-sqlite3"))(":memory:").prepare("SELECT sqlite_version()").pluck().get()';
  const outcome = await new Promise<{ error: Error | null; stdout: string; stderr: string }>((resolve) => {
    execFile(node, ["-p", script], { cwd: packageFolder, timeout: 20_000 }, (error, stdout, stderr) =>
      resolve({ error, stdout, stderr }),
    );
  });
  if (outcome.error === null)
    return fine("native module", `better-sqlite3 loads, SQLite ${outcome.stdout.trim()}`);
  const said =
    outcome.stderr.split("\n").find((line) => /Error|bindings/.test(line)) ?? outcome.error.message;
  return finding(
    "native module",
    `better-sqlite3 does not load in Node ${process.version} (ABI ${process.versions.modules}, ${process.platform} ${process.arch}): ${said.trim()}`,
    "Run `npm rebuild better-sqlite3` with the Node that runs this program, or `npm ci` where it was never built.",
  );
}
