import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { JobFault } from "../fault.ts";
import { wait } from "../program.ts";
import type { Trial } from "../trial.ts";

// Reads what it is asked, leaves a process in a session of its own, and answers late that it does not want to.
const critic = `cat >/dev/null
setsid sleep 30 >/dev/null 2>&1 &
echo $! >> "$HOME/pids"
echo $$ >> "$HOME/pids"
sleep 0.2
echo '{"error":{"kind":"refused","message":"no"}}'
`;

/** `kill -9` of the program alone, of its process group, or of all its critics with it. */
export const killGroup: JobFault = {
  name: "kill-group",
  what: "`kill -9` of a run and the group, or every critic, that it started; or of the run alone, its critics left over",
  unavailable: () => null,
  jobs: ["open"],
  axes: {
    lines: 'rubric: ../rubric.md\ncritic: { command: [sh, -c, "sh $HOME/critic.sh"] }\n',
    files: { "rubric.md": "1. It names a check.\n", "critic.sh": critic },
  },
  // What a critic answered before it was killed is not asked again.
  sameEnd: false,
  strike: async (trial) => {
    const whom = trial.pick(["program", "group", "critics"] as const);
    trial.note(`killed: ${whom}`);
    const job = trial.startJob();
    await untilCalled(trial, job.hasEnded);
    await wait(trial.between(0, 250));
    if (whom === "critics") for (const pid of criticsOf(trial)) end(pid);
    if (whom === "program") job.kill("SIGKILL");
    else job.killGroup("SIGKILL");
    const { signal } = await job.ended;
    return signal === "SIGKILL" && criticsOf(trial).length > 0;
  },
  afterwards: async (trial) => {
    const left = criticsOf(trial).filter(lives);
    await wait(left.length === 0 ? 0 : 300);
    for (const pid of criticsOf(trial).filter(lives)) {
      trial.problems.push(`inconsistent: process ${pid} of a critic outlived the next run`);
      end(pid);
    }
  },
};

async function untilCalled(trial: Trial, hasEnded: () => boolean): Promise<void> {
  while (criticsOf(trial).length === 0 && !hasEnded()) await wait(5);
}

function criticsOf(trial: Trial): readonly number[] {
  const file = join(trial.home, "pids");
  if (!existsSync(file)) return [];
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map(Number);
}

function end(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended by itself.
  }
}

function lives(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // Of a parent that does not wait, what has ended stays as a name.
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}
