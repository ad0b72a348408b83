import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";

/**
 * The variable by which every process of a call is known again: `<pid of the caller>.<number>`. A process group is not
 * enough: a grandchild can leave it, and the caller itself may be killed while a critic runs.
 */
export const markName = "IMPROVE_CRON_CALL";

const pollMs = 20;
/** How often processes that are started while others are ended are looked for. */
const sweeps = 5;

/**
 * Ends every process of a call: its group, and what left the group. SIGTERM first, SIGKILL for what is still there after
 * the grace. Processes that were stopped (SIGTTIN, SIGSTOP) are woken, so that they can end.
 */
export async function endProcesses(leader: number, mark: string, graceMs: number): Promise<void> {
  await endGroup(leader, graceMs);
  for (let sweep = 0; sweep < sweeps; sweep += 1) {
    const strays = markedProcesses((one) => one === mark);
    if (strays.length === 0) return;
    for (const pid of strays) send(pid, "SIGKILL");
    await delay(pollMs);
  }
}

/** The same without a grace and without waiting, for a caller that ends itself. */
export function killProcesses(leader: number, mark: string): void {
  send(-leader, "SIGKILL");
  for (let sweep = 0; sweep < sweeps; sweep += 1) {
    const strays = markedProcesses((one) => one === mark);
    if (strays.length === 0) return;
    for (const pid of strays) send(pid, "SIGKILL");
  }
}

async function endGroup(leader: number, graceMs: number): Promise<void> {
  if (!send(-leader, "SIGTERM")) return;
  send(-leader, "SIGCONT");
  const end = performance.now() + graceMs;
  while (performance.now() < end) {
    await delay(pollMs);
    if (!send(-leader, 0)) return;
  }
  send(-leader, "SIGKILL");
}

/**
 * Ends what callers that are gone have left behind: a critic outlives a caller that was killed, and would go on spending.
 * Ids of dead callers may have been given away again; then their critics are left alone.
 */
export function endOrphans(): void {
  const orphans = markedProcesses((mark) => {
    const caller = Number(mark.split(".")[0]);
    return Number.isInteger(caller) && caller > 0 && !isAlive(caller);
  });
  for (const pid of orphans) send(pid, "SIGKILL");
}

/** Whether a process of that id lives, be it somebody else's. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

function send(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(pid, signal);
    return true;
  } catch {
    return false;
  }
}

/** The processes of this user that carry a mark which is looked for. Where the system does not tell: none. */
function markedProcesses(isWanted: (mark: string) => boolean): readonly number[] {
  return environments().flatMap(({ pid, mark }) =>
    pid !== process.pid && mark !== null && isWanted(mark) ? [pid] : [],
  );
}

interface Marked {
  readonly pid: number;
  readonly mark: string | null;
}

const markPattern = new RegExp(`(?:^|[\\0 ])${markName}=([0-9.]+)(?=[\\0 ]|$)`);

function environments(): readonly Marked[] {
  try {
    if (process.platform === "linux") return linuxEnvironments();
    return process.platform === "darwin" ? macEnvironments() : [];
  } catch {
    return [];
  }
}

function linuxEnvironments(): readonly Marked[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ pid: Number(name), mark: markIn(readOrNothing(`/proc/${name}/environ`)) }));
}

/** Not tried on a Mac: there, programs of the system itself hide their environment. */
function macEnvironments(): readonly Marked[] {
  const listed = execFileSync("/bin/ps", ["-AEww", "-o", "pid=,command="], {
    encoding: "utf8",
    timeout: 5_000,
    maxBuffer: 64 * 1024 * 1024,
    stdio: ["ignore", "pipe", "ignore"],
  });
  return listed.split("\n").map((line) => ({ pid: Number.parseInt(line, 10), mark: markIn(line) }));
}

function markIn(environment: string): string | null {
  return markPattern.exec(environment)?.[1] ?? null;
}

/** Somebody else's process, or one that has just ended. */
function readOrNothing(file: string): string {
  try {
    return readFileSync(file, "latin1");
  } catch {
    return "";
  }
}
