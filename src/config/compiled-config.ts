import type { Axis } from "../core/axis.ts";
import type { BurdenPolicy, DecisionPolicy } from "../core/policy.ts";
import type { ClockSpan } from "../core/wall-clock.ts";
import type { Environment } from "./environment.ts";

/*
 * What `record` and `history` need of the config and the axis files, as JSON in the user's cache folder: reading YAML would
 * cost a sixth of the whole time of a `record`. Every command that opens the app leaves it there; it is used only while nothing that went into
 * it has changed. It is a cache: to delete it costs the next of them a quarter of a second, and nothing else.
 */

/** Config and axes as the light commands use them. */
export interface CompiledConfig {
  readonly databaseFile: string;
  readonly workspace: string;
  readonly timezone: string;
  readonly decision: DecisionPolicy;
  readonly burden: Pick<BurdenPolicy, "minutesPerItem">;
  /** What the clocks of the zone show about these years, so that a due date can be shown without Intl. */
  readonly clocks: readonly ClockSpan[];
  readonly axes: readonly CompiledAxis[];
}

/** What a verdict and the history take from an axis file. */
export type CompiledAxis = Pick<
  Axis,
  | "name"
  | "status"
  | "rubricPath"
  | "model"
  | "settings"
  | "artifactRoots"
  | "kappaThreshold"
  | "overrideRate"
>;

/** Who asks, and from where: another answer to any of these may mean another config. */
export interface CompiledConfigPlace {
  readonly env: Environment;
  readonly cwd: string;
  /** Which build of the program this is: another one may read the same files differently. Null: not a build. */
  readonly program: string | null;
}

/** What the copy was made from. */
interface Provenance {
  readonly program: string;
  /** As it was found; relative paths in it start at its folder. */
  readonly configFile: string;
  readonly environment: Readonly<Record<string, string | null>>;
  /** The config, the axis folders and files, each with what tells that it is unchanged; null where there was nothing. */
  readonly files: readonly (readonly [path: string, mark: string | null])[];
}

/** The copy as it is kept. */
export interface Copy extends Provenance {
  readonly compiled: CompiledConfig;
}
