import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { interleave, type Side } from "./compare.ts";
import { importInto, openBenchStore, removeDatabase } from "./import-log.ts";
import { writeVerdictLog } from "./made-verdicts.ts";
import { type Goal, type Row, resultOf } from "./result.ts";

/** The newest of each that runs on Node 20 (promptfoo from 0.122 on wants Node 22). */
const versions = { promptfoo: "0.121.20", evalite: "0.19.0" } as const;
type Peer = keyof typeof versions;

/** Installs what is compared with into a folder outside the repository, each in a folder of its own; what is there stays. */
export function installPeers(folder: string, progress: (text: string) => void): void {
  const root = join(import.meta.dirname, "../..");
  if (!relative(root, folder).startsWith(".."))
    throw new Error("--peers must name a folder outside the repository");
  for (const [name, version] of Object.entries(versions)) {
    const place = join(folder, name);
    if (existsSync(join(place, "node_modules", name, "package.json"))) continue;
    progress(`installing ${name} ${version} into ${place}`);
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, "package.json"), '{ "private": true }\n');
    const install = ["install", "--no-audit", "--no-fund", "--loglevel=error", `${name}@${version}`];
    const { status, stderr } = spawnSync("npm", install, { cwd: place, encoding: "utf8" });
    if (status !== 0) progress(`${name} could not be installed: ${stderr.trim().split("\n").at(-1) ?? ""}`);
  }
  const python = join(folder, "venv/bin/python");
  if (existsSync(python)) return;
  progress(`installing scikit-learn into ${folder}`);
  spawnSync("python3", ["-m", "venv", join(folder, "venv")]);
  spawnSync(python, ["-m", "pip", "install", "--quiet", "scikit-learn"]);
}

/** The Python that has scikit-learn, where it was installed with the peers. */
export function pythonOf(folder: string | null): string {
  const installed = folder === null ? "" : join(folder, "venv/bin/python");
  return existsSync(installed) ? installed : "python3";
}

/**
 * G4: rows stored a second, against promptfoo's `import` and evalite's storage. Each stores what the user has, in its own shape:
 * ours with key, check and counts, promptfoo an OpenAI Evals export (a run of ten rows is subtracted, which is its start), evalite
 * a result and a score for each row.
 */
export async function measurePeers(
  folder: string,
  peers: string | null,
  rows: number,
  rounds: number,
): Promise<readonly Row[]> {
  const [log, ten] = [join(folder, "peers.jsonl"), join(folder, "ten.jsonl")];
  const [evals, tenEvals] = [join(folder, "evals.jsonl"), join(folder, "ten-evals.jsonl")];
  writeVerdictLog(log, rows);
  writeVerdictLog(ten, 10);
  writeFileSync(evals, evalsOf(log));
  writeFileSync(tenEvals, evalsOf(ten));
  const database = join(folder, "peers.db");
  const ours = "rows stored by an import";
  const perSecond = (ms: number): number => (rows / ms) * 1000;
  const sides: Side[] = [
    {
      name: ours,
      run: async () => {
        removeDatabase(database);
        await (await openBenchStore(database)).close();
        return perSecond(await importInto(database, log));
      },
    },
  ];
  const names = {
    promptfoo: `promptfoo ${versions.promptfoo} import`,
    evalite: `evalite ${versions.evalite} storage`,
  };
  const packageOf = (name: Peer): string => join(peers ?? "", name, "node_modules", name);
  const broken = new Map<Peer, string>();
  const tries: Record<Peer, () => number> = {
    promptfoo: () =>
      perSecond(
        importByPromptfoo(folder, packageOf("promptfoo"), evals) -
          importByPromptfoo(folder, packageOf("promptfoo"), tenEvals),
      ),
    evalite: () => perSecond(storeByEvalite(folder, packageOf("evalite"), log)),
  };
  for (const name of ["promptfoo", "evalite"] as const) {
    if (!existsSync(join(packageOf(name), "package.json")))
      broken.set(name, "it is not installed (--peers FOLDER installs it)");
    else sides.push({ name: names[name], run: tries[name] });
  }
  const times = await interleave(sides, rounds);
  for (const file of [log, ten, evals, tenEvals]) rmSync(file);
  removeDatabase(database);
  const line = { goal: "G4" satisfies Goal, what: ours } as const;
  return (["promptfoo", "evalite"] as const).map((name) => {
    const because = broken.get(name);
    if (because !== undefined) return { ...line, against: names[name], because };
    const limit = name === "promptfoo" ? 40 : 6;
    return resultOf(times, { ...line, against: names[name], limit, sense: "at-least", unit: "rows/s" });
  });
}

/** The rows as an export of OpenAI Evals has them. */
function evalsOf(log: string): string {
  const rows = readFileSync(log, "utf8").trimEnd().split("\n");
  return rows
    .map((text, index) => {
      const { axis, verdict, id, artifact, reason, score }: Record<string, unknown> = JSON.parse(text);
      return `${JSON.stringify({
        run_id: "run-1",
        data_source_idx: index,
        item: { input: id, letter: artifact },
        sample: { output: [{ role: "assistant", content: reason }] },
        grades: { [String(axis)]: score },
        passes: { [String(axis)]: verdict === "PASS" },
      })}\n`;
    })
    .join("");
}

function importByPromptfoo(folder: string, installed: string, file: string): number {
  const home = join(folder, "promptfoo-home");
  rmSync(home, { recursive: true, force: true });
  mkdirSync(home);
  const env = {
    PATH: process.env["PATH"],
    HOME: home,
    PROMPTFOO_CONFIG_DIR: home,
    PROMPTFOO_DISABLE_TELEMETRY: "1",
    PROMPTFOO_DISABLE_UPDATE: "1",
  };
  const begun = performance.now();
  const args = [join(installed, "dist/src/entrypoint.js"), "import", file];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: home, env, encoding: "utf8" });
  const ms = performance.now() - begun;
  if (status !== 0) throw new Error(`promptfoo ended with ${status}: ${stderr}${stdout}`);
  rmSync(home, { recursive: true, force: true });
  return ms;
}

function storeByEvalite(folder: string, installed: string, log: string): number {
  const database = join(folder, "evalite.db");
  removeDatabase(database);
  const script = join(import.meta.dirname, "store-evalite.mjs");
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, installed, database, log], {
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`evalite ended with ${status}: ${stderr}`);
  removeDatabase(database);
  return Number(stdout);
}
