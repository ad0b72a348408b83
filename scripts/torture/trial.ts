import type { Job } from "./jobs.ts";
import { type Ended, type Running, startProgram, wait } from "./program.ts";
import { randomOf } from "../../test/support/seeded-random.ts";
import { argsOf, type Slot, type Stage } from "./workspace.ts";

/** One workspace, one job, one fault. Everything random comes from the seed. */
export class Trial {
  readonly slot: Slot;
  readonly stage: Stage;
  readonly random: () => number;
  /** Ids of verdicts whose `record` ended with 0. */
  readonly acknowledged: string[] = [];
  /** What a fault's own look found to be wrong. */
  readonly problems: string[] = [];
  /** What was planned, for whoever repeats it. */
  readonly plan: string[];
  /** The database was gone for a while: nobody can know then which messages were sent. */
  memoryGone = false;
  /** What the founder's axis files say besides the program's own lines, where an editor changed them. */
  readonly edited = new Map<string, string>();
  private readonly told: string[] = [];
  private readonly started: Running[] = [];

  constructor(slot: Slot, stage: Stage, seed: number, plan: string[]) {
    this.slot = slot;
    this.stage = stage;
    this.random = randomOf(seed);
    this.plan = plan;
  }

  get job(): Job {
    return this.stage.job;
  }

  get home(): string {
    return this.slot.home;
  }

  /** One of several, by the seed. */
  pick<Entry>(list: readonly Entry[]): Entry {
    const entry = list[Math.floor(this.random() * list.length)];
    if (entry === undefined) throw new RangeError("nothing to pick from");
    return entry;
  }

  between(low: number, high: number): number {
    return Math.round(low + this.random() * (high - low));
  }

  note(what: string): void {
    this.plan.push(what);
  }

  /** Lets a random part of the time pass that the job takes undisturbed; later parts are favoured, since a start does little. */
  async someMoment(): Promise<void> {
    const share = Math.sqrt(this.random());
    this.note(`at ${share.toFixed(3)}`);
    await wait(share * this.stage.durationMs);
  }

  start(
    args: readonly string[],
    now: string | null,
    options: { readonly env?: Readonly<Record<string, string>>; readonly through?: readonly string[] } = {},
  ): Running {
    const running = startProgram(argsOf(args, now), { entry: this.slot.entry, cwd: this.home, ...options });
    this.started.push(running);
    return running;
  }

  startJob(options: Parameters<Trial["start"]>[2] = {}): Running {
    const running = this.start(this.job.args, this.job.now, options);
    const ended = running.ended.then((end) => {
      // Nothing stopped it: the machine is faster by now than when faults were last aimed.
      const { stage } = this;
      if (end.code === 0 && end.ms < stage.durationMs) stage.durationMs = (stage.durationMs + end.ms) / 2;
      return end;
    });
    return { ...running, ended };
  }

  /** Tells the program a verdict while the job runs; it counts as stored only if the call ends with 0. */
  startRecord(options: Parameters<Trial["start"]>[2] = {}): Running {
    const id = `told-${this.told.length}`;
    this.told.push(id);
    const running = this.start(recordOf(id), null, options);
    const ended = running.ended.then((end) => {
      if (end.code === 0) this.acknowledged.push(id);
      return end;
    });
    return { ...running, ended };
  }

  /** With the fault lifted: whatever was not acknowledged is asked for again, to its end. */
  async finish(): Promise<void> {
    for (const id of this.told.filter((one) => !this.acknowledged.includes(one))) {
      this.complain("record", await this.start(recordOf(id), null).ended);
      this.acknowledged.push(id);
    }
    const ended = await this.startJob().ended;
    this.complain(this.job.args.join(" "), ended);
    // How busy the machine is changes: kills are aimed by the latest.
    this.stage.durationMs = this.stage.durationMs * 0.8 + ended.ms * 0.2;
  }

  /** Ends what still runs: the next trial has the same place, and would be given what this one's programs write. */
  async leaveNothing(): Promise<void> {
    for (const running of this.started.filter((one) => !one.hasEnded())) {
      running.killGroup("SIGKILL");
      await running.ended;
    }
  }

  complain(what: string, { code, signal, out }: Ended): void {
    if (code !== 0)
      this.problems.push(`inconsistent: ${what} after the fault ended with ${code ?? signal}: ${out}`);
  }
}

/** An axis without a file: stored, counted, never sampled, so that trials can be compared. */
function recordOf(id: string): readonly string[] {
  return ["record", "--axis", "told", "--verdict", "PASS", "--id", id, "--text", `reply ${id}`];
}
