import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import Database from "better-sqlite3";
import { readAxes } from "../../src/config/axis-file.ts";
import { keepCompiledConfig } from "../../src/config/keep-compiled-config.ts";
import { programStamp } from "../../src/config/program-stamp.ts";
import { readConfig } from "../../src/config/read-config.ts";
import { appendingChannel } from "../../test/support/crash-random.ts";
import {
  createSharedDatabase,
  databaseOf,
  inodeOf,
  removeFolder,
  writeWorkspace,
} from "../../test/support/crash-workspace.ts";
import type { JobFault } from "./fault.ts";
import { type Job, jobs } from "./jobs.ts";
import { readOutcome, type Outcome } from "./outcome.ts";
import { type Ended, startProgram } from "./program.ts";

/** What a job starts from and where it leads when nobody disturbs it. */
export interface Stage {
  readonly job: Job;
  readonly folder: string;
  readonly outcome: Outcome;
  /** How long the command took when it last was not disturbed, in milliseconds. */
  durationMs: number;
}

/**
 * Where one worker's trials live: always at the same path, so that what the program keeps by path (its place in the
 * logs, the compiled config) stays right in every copy.
 */
export interface Slot {
  readonly name: string;
  /** Holds `w` (the config's folder) and `vault` (which is not inside it, as with a real vault). */
  readonly place: string;
  readonly home: string;
  readonly vaultLog: string;
  readonly entry: string;
  readonly stages: readonly Stage[];
  /** For messages and doubts: where failing trials are kept. */
  readonly root: string;
}

/** Arguments of every call: the config, and the time unless it is the machine's. */
export function argsOf(args: readonly string[], now: string | null): readonly string[] {
  return [...args, "--config", "improve-cron.yaml", ...(now === null ? [] : ["--now", now])];
}

/** Plays the two months once, undisturbed, and keeps a copy of the workspace before each job. */
export async function makeSlot(options: {
  readonly root: string;
  readonly name: string;
  readonly entry: string;
  readonly axes?: JobFault["axes"];
  /** The jobs that are asked for; all where it is left out. */
  readonly jobs?: readonly string[] | undefined;
}): Promise<Slot> {
  const base = join(options.root, options.name);
  const place = join(base, "now");
  const home = join(place, "w");
  const vaultLog = join(place, "vault/log.md");
  mkdirSync(home, { recursive: true });
  mkdirSync(join(place, "vault"));
  writeWorkspace(home, "[]");
  writeFileSync(
    join(home, "improve-cron.yaml"),
    `timezone: America/New_York\nvault_log: ../vault/log.md\nnotify: ${appendingChannel}\n`,
  );
  if (options.axes !== undefined) extendAxes(home, options.axes);
  makeOld(home);
  await createSharedDatabase(home, Date.parse("2026-06-01T13:00:00Z"));
  // Leaves the compiled config that `record` reads.
  await called(["status"], "2026-06-01T13:00:00Z", { entry: options.entry, cwd: home });
  const stages: Stage[] = [];
  const last = jobs.findLastIndex(({ name }) => options.jobs?.includes(name) ?? true);
  for (const job of jobs.slice(0, last + 1)) {
    await job.prepare(home);
    const folder = join(base, `before-${job.name}`);
    cpSync(place, folder, { recursive: true, preserveTimestamps: true });
    const { ms } = await called(job.args, job.now, { entry: options.entry, cwd: home });
    stages.push({ job, folder, durationMs: ms, outcome: readOutcome(place, home) });
  }
  return { name: options.name, place, home, vaultLog, entry: options.entry, stages, root: options.root };
}

function extendAxes(home: string, { lines, files }: NonNullable<JobFault["axes"]>): void {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(home, name), text);
  for (const name of readdirSync(join(home, "axes"))) {
    writeFileSync(join(home, "axes", name), lines, { flag: "a" });
  }
}

/** A config that was just saved is not compiled for `record`. */
function makeOld(home: string): void {
  const hourAgo = Date.now() / 1000 - 3600;
  for (const name of readdirSync(home, { recursive: true, encoding: "utf8" })) {
    utimesSync(join(home, name), hourAgo, hourAgo);
  }
}

async function called(
  args: readonly string[],
  now: string,
  options: { readonly entry: string; readonly cwd: string },
): Promise<Ended> {
  const ended = await startProgram(argsOf(args, now), options).ended;
  if (ended.code !== 0) throw new Error(`${args.join(" ")} ended with ${ended.code}: ${ended.out}`);
  return ended;
}

/** A fresh workspace at the slot's place, on a file system of its own where a size is given. */
export function freshWorkspace(slot: Slot, stage: Stage, diskBytes: number | undefined): void {
  clearWorkspace(slot);
  mkdirSync(slot.place, { recursive: true });
  if (diskBytes !== undefined) mount("-t", "tmpfs", "-o", `size=${diskBytes}`, "tmpfs", slot.place);
  cpSync(stage.folder, slot.place, { recursive: true, preserveTimestamps: true });
  const connection = new Database(databaseOf(slot.home));
  try {
    const paths = connection.prepare<[], string>("SELECT path FROM log_position").pluck().all();
    const move = connection.prepare("UPDATE log_position SET inode = ? WHERE path = ?");
    for (const path of paths) move.run(inodeOf(path), path);
  } finally {
    connection.close();
  }
  compileConfig(slot);
}

/** The compiled config knows its files by their inodes: without a new one every `record` in a copy would take the long way. */
function compileConfig({ entry, home }: Slot): void {
  // A copied folder is new, and what was just changed is not compiled.
  const hourAgo = Date.now() / 1000 - 3600;
  utimesSync(join(home, "axes"), hourAgo, hourAgo);
  const environment = { HOME: home };
  const file = join(home, "improve-cron.yaml");
  const config = readConfig({ file, env: environment, cwd: home });
  const place = { env: environment, cwd: home, program: programStamp(dirname(entry)) };
  keepCompiledConfig(config, place, () => readAxes(config, home).axes, Date.now());
}

export function clearWorkspace(slot: Slot): void {
  unmountBelow(slot.place);
  removeFolder(slot.place);
}

/** Puts the workspace of a trial that failed aside, for somebody to look at. */
export function keepWorkspace(slot: Slot, name: string): string {
  const kept = join(slot.root, name);
  rmSync(kept, { recursive: true, force: true });
  if (mountsBelow(slot.place).length > 0) cpSync(slot.place, kept, { recursive: true });
  else renameSync(slot.place, kept);
  return kept;
}

export function mount(...args: readonly string[]): void {
  const { status, stderr } = spawnSync("mount", args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`mount ${args.join(" ")}: ${stderr}`);
}

export function unmountBelow(place: string): void {
  for (const target of mountsBelow(place).toReversed()) spawnSync("umount", ["-l", target]);
}

const mounts = "/proc/self/mounts";

function mountsBelow(place: string): readonly string[] {
  if (!existsSync(mounts)) return [];
  return readFileSync(mounts, "utf8")
    .split("\n")
    .flatMap((line) => line.split(" ")[1] ?? [])
    .filter((target) => target === place || target.startsWith(`${place}/`));
}

let mountable: boolean | null = null;

/** Whether this process may mount: only root may, and not in every container. */
export function canMount(root: string): boolean {
  if (mountable !== null) return mountable;
  const folder = join(root, "mount-probe");
  mkdirSync(folder, { recursive: true });
  mountable =
    process.getuid?.() === 0 &&
    spawnSync("mount", ["-t", "tmpfs", "-o", "size=64k", "tmpfs", folder]).status === 0;
  if (mountable) spawnSync("umount", [folder]);
  return mountable;
}
