import type { Config } from "../config/config.ts";
import type { Axis } from "../core/axis.ts";
import type { MonthCount } from "../core/cycle.ts";
import type { FamilyMember, Volumes } from "../core/simulation/family-share.ts";
import type { ObservedVolumes } from "../core/simulation/observed-volumes.ts";
import { noSuchAxis } from "../cycle/find-axis.ts";
import { ImproveCronError } from "../errors.ts";
import type { Session } from "./session.ts";
import type { SimulateOptions } from "./simulate-options.ts";

/** The rules that are simulated. */
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

/** An axis with a file shares the hours; verdicts of one without are never sampled. */
export function memberOf({
  sampling,
}: Pick<Policies, "sampling">): (subject: Subject) => readonly FamilyMember[] {
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
export async function readSubjects(
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
  if (wanted !== null && !names.includes(wanted)) throw noSuchAxis(wanted);
  throw new ImproveCronError(
    "input",
    `${wanted === null ? "no axis" : wanted} has ${wanted === null ? "a" : "no"} verdict with an artifact in the last six complete months`,
    "Give the volumes by hand: improve-cron simulate --pass 90 --fail 10",
  );
}
