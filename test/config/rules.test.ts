import { describe, expect, it } from "vitest";
import { numberBounds } from "../../src/config/number-rules.ts";
import { rules } from "../../src/config/rules.ts";
import { writtenConfigSchema, writtenDefaults } from "../../src/config/written-config.ts";

function findingsOf(raw: unknown) {
  const config = writtenConfigSchema.parse(raw);
  return rules.flatMap((rule) =>
    rule.check(config).map((finding) => ({
      rule: rule.name,
      key: finding.path.join("."),
      warning: finding.warning === true,
      hint: finding.hint,
    })),
  );
}

/** A written config that differs from the defaults in one number. */
function withNumber(dotted: string, value: number): unknown {
  const copy: unknown = structuredClone(writtenDefaults);
  const path = dotted.split(".");
  let node: unknown = copy;
  for (const key of path.slice(0, -1)) node = Reflect.get(Object(node), key);
  Reflect.set(Object(node), path.at(-1) ?? "", value);
  return copy;
}

describe("number rules", () => {
  it("know every number of the config", () => {
    const numbers = (value: unknown, prefix: string): readonly string[] =>
      typeof value === "number"
        ? [prefix]
        : typeof value === "object" && value !== null
          ? Object.entries(value).flatMap(([key, inner]) =>
              numbers(inner, prefix === "" ? key : `${prefix}.${key}`),
            )
          : [];
    const nullable = [
      "sampling.first_month_target",
      "cost.production_usd_per_month",
      "cost.judge_usd_per_month",
      "panel.peer.timeout_seconds",
      "panel.peer.max_cost_usd",
    ];
    expect(new Set(Object.keys(numberBounds))).toEqual(
      new Set([...numbers(writtenDefaults, ""), ...nullable]),
    );
  });

  it("refuse a negative number everywhere", () => {
    for (const key of Object.keys(numberBounds)) {
      expect(findingsOf(withNumber(key, -1)).filter((found) => !found.warning)).toContainEqual(
        expect.objectContaining({ key }),
      );
    }
  });

  it.each<[string, string, readonly number[], readonly number[]]>([
    ["probability", "decision.kappa_threshold", [0.01, 0.99], [0, 1, 1.5]],
    ["probability", "decision.k_probability", [0.01, 0.99], [0, 1]],
    ["probability", "decision.overwhelming_probability", [0.9, 0.999], [0, 1]],
    ["probability", "decision.override_rate", [0.01, 0.5], [0, 1]],
    ["probability", "decision.streak_probability", [0.01, 0.99], [0, 1]],
    ["probability", "decision.cusum.from", [0.01, 0.19], [0, 1]],
    ["probability", "decision.cusum.to", [0.06, 0.99], [0, 1]],
    ["probability", "top_up.zone", [0.01, 0.99], [0, 1]],
    ["share", "sampling.pass_rate", [0.001, 1], [0, 1.1, 10]],
    ["share", "sampling.fail_rate", [0, 1], [1.1]],
    ["share", "decision.pool_discount", [0.01, 1], [0, 1.1]],
    ["share", "decision.provisional_below", [0, 1], [1.1, 80]],
    ["whole-number", "sampling.pass_min", [1, 20], [0, 1.5]],
    ["whole-number", "sampling.below_threshold", [0, 20], [1.5]],
    ["whole-number", "sampling.fail_min", [0, 5], [1.5]],
    ["whole-number", "sampling.fail_target", [2, 9], [2.5]],
    ["whole-number", "sampling.risk_max", [0, 9], [0.5]],
    ["whole-number", "sampling.re_ask_max", [0, 9], [0.5]],
    ["whole-number", "sampling.re_ask_days", [60, 365], [59, 60.5]],
    ["whole-number", "sampling.first_month_target", [1, 1000], [0, 2.5]],
    ["whole-number", "burden.rotate_above_axes", [1, 9], [0, 2.5]],
    ["whole-number", "top_up.batches", [0, 2], [0.5, 3]],
    ["whole-number", "decision.streak_months", [1, 3], [0, 2.5]],
    ["whole-number", "decision.streak_gap", [0, 3], [0.5]],
    ["whole-number", "probes.per_axis", [0, 8], [0.5]],
    ["whole-number", "probes.generate", [3, 20], [3.5]],
    ["whole-number", "catch_up.window_months", [1, 24], [0, 1.5]],
    ["whole-number", "server.poll_minutes", [1, 60], [0, 0.5, 1.5]],
    ["positive", "burden.minutes_per_month", [0.5, 600], [0]],
    ["positive", "burden.minutes_per_item", [0.1, 60], [0]],
    ["positive", "decision.k_gate.0", [0.5, 50], [0]],
    ["positive", "decision.k_gate.1", [0.5, 50], [0]],
    ["positive", "decision.overwhelming_gate.0", [0.5, 50], [0]],
    ["positive", "decision.overwhelming_gate.1", [0.5, 50], [0]],
    ["positive", "decision.cusum.alarm", [0.1, 9], [0]],
    ["positive", "cost.production_usd_per_month", [0.01, 1e6], [0]],
    ["positive", "cost.judge_usd_per_month", [0.01, 1e6], [0]],
    ["positive", "cost.warn", [0.01, 0.15], [0]],
    ["positive", "cost.alarm", [0.1, 2], [0]],
    ["not-negative", "burden.top_up_minutes", [0, 600], []],
    ["port", "server.port", [1, 65_535], [0, 65_536, 80.5]],
  ])("%s: %s", (rule, key, good, bad) => {
    for (const value of good) {
      expect(findingsOf(withNumber(key, value)).filter((found) => !found.warning)).toEqual([]);
    }
    for (const value of bad) {
      expect(findingsOf(withNumber(key, value))).toContainEqual(
        expect.objectContaining({ rule, key, warning: false }),
      );
    }
  });

  it("tell a percentage how it is written", () => {
    expect(findingsOf({ sampling: { pass_rate: 10 } })[0]?.hint).toContain("0.1");
  });
});

describe("rules", () => {
  it("find nothing in the defaults", () => {
    expect(findingsOf({})).toEqual([]);
  });

  it("have one name each", () => {
    expect(new Set(rules.map(({ name }) => name)).size).toBe(rules.length);
  });

  it.each<[string, unknown, string, string]>([
    ["an unknown zone", { timezone: "America/NewYork" }, "zone", "timezone"],
    ["an offset for a zone", { timezone: "+02:00" }, "zone", "timezone"],
    ["day of month and day of week", { schedule: "0 9 1 * 1" }, "schedule", "schedule"],
    ["a range that runs backwards", { schedule: "0 9 31-1 * *" }, "schedule", "schedule"],
    ["four fields", { schedule: "9 1 * *" }, "schedule", "schedule"],
    ["a date that never comes", { schedule: "0 9 30 2 *" }, "schedule", "schedule"],
    ["cusum from above to", { decision: { cusum: { from: 0.3 } } }, "order", "decision.cusum.from"],
    ["cusum from equal to to", { decision: { cusum: { from: 0.2 } } }, "order", "decision.cusum.from"],
    [
      "K above K!",
      { decision: { k_probability: 0.95, overwhelming_probability: 0.9 } },
      "order",
      "decision.k_probability",
    ],
    ["fewer FAIL wanted than needed", { sampling: { fail_min: 6 } }, "order", "sampling.fail_min"],
    ["cost warned of after its alarm", { cost: { warn: 0.2 } }, "order", "cost.warn"],
    ["more probes kept than written", { probes: { per_axis: 9 } }, "order", "probes.per_axis"],
    ["a variable in a path", { state: "$HOME/state" }, "path", "state"],
    ["another user's home", { vault_log: "~bob/log.md" }, "path", "vault_log"],
    ["a variable in one of the axes", { axes: ["./a.yaml", "${AXES}/b.yaml"] }, "path", "axes.1"],
    ["a workspace with a slash", { workspace: "a/b" }, "workspace", "workspace"],
    ["a workspace of 64 characters", { workspace: "a".repeat(64) }, "workspace", "workspace"],
    [
      "one axis key for two values",
      { axis_keys: { last_kappa: "status" } },
      "axis-keys",
      "axis_keys.last_kappa",
    ],
    [
      "an axis key around another",
      { axis_keys: { status: "meta.status", last_kappa: "meta" } },
      "axis-keys",
      "axis_keys.last_kappa",
    ],
    [
      "an axis key inside another",
      { axis_keys: { last_kappa: "status.kappa" } },
      "axis-keys",
      "axis_keys.last_kappa",
    ],
    ["an axis key with an empty step", { axis_keys: { status: "a..b" } }, "axis-keys", "axis_keys.status"],
  ])("refuse %s", (_, raw, rule, key) => {
    expect(findingsOf(raw)).toMatchObject([{ rule, key, warning: false }]);
  });

  it.each<[string, unknown, string, string]>([
    ["a pass_rate below 5%", { sampling: { pass_rate: 0.04 } }, "sampling-rate", "sampling.pass_rate"],
    ["a pass_rate above 20%", { sampling: { pass_rate: 0.21 } }, "sampling-rate", "sampling.pass_rate"],
    ["a fail_rate above 20%", { sampling: { fail_rate: 0.5 } }, "sampling-rate", "sampling.fail_rate"],
    [
      "FAIL verdicts left out",
      { sampling: { fail_rate: 0, fail_min: 0 } },
      "fail-sampling",
      "sampling.fail_rate",
    ],
    ["Notion without a place", { queue: "notion" }, "notion-place", "queue"],
    ["no channel", { notify: [] }, "no-channel", "notify"],
    ["a channel to nobody", { notify: [{ channel: "imessage" }] }, "no-channel", "notify"],
    ["an hour that clocks skip", { schedule: "0 2 1 * *" }, "schedule", "schedule"],
    ["a day that months lack", { schedule: "0 9 31 * *" }, "schedule", "schedule"],
  ])("warn of %s", (_, raw, rule, key) => {
    expect(findingsOf(raw)).toMatchObject([{ rule, key, warning: true }]);
  });

  it.each<[string, unknown]>([
    ["rates of 5 and 20%", { sampling: { pass_rate: 0.05, fail_rate: 0.2 } }],
    ["a fixed number of FAIL verdicts", { sampling: { fail_rate: 0 } }],
    ["a share of FAIL verdicts alone", { sampling: { fail_min: 0 } }],
    ["Notion with a board", { queue: "notion", notion: { board: "https://www.notion.so/b" } }],
    ["dotted axis keys", { axis_keys: { status: "meta.status", last_kappa: "meta.kappa" } }],
    ["axis keys that begin alike", { axis_keys: { last_kappa: "status2" } }],
  ])("let %s pass", (_, raw) => {
    expect(findingsOf(raw)).toEqual([]);
  });
});

const placesOf = (instructions: unknown) =>
  findingsOf({ instructions }).map(({ key, rule }) => `${rule} ${key}`);

describe("instruction files", () => {
  it("are named from a folder that is named, and stay in it", () => {
    expect(placesOf({ repo: "./skills", files: ["agents/writer.md", "./x.md"] })).toEqual([]);
    expect(placesOf({ repo: "./skills", files: ["a.md", "../b.md", "/c.md"] })).toEqual([
      "instructions-path instructions.files.1",
      "instructions-path instructions.files.2",
    ]);
    expect(placesOf({ files: ["a.md"] })).toEqual(["instructions-path instructions.files"]);
    expect(placesOf({ repo: "$HOME/skills" })).toEqual(["instructions-path instructions.repo"]);
  });
});
