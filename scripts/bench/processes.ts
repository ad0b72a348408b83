import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Side } from "./compare.ts";

/** Where and in which environment processes are started. */
export interface Place {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
}

/** Milliseconds of one Node process from its start to its end. */
export function timeNode({ cwd, env }: Place, args: readonly string[]): number {
  const begun = performance.now();
  const { status, stderr } = spawnSync(process.execPath, args, {
    cwd,
    env,
    encoding: "utf8",
    maxBuffer: 2 ** 28,
  });
  const ms = performance.now() - begun;
  if (status !== 0) throw new Error(`node ${args.join(" ").slice(0, 120)} ended with ${status}: ${stderr}`);
  return ms;
}

/** What one Node process prints. */
export function outputOfNode({ cwd, env }: Place, args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd,
    env,
    encoding: "utf8",
    maxBuffer: 2 ** 28,
  });
  if (status !== 0) throw new Error(`node ${args.join(" ").slice(0, 120)} ended with ${status}: ${stderr}`);
  return stdout;
}

/**
 * The most memory that one Node process had at a time, megabytes. Asked of the process itself as it ends, by its own high
 * mark: what the system tells of an ended child begins with what its parent had.
 */
export function peakMegabytes(place: Place, args: readonly string[]): number {
  const asker = join(place.cwd, "tell-peak.cjs");
  const answer = join(place.cwd, "peak.txt");
  writeFileSync(asker, tellPeak);
  const env = { ...place.env, BENCH_PEAK_FILE: answer };
  timeNode({ cwd: place.cwd, env }, ["--require", asker, ...args]);
  return Number(readFileSync(answer, "utf8")) / 1024;
}

const tellPeak = `const { readFileSync, writeFileSync } = require("node:fs");
process.on("exit", () => {
  let kib = process.resourceUsage().maxRSS;
  try {
    kib = Number(/VmHWM:\\s+(\\d+)/.exec(readFileSync("/proc/self/status", "utf8"))[1]);
  } catch {}
  writeFileSync(process.env.BENCH_PEAK_FILE, String(kib));
});
`;

/** Processes as sides of a comparison, with what they spent of the processors' time. */
export class ProcessSides {
  readonly #spent = new Map<string, number>();

  /** `run` starts processes and answers with their milliseconds; `prepare` is not timed. */
  side(name: string, run: () => number, prepare: () => void = () => {}): Side {
    return {
      name,
      run: () => {
        prepare();
        const before = childrenTicks();
        const ms = run();
        this.#spent.set(name, (this.#spent.get(name) ?? 0) + childrenTicks() - before);
        return ms;
      },
    };
  }

  /** The ratio of the processors' time of two sides; null where the system does not tell it. */
  cpuRatio(side: string, base: string): number | null {
    return (this.#spent.get(side) ?? 0) / (this.#spent.get(base) ?? 0) || null;
  }
}

/** What the system has counted of the processors' time of all ended children, in its own unit; 0 where it cannot be read. */
function childrenTicks(): number {
  try {
    // After the name of the program, which may hold anything, cutime and cstime are the 14th and 15th figure.
    const figures = readFileSync("/proc/self/stat", "utf8")
      .replace(/^.*\) /, "")
      .split(" ");
    return Number(figures[13]) + Number(figures[14]);
  } catch {
    return 0;
  }
}

/**
 * The environment of the shell without what the program reads, and an empty one. Variables that make Node itself start
 * slower (NODE_EXTRA_CA_CERTS doubles it) flatter everything that is compared with it: so both are told.
 */
export function environments(home: string): {
  readonly shell: NodeJS.ProcessEnv;
  readonly empty: NodeJS.ProcessEnv;
} {
  const ofShell = Object.entries(process.env).filter(
    ([name]) => !/^(IMPROVE_CRON|NOTION|XDG|npm)_/.test(name),
  );
  return {
    shell: { ...Object.fromEntries(ofShell), HOME: home },
    empty: { PATH: process.env["PATH"], HOME: home },
  };
}
