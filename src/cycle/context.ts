import type { Axis } from "../core/axis.ts";
import type { Instructions } from "../core/instructions.ts";
import type { IntakeReport } from "../core/intake.ts";
import type { BurdenPolicy, DecisionPolicy, SamplingPolicy, TopUpPolicy } from "../core/policy.ts";
import type { Critics } from "../critics/critic.ts";
import type { Effects } from "../effects/effects.ts";
import type { RegradeQueue } from "../regrade/queue.ts";
import type { Store } from "../store/store.ts";
import type { CallIntents } from "./call-intents.ts";
import type { CallsInFlight } from "./calls-in-flight.ts";

/** What the month needs of the world: ports, policies, and time and chance as arguments. */
export interface CycleContext {
  readonly workspace: string;
  readonly store: Store;
  /** The queue of new cycles. */
  readonly queue: RegradeQueue;
  /** The queue that an older cycle was opened in: open items stay where they are. Null where it is not set up any more. */
  readonly queueOf: (kind: string) => RegradeQueue | null;
  readonly effects: Effects;
  /** The programs that judge and write, where axis files name any. */
  readonly critics: Critics;
  /** Reads the logs named in the axis files into the store; `waiting` says whose could not be read, and why. */
  readonly ingest: () => Promise<
    IntakeReport & { readonly waiting: readonly { readonly axis: string; readonly because: string }[] }
  >;
  /** The axes as their files stand now: read again at each use, since a person may have edited them. */
  readonly readAxes: () => readonly Axis[];
  /** The axis files that cannot be used as they stand now: place and reason, and what to do. */
  readonly axisFaults: () => readonly { readonly because: string; readonly hint: string }[];
  /** The rubric of an axis as its file stands now; null where it names none, or one that cannot be read. */
  readonly readRubric: (
    axis: Pick<Axis, "rubricPath">,
  ) => { readonly text: string; readonly fingerprint: string } | null;
  readonly now: () => number;
  /** True while another time is rehearsed; the last-seen clock is then left alone. */
  readonly rehearsal: boolean;
  readonly processId: number;
  /** What began this pass: `run`, `daemon`, ... */
  readonly trigger: string;
  /** A fresh unguessable reference: 16 base-32 characters. */
  readonly newRef: () => string;
  readonly schedule: { next(after: number): number };
  readonly timezone: string;
  readonly sampling: SamplingPolicy;
  readonly burden: BurdenPolicy;
  readonly topUp: TopUpPolicy;
  readonly decision: DecisionPolicy;
  /** How many probes a month asks of an axis, unless its file says otherwise, and how many are written to choose from. */
  readonly probes: { readonly perAxis: number; readonly generate: number };
  /** What judging may cost: shares of what the judged work costs, and a cap in US dollars; null where there is none. */
  readonly cost: {
    readonly productionUsdPerMonth: number | null;
    readonly warn: number;
    readonly alarm: number;
    readonly judgeUsdPerMonth: number | null;
  };
  /** The calls of critics under way, which count against the cap; one for all that runs in this process. */
  readonly callsInFlight: CallsInFlight;
  readonly callIntents: CallIntents;
  readonly catchUp: { readonly mode: "all" | "latest" | "none"; readonly windowMonths: number };
  /** The files that adjustments are proposed for. */
  readonly instructions: Instructions;
  /** Where entries are appended; null where there is no vault. */
  readonly vaultLog: string | null;
  /** Named steps, so that fault trials can stop the program at each of them. */
  readonly step: (name: string) => void;
}
