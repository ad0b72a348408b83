import { type Command, InvalidArgumentError } from "commander";
import type { Config } from "../config/config.ts";
import type { Axis } from "../core/axis.ts";
import type { MonthCount } from "../core/cycle.ts";
import type { OperatingCharacteristics } from "../core/simulation/operating-characteristics.ts";
import type { ObservedVolumes } from "../core/simulation/observed-volumes.ts";
import type { FamilyMember, FamilyShare, Volumes } from "../core/simulation/family-share.ts";
import { ImproveCronError } from "../errors.ts";
import { parseAxisOption } from "./option-values.ts";
import type { CommandHost, Session } from "./session.ts";
import { parseWhole } from "./whole-number.ts";

interface SimulateOptions {
  readonly axis?: string;
  readonly pass?: number;
  readonly fail?: number;
  readonly months: number;
  readonly runs: number;
  readonly seed: number;
  readonly minutes?: number;
  readonly topUpMinutes?: number;
  readonly raise: boolean;
  readonly founderPassInFail: number;
  readonly swing: number;
}

type Policies = Pick<Config, "sampling" | "burden" | "topUp" | "decision"> & {
  /** The file they come from; null for the shipped defaults. */
  readonly file: string | null;
};

/** An axis to simulate: its name where it has one, and its volumes as they were given or observed. */
interface Subject {
  readonly axis: Axis | null;
  readonly name: string | null;
  readonly volumes: Volumes;
  readonly observed: Pick<ObservedVolumes, "from" | "to"> | null;
}

interface SubjectsAndRules {
  readonly policies: Policies;
  readonly subjects: readonly Subject[];
  /** Every axis of the workspace that brings verdicts: they share the hours, whichever of them are simulated. */
  readonly family: readonly Subject[];
}

/** Runs that end in about ten seconds an axis. */
const usualRuns = 2000;

/** Adds `simulate`: how often the rules would be wrong, and how soon right, at this volume. */
export function addSimulateCommand(program: Command, host: CommandHost): void {
  program
    .command("simulate")
    .summary("how often the rules would be wrong at your volume, and how soon right")
    .description(
      "Shows what each decision mode would do at a volume: how often it reverts a critic that is sound, in how many " +
        "months it sees one that drifts, and what that costs in minutes. Volumes are those of the last six complete " +
        "months of each axis, which share the hour, the top-up minutes (in equal parts) and, where there are many, the " +
        "turns; or volumes given by hand, as if that axis had both hours to itself. The rules are those of the config (without one, the " +
        "defaults). The literal mode is computed; the guarded one is simulated and given with its standard errors.",
    )
    .option(
      "--axis <A>",
      "only this axis, with its own thresholds and its share of the hours",
      parseAxisOption,
    )
    .option("--pass <N>", "PASS verdicts a month, in place of observed ones", parseVolume)
    .option("--fail <N>", "FAIL verdicts a month", parseVolume)
    .option("--months <M>", "months of a drift that are looked at", parseMonths, 24)
    .option("--runs <N>", "simulated runs; more runs, smaller errors", parseRuns, usualRuns)
    .option("--seed <N>", "seed of the simulation: the same seed gives the same figures", parseSeed, 1)
    .option(
      "--minutes <X>",
      "minutes a month for the samples, or `unlimited` (default: the config's)",
      parseMinutes,
    )
    .option(
      "--top-up-minutes <X>",
      "minutes a month for top-up, or `unlimited` (default: the config's)",
      parseMinutes,
    )
    .option(
      "--founder-pass-in-fail <Q>",
      "share of the critic's FAIL verdicts that the founder would pass",
      parseShare,
      0.1,
    )
    .option(
      "--swing <RHO>",
      "correlation of overrides within a month, 0 to below 1: how far the rate swings between months",
      parseSwing,
      0,
    )
    .option("--no-raise", "as if a watch did not raise the next sample, as published tables are made")
    .addHelpText(
      "after",
      "\nExamples:\n" +
        "  $ improve-cron simulate\n" +
        "  $ improve-cron simulate --axis verify-dispatch --swing 0.03\n" +
        "  $ improve-cron simulate --pass 90 --fail 10 --top-up-minutes unlimited\n" +
        "  $ improve-cron simulate --pass 80 --fail 20 --minutes unlimited --top-up-minutes unlimited --no-raise\n" +
        "  $ improve-cron simulate --pass 90 --fail 10 --json | jq '.axes[0].modes[].minutes'\n",
    )
    .action(async (options: SimulateOptions, command: Command) => {
      host.end(await simulate(host.session(command), options));
    });
}

async function simulate(session: Session, options: SimulateOptions): Promise<number> {
  const { policies, subjects, family } = await readSubjects(session, options);
  const [
    { operatingCharacteristics },
    { shareFamily },
    { simulatedAxis, usualScenarios },
    { renderSimulation },
  ] = await Promise.all([
    import("../core/simulation/operating-characteristics.ts"),
    import("../core/simulation/family-share.ts"),
    import("../core/simulation/setup.ts"),
    import("../reports/simulation-text.ts"),
  ]);
  // From here on nothing is open and the loop never waits: signals must end it as the system does, without our listeners.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.removeAllListeners(signal);
  const { founderPassInFail, swing } = options;
  const scenarios = { ...usualScenarios, horizon: options.months };
  const burden = {
    ...policies.burden,
    minutesPerMonth: options.minutes ?? policies.burden.minutesPerMonth,
    topUpMinutes: options.topUpMinutes ?? policies.burden.topUpMinutes,
  };
  const shares = shareFamily(family.flatMap(memberOf(policies)), policies.sampling, burden);
  const axes = subjects.map((subject) => {
    const { axis, name, volumes, observed } = subject;
    const share: FamilyShare | null = (axis === null ? undefined : shares.get(axis.name)) ?? null;
    const grading = { founderPassInFail, swing };
    const rules = simulatedAxis(axis, volumes, { ...policies, burden }, grading, share);
    const figures: OperatingCharacteristics = operatingCharacteristics(
      { ...rules, raiseAfterWatch: options.raise },
      {
        scenarios,
        modes: ["literal", "guarded"],
        runs: options.runs,
        seed: options.seed,
        progress: (done) => {
          if (done % 20 === 0)
            session.terminal.progress(`${name ?? "simulate"}: ${done} of ${options.runs} runs`);
        },
      },
    );
    return { axis: axis?.name ?? name, observed, figures };
  });
  session.terminal.progress(null);
  const minutesPerMonth = Number.isFinite(burden.minutesPerMonth) ? burden.minutesPerMonth : null;
  const topUpMinutes = Number.isFinite(burden.topUpMinutes) ? burden.topUpMinutes : null;
  const assumptions = {
    mode: policies.decision.mode,
    founderPassInFail,
    swing,
    minutesPerMonth,
    raiseAfterWatch: options.raise,
    topUpMinutes,
    topUpEnabled: policies.topUp.enabled,
    healthyRate: scenarios.steady[0],
    healthyMonths: scenarios.healthyMonths,
    steadyMonths: scenarios.steadyMonths,
    seed: options.seed,
    months: options.months,
  };
  session.answer(
    {
      config: policies.file,
      ...assumptions,
      runs: options.runs,
      axes: axes.map(({ axis, observed, figures }) => ({ axis, observed, ...figures })),
    },
    () => renderSimulation(axes, assumptions, { colour: session.terminal.color }),
  );
  return 0;
}

/** An axis with a file shares the hours; verdicts of one without are never sampled. */
function memberOf({ sampling }: Pick<Policies, "sampling">): (subject: Subject) => readonly FamilyMember[] {
  return ({ axis, volumes }) =>
    axis === null
      ? []
      : [
          {
            axis: axis.name,
            volumes,
            passRate: axis.passRate ?? sampling.passRate,
            graduated: axis.status === "graduated",
          },
        ];
}

/** By hand: no database is opened. Else what the store has of each axis, read and let go before anything is simulated. */
async function readSubjects(
  session: Session,
  { axis, pass, fail }: SimulateOptions,
): Promise<SubjectsAndRules> {
  if (pass === undefined && fail === undefined) return readObserved(session, axis ?? null);
  if (axis !== undefined) {
    throw new ImproveCronError(
      "usage",
      "--axis takes observed volumes, --pass and --fail are given ones",
      "Give the one or the other.",
    );
  }
  if (pass === undefined || fail === undefined) {
    throw new ImproveCronError("usage", "--pass and --fail belong together", "Give both; either may be 0.");
  }
  const subject = { axis: null, name: null, volumes: { pass, fail }, observed: null };
  return { policies: await readPolicies(session), subjects: [subject], family: [] };
}

/** The config's rules; where there is no config at all, the defaults, so that the rules can be judged before anything is set up. */
async function readPolicies(session: Session): Promise<Policies> {
  const [{ checkConfig }, { configError }, defaults] = await Promise.all([
    import("../config/read-config.ts"),
    import("../config/config-problem.ts"),
    import("../core/policy.ts"),
  ]);
  const checked = checkConfig({ file: session.configFile, env: session.env, cwd: session.cwd });
  if (checked.kind === "config") return checked.config;
  if (!checked.problems.every(({ code }) => code === "no-config")) throw configError(checked.problems);
  session.note("There is no config: the rules are the shipped defaults.");
  return {
    file: null,
    sampling: defaults.defaultSampling,
    burden: defaults.defaultBurden,
    topUp: defaults.defaultTopUp,
    decision: defaults.defaultDecision,
  };
}

async function readObserved(session: Session, wanted: string | null): Promise<SubjectsAndRules> {
  const [{ observedVolumes }, { addMonths, monthOf }] = await Promise.all([
    import("../core/simulation/observed-volumes.ts"),
    import("../core/month.ts"),
  ]);
  await using app = await session.openApp({ quickCheck: "never" });
  const { config } = app;
  const lastMonth = addMonths(monthOf(app.clock.now(), config.timezone), -1);
  const counts = await app.store.listMonthCounts({});
  const { axes } = app.readAxes();
  const names = [...new Set([...axes.map(({ name }) => name), ...counts.map(({ axis }) => axis)])].toSorted();
  const family = names.flatMap((name): readonly Subject[] => {
    const axis = axes.find((one) => one.name === name) ?? null;
    const own = counts.filter((count: MonthCount) => count.axis === name);
    const observed = observedVolumes(own, lastMonth, axis?.acceptRef ?? false);
    if (observed === null) return [];
    const { pass, fail, from, to } = observed;
    return [{ axis, name, volumes: { pass, fail }, observed: { from, to } }];
  });
  const subjects = family.filter(({ name }) => wanted === null || name === wanted);
  if (subjects.length === 0) refuseEmpty(wanted, names);
  return { policies: config, subjects, family };
}

function refuseEmpty(wanted: string | null, names: readonly string[]): never {
  if (wanted !== null && !names.includes(wanted)) {
    throw new ImproveCronError("input", `there is no axis ${wanted}`, "See: improve-cron axis list");
  }
  throw new ImproveCronError(
    "input",
    `${wanted === null ? "no axis" : wanted} has ${wanted === null ? "a" : "no"} verdict with an artifact in the last six complete months`,
    "Give the volumes by hand: improve-cron simulate --pass 90 --fail 10",
  );
}

/** So many verdicts of one axis in a month are past all use, and would take their time. */
const mostVerdicts = 100_000;

function parseVolume(text: string): number {
  return parseWhole(text, 0, mostVerdicts);
}

function parseMonths(text: string): number {
  return parseWhole(text, 1, 120);
}

function parseRuns(text: string): number {
  return parseWhole(text, 10, 1_000_000);
}

function parseSeed(text: string): number {
  return parseWhole(text, 0, 4_294_967_295);
}

function parseMinutes(text: string): number {
  if (text === "unlimited") return Number.POSITIVE_INFINITY;
  const value = Number(text);
  if (!/^\d+(\.\d+)?$/.test(text) || !Number.isFinite(value)) {
    throw new InvalidArgumentError("It must be minutes, such as 60, or `unlimited`.");
  }
  return value;
}

function parseShare(text: string): number {
  const value = Number(text);
  if (!/^\d*\.?\d+$/.test(text) || value > 1) {
    throw new InvalidArgumentError("It must be a share from 0 to 1, such as 0.1.");
  }
  return value;
}

function parseSwing(text: string): number {
  const value = parseShare(text);
  if (value >= 1) throw new InvalidArgumentError("It must be a correlation from 0 to below 1, such as 0.03.");
  return value;
}
