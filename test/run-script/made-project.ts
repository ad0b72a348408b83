import { execFileSync, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

export const repository = dirname(dirname(import.meta.dirname));

/** A program of a few lines in the place of ours: what it was given, and the ways in which a program can end. */
const program = `
const words = process.argv.slice(2);
const given = { words, cwd: process.cwd(), config: process.env["IMPROVE_CRON_CONFIG"] ?? null, node: process.env["FOUND_NODE"] ?? null };
process.stderr.write("a notice\\n");
process.stdout.write(JSON.stringify(given) + "\\n");
if (words.includes("--echo")) process.stdin.pipe(process.stdout);
if (words.includes("--wait")) {
  process.on("SIGTERM", () => { process.stdout.write("stopped\\n"); process.exit(7); });
  setInterval(() => {}, 1000);
}
process.exitCode = Number(process.env["FIXTURE_CODE"] ?? 0);
`;

/** And of a few words in the place of the light `record`. */
const record = `
export const startRecord = (_args: readonly string[], takeOrdinaryPath: (stdin: Buffer | null) => unknown): void => {
  takeOrdinaryPath(null);
};
`;

const history = `
export const startHistory = async (_args: readonly string[], takeOrdinaryPath: (stdin: null) => unknown): Promise<void> => {
  takeOrdinaryPath(null);
};
`;

export interface MadeProject {
  /** Everything of this project lies here: removing it removes the project. */
  readonly place: string;
  readonly root: string;
  readonly script: string;
  readonly home: string;
}

/**
 * The real script, build and compiler around a small program with one package, which a real `npm ci` installs from a
 * tarball beside it: no network, nothing to compile but the program.
 */
export function makeProject(): MadeProject {
  const place = realpathSync(mkdtempSync(join(tmpdir(), "run script ")));
  const root = join(place, "project");
  const home = join(place, "home");
  for (const folder of [home, join(root, "src", "cli"), join(root, "config"), join(place, "node_modules")]) {
    mkdirSync(folder, { recursive: true });
  }
  for (const name of ["typescript", "@typescript", "@types", "rolldown"]) {
    symlinkSync(join(repository, "node_modules", name), join(place, "node_modules", name));
  }
  for (const name of ["run-improve-cron.sh", "scripts", "tsconfig.json", "tsconfig.build.json"]) {
    cpSync(join(repository, name), join(root, name), { recursive: true });
  }
  writeFileSync(join(root, "src", "cli", "main.ts"), program);
  writeFileSync(join(root, "src", "record.ts"), record);
  writeFileSync(join(root, "src", "history.ts"), history);
  cpSync(join(repository, "src", "entry.cjs"), join(root, "src", "entry.cjs"));
  writeFileSync(join(root, "config", "improve-cron.yaml"), 'state: "./the state" # kept here\n');
  writePackage({ place, root, script: "", home }, "1.0.0");
  return { place, root, script: join(root, "run-improve-cron.sh"), home };
}

/** Gives the project's one package another version, as an edit of the lockfile would. */
export function writePackage({ place, root }: MadeProject, version: string): void {
  const folder = join(place, "package");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "words", version }));
  const tarball = join(place, `words-${version}.tgz`);
  execFileSync("tar", ["-czf", tarball, "-C", place, "package"]);
  const integrity = `sha512-${createHash("sha512").update(readFileSync(tarball)).digest("base64")}`;
  const manifest = {
    name: "fixture",
    version: "1.0.0",
    type: "module",
    dependencies: { words: `file:${tarball}` },
  };
  const packages = {
    "": { name: "fixture", version: "1.0.0", dependencies: manifest.dependencies },
    "node_modules/words": { version, resolved: `file:${tarball}`, integrity },
  };
  writeFileSync(join(root, "package.json"), JSON.stringify(manifest));
  writeFileSync(
    join(root, "package-lock.json"),
    JSON.stringify({ name: "fixture", version: "1.0.0", lockfileVersion: 3, requires: true, packages }),
  );
}

export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export interface RunOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string;
  /** Called once with the pid when the program has said something on stdout. */
  readonly onOutput?: (pid: number) => void;
}

/** Runs the script as cron would: a bare PATH, a home folder, and nothing else in the environment. */
export function runScript(
  project: MadeProject,
  words: readonly string[],
  options: RunOptions & { readonly script?: string } = {},
): Promise<Ended> {
  const child = spawn(options.script ?? project.script, words, {
    cwd: options.cwd ?? project.home,
    env: { PATH: "/usr/bin:/bin", HOME: project.home, ...withNode(), ...options.env },
    stdio: "pipe",
  });
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => {
    if (out.length === 0 && child.pid !== undefined) options.onOutput?.(child.pid);
    out.push(chunk);
  });
  child.stderr.on("data", (chunk: Buffer) => err.push(chunk));
  // A program that ends before it read its input is no failure of the test.
  child.stdin.on("error", () => {});
  child.stdin.end(options.input ?? "");
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) =>
      resolve({ code, out: Buffer.concat(out).toString(), err: Buffer.concat(err).toString() }),
    );
  });
}

/** Where the Node of these tests is none that a bare PATH finds, it is named. */
function withNode(): Record<string, string> {
  return dirname(process.execPath) === "/usr/bin" ? {} : { IMPROVE_CRON_NODE: process.execPath };
}
