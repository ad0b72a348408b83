import type { Axis } from "../core/axis.ts";
import type { DialogueSetup } from "../core/dialogue-setup.ts";
import type { PanelSetup } from "../core/panel-setup.ts";
import type { BurdenPolicy, DecisionPolicy, SamplingPolicy, TopUpPolicy } from "../core/policy.ts";

export type ChannelConfig =
  | { readonly channel: "stdout" }
  | { readonly channel: "command"; readonly command: readonly string[] }
  | { readonly channel: "ntfy"; readonly url: string; readonly tokenEnv: string | null }
  | { readonly channel: "webhook"; readonly url: string; readonly secretEnv: string | null }
  | { readonly channel: "sendmail"; readonly to: string; readonly path: string | null }
  | { readonly channel: "imessage"; readonly to: string | null };

/** The names under which an axis file keeps the four scalars that the program owns; dotted paths reach into maps. */
interface AxisKeys {
  readonly status: string;
  readonly lastCalibration: string;
  readonly lastKappa: string;
  readonly founderOverrideCount: string;
}

/** What the code uses: every path absolute, every default filled in, every rule checked. */
export interface Config {
  /** Absolute path of the config file. */
  readonly file: string;
  readonly workspace: string;
  readonly timezone: string;
  readonly schedule: string;
  readonly stateFolder: string;
  readonly databaseFile: string;
  /** Absolute: one folder of axis files, or a list of files. */
  readonly axisSources: readonly string[];
  readonly vaultLog: string | null;
  /** The folder of the config file: only inside it may folders be created for the vault log. */
  readonly home: string;
  readonly sampling: SamplingPolicy;
  readonly burden: BurdenPolicy;
  readonly decision: DecisionPolicy;
  readonly topUp: TopUpPolicy;
  readonly queue: "local" | "notion";
  readonly notion: {
    readonly parent: string | null;
    readonly board: string | null;
    readonly baseUrl: string | null;
    readonly fallback: "local" | null;
  };
  readonly cost: {
    readonly productionUsdPerMonth: number | null;
    readonly warn: number;
    readonly alarm: number;
    /** US dollars that judging may cost in a calendar month; null: no cap. */
    readonly judgeUsdPerMonth: number | null;
  };
  readonly notify: readonly ChannelConfig[];
  readonly probes: { readonly perAxis: number; readonly generate: number };
  readonly panel: PanelSetup;
  readonly dialogue: DialogueSetup;
  /** Where the files stand that adjustments are for; `repo` null where nobody said. */
  readonly instructions: { readonly repo: string | null; readonly files: readonly string[] };
  readonly catchUp: { readonly mode: "all" | "latest" | "none"; readonly windowMonths: number };
  readonly server: { readonly port: number; readonly pollMinutes: number };
  readonly axisKeys: AxisKeys;
  readonly logLevel: string;
  /** What is allowed but unwise, e.g. a sampling rate outside 5 to 20%. */
  readonly warnings: readonly string[];
}

/** An axis file that cannot be used, and why; the other axes go on. */
export interface AxisProblem {
  /** What kind of fault it is, e.g. `missing-key`, `duplicate-axis`, `tab-indent`. */
  readonly code: string;
  readonly file: string;
  readonly line: number | null;
  /** Dotted path of the key inside the axis; null where the fault is not of one key. */
  readonly key: string | null;
  readonly message: string;
  readonly hint: string;
}

export interface AxisSet {
  readonly axes: readonly Axis[];
  readonly problems: readonly AxisProblem[];
}
