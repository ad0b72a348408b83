import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { instructionPath } from "../core/adjustments.ts";
import { configError, formatProblem } from "./config-problem.ts";
import type { ConfigProblem } from "./config-problem.ts";
import type { ChannelConfig, Config } from "./config.ts";
import { dialogueOf } from "./dialogue-entry.ts";
import { readEnvironment } from "./environment.ts";
import type { Environment, EnvironmentSettings } from "./environment.ts";
import { findConfig } from "./find-config.ts";
import { panelOf } from "./panel-entry.ts";
import { resolvePath } from "./resolve-path.ts";
import { rules } from "./rules.ts";
import type { WrittenChannel, WrittenConfig } from "./written-config.ts";
import { readWrittenConfig } from "./written-problems.ts";
import { readYamlFile } from "./yaml-text.ts";

export interface ReadConfigOptions {
  /** What `--config` names; absent or null searches. */
  readonly file?: string | null;
  readonly env: Environment;
  /** Where a relative `--config` and the search start. */
  readonly cwd: string;
  /** The home folder that `~` stands for; the user's own when absent. */
  readonly home?: string;
}

/** Either a config that satisfies every rule, or all that is wrong with it. */
export type ConfigCheck =
  | { readonly kind: "config"; readonly config: Config }
  | {
      readonly kind: "problems";
      readonly problems: readonly ConfigProblem[];
      /** What could be read, with defaults where the faults are: for `doctor` to look further, never to run with. */
      readonly readable: Config | null;
    };

/**
 * The config that the program runs with: file and environment, defaults filled in, paths made absolute.
 * Throws one ImproveCronError `config` that lists every problem with its file, line, key, value and fix.
 */
export function readConfig(options: ReadConfigOptions): Config {
  const checked = checkConfig(options);
  if (checked.kind === "problems") throw configError(checked.problems);
  return checked.config;
}

/** As `readConfig`, with the problems as values. */
export function checkConfig(options: ReadConfigOptions): ConfigCheck {
  const { env, cwd, home = homedir() } = options;
  const flag = options.file ?? null;
  const { settings, problems: environmentProblems } = readEnvironment(env);
  const problems = [...environmentProblems];
  const found = findConfig({ flag, variable: settings.configFile, env, cwd, home });
  if (found.kind === "none") {
    problems.push({
      code: "no-config",
      file: null,
      line: null,
      key: null,
      value: undefined,
      message: `no config file: neither ${found.searched.join(" nor ")} exists`,
      hint: existsSync(join(cwd, "improve-cron.yaml"))
        ? "The one in this folder is taken with --config improve-cron.yaml, or by IMPROVE_CRON_CONFIG."
        : "Run `improve-cron init config`, or name one with --config FILE.",
    });
    return { kind: "problems", problems, readable: null };
  }
  const { file } = found;
  const yaml = readYamlFile(file);
  const problemAt = (
    code: string,
    path: readonly PropertyKey[],
    rest: { readonly value: unknown; readonly message: string; readonly hint: string },
  ): ConfigProblem => {
    const { value, message, hint } = rest;
    return { code, file, line: yaml.lineOf(path), key: path.join(".") || null, value, message, hint };
  };
  problems.push(
    ...yaml.faults.map(({ code, line, message, hint }) => ({
      code,
      file,
      line,
      key: code === "missing-file" && found.namedBy !== "search" ? found.namedBy : null,
      value: undefined,
      message,
      hint,
    })),
  );
  if (yaml.fatal) return { kind: "problems", problems, readable: null };

  const { written, faults } = readWrittenConfig(yaml.value);
  problems.push(...faults.map((fault) => problemAt(fault.code, fault.path, fault)));

  const warnings: string[] = [];
  if (found.passedOver !== null) {
    warnings.push(`two config files exist: ${file} is used, ${found.passedOver} is not`);
  }
  // Where a value was faulty its default stands in: what a rule says about that default is nobody's concern.
  const faulty = (path: readonly PropertyKey[] | undefined): boolean =>
    path !== undefined && faults.some((fault) => isWithin(path, fault.path) || isWithin(fault.path, path));
  for (const rule of rules) {
    for (const finding of rule.check(written)) {
      if (faulty(finding.path) || faulty(finding.beside)) continue;
      const problem = problemAt(rule.name, finding.path, finding);
      if (finding.warning === true) warnings.push(formatProblem(problem));
      else problems.push(problem);
    }
  }
  const config = toConfig(written, { file, settings, cwd, home, warnings });
  if (problems.length === 0) return { kind: "config", config };
  // In the order of the file: that is how they are mended.
  problems.sort((one, other) => (one.line ?? 0) - (other.line ?? 0));
  return { kind: "problems", problems, readable: config };
}

function isWithin(path: readonly PropertyKey[], outer: readonly PropertyKey[]): boolean {
  return outer.every((segment, index) => String(path[index]) === String(segment));
}

function toConfig(
  written: WrittenConfig,
  place: {
    readonly file: string;
    readonly settings: EnvironmentSettings;
    readonly cwd: string;
    readonly home: string;
    readonly warnings: readonly string[];
  },
): Config {
  const { file, settings, cwd, home, warnings } = place;
  const { sampling, burden, decision, notion, cost, probes, catch_up, server, axis_keys } = written;
  const folder = dirname(file);
  const absolute = (path: string): string => resolvePath(path, folder, home);
  const stateFolder =
    settings.stateFolder === null ? absolute(written.state) : resolvePath(settings.stateFolder, cwd, home);
  const axes = typeof written.axes === "string" ? [written.axes] : written.axes;
  return {
    file,
    workspace: written.workspace,
    timezone: written.timezone,
    schedule: written.schedule,
    stateFolder,
    databaseFile: join(stateFolder, "improve-cron.db"),
    axisSources: axes.map(absolute),
    vaultLog: written.vault_log === null ? null : absolute(written.vault_log),
    home: folder,
    sampling: {
      passRate: sampling.pass_rate,
      passMin: sampling.pass_min,
      belowThreshold: sampling.below_threshold,
      failRate: sampling.fail_rate,
      failMin: sampling.fail_min,
      failTarget: sampling.fail_target,
      riskMax: sampling.risk_max,
      reAskMax: sampling.re_ask_max,
      reAskDays: sampling.re_ask_days,
      firstMonthTarget: sampling.first_month_target,
    },
    burden: {
      minutesPerMonth: burden.minutes_per_month,
      minutesPerItem: burden.minutes_per_item,
      topUpMinutes: burden.top_up_minutes,
      rotateAboveAxes: burden.rotate_above_axes,
    },
    decision: {
      mode: decision.mode,
      kappaThreshold: decision.kappa_threshold,
      streakMonths: decision.streak_months,
      streakGap: decision.streak_gap,
      kProbability: decision.k_probability,
      kGate: decision.k_gate,
      overwhelmingProbability: decision.overwhelming_probability,
      overwhelmingGate: decision.overwhelming_gate,
      overrideRate: decision.override_rate,
      streakProbability: decision.streak_probability,
      poolDiscount: decision.pool_discount,
      provisionalBelow: decision.provisional_below,
      cusum: decision.cusum,
    },
    topUp: written.top_up,
    queue: written.queue,
    notion: {
      parent: notion.parent,
      board: notion.board,
      baseUrl: settings.notionBaseUrl ?? notion.base_url,
      fallback: notion.fallback,
    },
    cost: {
      productionUsdPerMonth: cost.production_usd_per_month,
      warn: cost.warn,
      alarm: cost.alarm,
      judgeUsdPerMonth: cost.judge_usd_per_month,
    },
    notify: written.notify.map((channel) => toChannel(channel, absolute)),
    probes: { perAxis: probes.per_axis, generate: probes.generate },
    panel: panelOf(written, { folder, home }),
    dialogue: dialogueOf(written, { folder, home }),
    instructions: {
      repo: written.instructions.repo === null ? null : absolute(written.instructions.repo),
      files: written.instructions.files.map((name) => instructionPath(name) ?? name),
    },
    catchUp: { mode: catch_up.mode, windowMonths: catch_up.window_months },
    server: { port: server.port, pollMinutes: server.poll_minutes },
    axisKeys: {
      status: axis_keys.status,
      lastCalibration: axis_keys.last_calibration,
      lastKappa: axis_keys.last_kappa,
      founderOverrideCount: axis_keys.founder_override_count,
    },
    logLevel: settings.logLevel ?? "info",
    warnings,
  };
}

function toChannel(written: WrittenChannel, absolute: (path: string) => string): ChannelConfig {
  switch (written.channel) {
    case "ntfy":
      return { channel: "ntfy", url: written.url, tokenEnv: written.token_env };
    case "webhook":
      return { channel: "webhook", url: written.url, secretEnv: written.secret_env };
    case "sendmail":
      return { ...written, path: written.path === null ? null : absolute(written.path) };
    case "command":
    case "imessage":
    case "stdout":
      return written;
  }
}
