import type { Command } from "commander";
import type { OperatingCharacteristics } from "../core/simulation/operating-characteristics.ts";
import type { FamilyShare } from "../core/simulation/family-share.ts";
import { parseAxisOption } from "./option-values.ts";
import type { CommandHost, Session } from "./session.ts";
import {
  parseMinutes,
  parseMonths,
  parseRuns,
  parseSeed,
  parseShare,
  parseSwing,
  parseVolume,
  type SimulateOptions,
} from "./simulate-options.ts";
import { memberOf, readSubjects } from "./simulated-subjects.ts";

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
