import * as z from "zod";
import { blockingLenses, shippedLenses } from "../core/shipped-lenses.ts";
import { defaultBurden, defaultDecision, defaultSampling, defaultTopUp } from "../core/policy.ts";

// Types and words only. Ranges, and rules between keys, are named in rules.ts, where they have a sentence each.

const text = z.string().trim().min(1);
const textOrNull = text.nullable();
const number = z.number();
// Not z.httpUrl(): that one refuses hosts without a dot, such as localhost.
const httpUrl = z.url({ protocol: /^https?$/ });

const channelSchema = z.discriminatedUnion("channel", [
  z.strictObject({ channel: z.literal("stdout") }),
  z.strictObject({ channel: z.literal("command"), command: z.array(text).min(1) }),
  z.strictObject({ channel: z.literal("ntfy"), url: httpUrl, token_env: textOrNull.default(null) }),
  z.strictObject({ channel: z.literal("webhook"), url: httpUrl, secret_env: textOrNull.default(null) }),
  z.strictObject({ channel: z.literal("sendmail"), to: text, path: textOrNull.default(null) }),
  z.strictObject({ channel: z.literal("imessage"), to: textOrNull.default(null) }),
]);

// What only some lenses say stays unsaid in the others: the list reads as people write it.
const lensSchema = z.strictObject({
  name: text,
  may_block: z.boolean().nullish(),
  prompt: textOrNull.optional(),
  // Its own reader knows the three ways of writing it.
  critic: z.unknown().optional(),
  model: textOrNull.optional(),
  timeout_seconds: number.nullish(),
  max_cost_usd: number.nullish(),
});

const peerSchema = z.strictObject({
  prompt: textOrNull.default(null),
  critic: z.unknown().default(null),
  model: textOrNull.default(null),
  timeout_seconds: number.nullable().default(null),
  max_cost_usd: number.nullable().default(null),
});

/** The keys of one lens of `panel.lenses`. */
export const lensKeys: readonly string[] = Object.keys(lensSchema.shape);

/** The keys whose null means none, where an empty section would mean its defaults. */
export const sectionsWithNone: ReadonlySet<string> = new Set(["panel.peer"]);

/** What people write, with every key optional; the parsed value has every default filled in. */
export const writtenConfigSchema = z.strictObject({
  timezone: text.default("America/New_York"),
  schedule: text.default("0 9 1 * *"),
  state: text.default("./state"),
  axes: z.union([text, z.array(text).min(1)]).default("./axes"),
  vault_log: textOrNull.default("./vault/01-projects/self-review/improve-cron-log.md"),
  sampling: z
    .strictObject({
      pass_rate: number.default(defaultSampling.passRate),
      pass_min: number.default(defaultSampling.passMin),
      below_threshold: number.default(defaultSampling.belowThreshold),
      fail_rate: number.default(defaultSampling.failRate),
      fail_min: number.default(defaultSampling.failMin),
      fail_target: number.default(defaultSampling.failTarget),
      risk_max: number.default(defaultSampling.riskMax),
      re_ask_max: number.default(defaultSampling.reAskMax),
      re_ask_days: number.default(defaultSampling.reAskDays),
      first_month_target: number.nullable().default(defaultSampling.firstMonthTarget),
    })
    .prefault({}),
  burden: z
    .strictObject({
      minutes_per_month: number.default(defaultBurden.minutesPerMonth),
      minutes_per_item: number.default(defaultBurden.minutesPerItem),
      top_up_minutes: number.default(defaultBurden.topUpMinutes),
      rotate_above_axes: number.default(defaultBurden.rotateAboveAxes),
    })
    .prefault({}),
  top_up: z
    .strictObject({
      enabled: z.boolean().default(defaultTopUp.enabled),
      zone: number.default(defaultTopUp.zone),
      batches: number.default(defaultTopUp.batches),
    })
    .prefault({}),
  decision: z
    .strictObject({
      mode: z.enum(["guarded", "literal"]).default(defaultDecision.mode),
      kappa_threshold: number.default(defaultDecision.kappaThreshold),
      streak_months: number.default(defaultDecision.streakMonths),
      streak_gap: number.default(defaultDecision.streakGap),
      k_probability: number.default(defaultDecision.kProbability),
      k_gate: z.tuple([number, number]).default([...defaultDecision.kGate]),
      overwhelming_probability: number.default(defaultDecision.overwhelmingProbability),
      overwhelming_gate: z.tuple([number, number]).default([...defaultDecision.overwhelmingGate]),
      override_rate: number.default(defaultDecision.overrideRate),
      streak_probability: number.default(defaultDecision.streakProbability),
      pool_discount: number.default(defaultDecision.poolDiscount),
      provisional_below: number.default(defaultDecision.provisionalBelow),
      cusum: z
        .strictObject({
          from: number.default(defaultDecision.cusum.from),
          to: number.default(defaultDecision.cusum.to),
          alarm: number.default(defaultDecision.cusum.alarm),
          acts: z.enum(["watch", "revert"]).optional(),
        })
        .prefault({}),
    })
    .prefault({}),
  queue: z.enum(["local", "notion"]).default("local"),
  notion: z
    .strictObject({
      parent: textOrNull.default(null),
      board: textOrNull.default(null),
      base_url: httpUrl.nullable().default(null),
      fallback: z.literal("local").nullable().default(null),
    })
    .prefault({}),
  cost: z
    .strictObject({
      production_usd_per_month: number.nullable().default(null),
      warn: number.default(0.1),
      alarm: number.default(0.15),
      judge_usd_per_month: number.nullable().default(null),
    })
    .prefault({}),
  notify: z.array(channelSchema).default([{ channel: "imessage", to: null }, { channel: "stdout" }]),
  probes: z.strictObject({ per_axis: number.default(3), generate: number.default(8) }).prefault({}),
  panel: z
    .strictObject({
      axis: text.default("verify-panel"),
      critic: z.unknown().default(null),
      lenses: z
        .array(z.preprocess((one) => (typeof one === "string" ? { name: one } : one), lensSchema))
        .default(
          shippedLenses.map((name) => (blockingLenses.has(name) ? { name, may_block: true } : { name })),
        ),
      ai_risk_from: textOrNull.default("ai-detector"),
      ai_risk_limit: number.default(5),
      peer: peerSchema.nullable().prefault({}),
      rules: textOrNull.default(null),
      limits: z
        .strictObject({
          draft_kilobytes: number.default(256),
          contract_kilobytes: number.default(64),
          findings: number.default(20),
        })
        .prefault({}),
    })
    .prefault({}),
  dialogue: z
    .strictObject({
      // Its own reader knows the three ways of writing a critic.
      author: z.unknown().default(null),
      partner: z.unknown().default(null),
      spare: z.unknown().default(null),
      rounds: number.default(5),
      turn_minutes: number.default(5),
      folder: text.default("./.dialogues"),
    })
    .prefault({}),
  instructions: z
    .strictObject({ repo: textOrNull.default(null), files: z.array(text).default([]) })
    .prefault({}),
  catch_up: z
    .strictObject({
      mode: z.enum(["all", "latest", "none"]).default("all"),
      window_months: number.default(3),
    })
    .prefault({}),
  server: z.strictObject({ port: number.default(4187), poll_minutes: number.default(15) }).prefault({}),
  workspace: text.default("default"),
  axis_keys: z
    .strictObject({
      status: text.default("status"),
      last_calibration: text.default("last_calibration"),
      last_kappa: text.default("last_kappa"),
      founder_override_count: text.default("founder_override_count"),
    })
    .prefault({}),
});

export type WrittenConfig = z.output<typeof writtenConfigSchema>;
export type WrittenPanel = WrittenConfig["panel"];
export type WrittenChannel = WrittenConfig["notify"][number];

/** What an empty config file means. */
export const writtenDefaults: WrittenConfig = writtenConfigSchema.parse({});

/** The keys that each channel of `notify` takes beside `channel`. */
export const channelKeys: Readonly<Record<WrittenChannel["channel"], readonly string[]>> = {
  stdout: [],
  command: ["command"],
  ntfy: ["url", "token_env"],
  webhook: ["url", "secret_env"],
  sendmail: ["to", "path"],
  imessage: ["to"],
};
