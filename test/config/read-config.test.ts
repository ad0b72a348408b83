import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { checkConfig, readConfig } from "../../src/config/read-config.ts";
import { defaultBurden, defaultDecision, defaultSampling } from "../../src/core/policy.ts";
import { ImproveCronError } from "../../src/errors.ts";
import { folderWith } from "./temp-folder.ts";

const home = "/home/ada";

const defaultPanel = {
  axis: "verify-panel",
  lenses: [
    { name: "rules-judge", mayBlock: true, promptFile: null, critic: null },
    { name: "claim-auditor", mayBlock: true, promptFile: null, critic: null },
    { name: "expert-skeptic", mayBlock: false, promptFile: null, critic: null },
    { name: "hostile-reader", mayBlock: false, promptFile: null, critic: null },
    { name: "ai-detector", mayBlock: false, promptFile: null, critic: null },
    { name: "contract-lens", mayBlock: true, promptFile: null, critic: null },
  ],
  aiRiskFrom: "ai-detector",
  aiRiskLimit: 5,
  peer: { promptFile: null, critic: null },
  rulesFile: null,
  limits: { draftBytes: 262_144, contractBytes: 65_536, findings: 20 },
};

function check(text: string, env: Readonly<Record<string, string>> = {}) {
  const cwd = folderWith({ "config/improve-cron.yaml": text });
  const checked = checkConfig({ env, cwd, home });
  const file = join(cwd, "config/improve-cron.yaml");
  return { checked, file, folder: join(cwd, "config"), cwd };
}

function configOf(text: string, env: Readonly<Record<string, string>> = {}) {
  const { checked, ...place } = check(text, env);
  if (checked.kind === "problems") throw new Error(JSON.stringify(checked.problems));
  return { config: checked.config, ...place };
}

function problemsOf(text: string, env: Readonly<Record<string, string>> = {}) {
  const { checked } = check(text, env);
  return checked.kind === "problems" ? checked.problems : [];
}

function plainCritic(kind: "claude" | "codex") {
  return { kind, command: [kind], model: null, env: [], timeoutMs: 300_000, maxCostUsd: 1 };
}

describe("readConfig", () => {
  it.each(["", "# timezone: UTC\n", "---\n", "sampling:\n  # pass_rate: 0.2\n"])(
    "reads %j as all defaults",
    (text) => {
      const { config, file, folder } = configOf(text);
      expect(config).toEqual({
        file,
        home: folder,
        workspace: "default",
        timezone: "America/New_York",
        schedule: "0 9 1 * *",
        stateFolder: join(folder, "state"),
        databaseFile: join(folder, "state", "improve-cron.db"),
        axisSources: [join(folder, "axes")],
        vaultLog: join(folder, "vault/01-projects/self-review/improve-cron-log.md"),
        sampling: defaultSampling,
        burden: defaultBurden,
        decision: defaultDecision,
        topUp: { enabled: true, zone: 0.3, batches: 2 },
        queue: "local",
        notion: { parent: null, board: null, baseUrl: null, fallback: null },
        cost: { productionUsdPerMonth: null, warn: 0.1, alarm: 0.15, judgeUsdPerMonth: null },
        notify: [{ channel: "imessage", to: null }, { channel: "stdout" }],
        probes: { perAxis: 3, generate: 8 },
        panel: defaultPanel,
        dialogue: {
          author: null,
          partner: plainCritic("claude"),
          spare: plainCritic("codex"),
          named: { claude: plainCritic("claude"), codex: plainCritic("codex") },
          rounds: 5,
          turnMs: 300_000,
          folder: join(folder, ".dialogues"),
        },
        instructions: { repo: null, files: [] },
        catchUp: { mode: "all", windowMonths: 3 },
        server: { port: 4187, pollMinutes: 15 },
        axisKeys: {
          status: "status",
          lastCalibration: "last_calibration",
          lastKappa: "last_kappa",
          founderOverrideCount: "founder_override_count",
        },
        logLevel: "info",
        warnings: [],
      });
    },
  );

  it("takes every key from the file", () => {
    const { config, folder } = configOf(`
timezone: Europe/Berlin
schedule: "30 8 2 * *"
state: ~/ic-state
axes: [./one.yaml, /etc/axes]
vault_log: null
sampling: { pass_rate: 0.2, pass_min: 6, below_threshold: 11, fail_rate: 0.15, fail_min: 3, fail_target: 7, risk_max: 1, re_ask_max: 3, re_ask_days: 90, first_month_target: 40 }
burden: { minutes_per_month: 90, minutes_per_item: 2.5, top_up_minutes: 30, rotate_above_axes: 4 }
top_up: { enabled: false, zone: 0.4, batches: 1 }
decision:
  mode: literal
  kappa_threshold: 0.7
  streak_months: 4
  streak_gap: 1
  k_probability: 0.8
  k_gate: [12, 6]
  overwhelming_probability: 0.98
  overwhelming_gate: [6, 3]
  override_rate: 0.05
  streak_probability: 0.6
  pool_discount: 0.5
  provisional_below: 0.7
  cusum: { from: 0.02, to: 0.1, alarm: 3 }
queue: notion
notion: { parent: abc, board: def, base_url: "http://localhost:8080", fallback: local }
cost: { production_usd_per_month: 1200, warn: 0.2, alarm: 0.3, judge_usd_per_month: 40 }
notify:
  - { channel: command, command: [say, hello] }
  - { channel: ntfy, url: https://ntfy.sh/topic, token_env: NTFY_AUTH }
  - { channel: webhook, url: "http://localhost:9000/hook", secret_env: HOOK_SECRET }
  - { channel: sendmail, to: ada@example.org, path: ./bin/sendmail }
  - { channel: imessage, to: "+15550100" }
probes: { per_axis: 2, generate: 6 }
instructions: { repo: ../skills, files: [./agents/writer.md] }
catch_up: { mode: latest, window_months: 6 }
server: { port: 4200, poll_minutes: 5 }
workspace: studio
axis_keys: { status: meta.status, last_calibration: meta.at, last_kappa: meta.kappa, founder_override_count: meta.overrides }
`);
    expect(config).toMatchObject({
      timezone: "Europe/Berlin",
      schedule: "30 8 2 * *",
      stateFolder: "/home/ada/ic-state",
      databaseFile: "/home/ada/ic-state/improve-cron.db",
      axisSources: [join(folder, "one.yaml"), "/etc/axes"],
      vaultLog: null,
      sampling: {
        passRate: 0.2,
        passMin: 6,
        belowThreshold: 11,
        failRate: 0.15,
        failMin: 3,
        failTarget: 7,
        riskMax: 1,
        reAskMax: 3,
        reAskDays: 90,
        firstMonthTarget: 40,
      },
      burden: { minutesPerMonth: 90, minutesPerItem: 2.5, topUpMinutes: 30, rotateAboveAxes: 4 },
      topUp: { enabled: false, zone: 0.4, batches: 1 },
      decision: {
        mode: "literal",
        kappaThreshold: 0.7,
        streakMonths: 4,
        streakGap: 1,
        kProbability: 0.8,
        kGate: [12, 6],
        overwhelmingProbability: 0.98,
        overwhelmingGate: [6, 3],
        overrideRate: 0.05,
        streakProbability: 0.6,
        poolDiscount: 0.5,
        provisionalBelow: 0.7,
        cusum: { from: 0.02, to: 0.1, alarm: 3 },
      },
      queue: "notion",
      notion: { parent: "abc", board: "def", baseUrl: "http://localhost:8080", fallback: "local" },
      cost: { productionUsdPerMonth: 1200, warn: 0.2, alarm: 0.3, judgeUsdPerMonth: 40 },
      notify: [
        { channel: "command", command: ["say", "hello"] },
        { channel: "ntfy", url: "https://ntfy.sh/topic", tokenEnv: "NTFY_AUTH" },
        { channel: "webhook", url: "http://localhost:9000/hook", secretEnv: "HOOK_SECRET" },
        { channel: "sendmail", to: "ada@example.org", path: join(folder, "bin/sendmail") },
        { channel: "imessage", to: "+15550100" },
      ],
      probes: { perAxis: 2, generate: 6 },
      instructions: { repo: join(folder, "../skills"), files: ["agents/writer.md"] },
      catchUp: { mode: "latest", windowMonths: 6 },
      server: { port: 4200, pollMinutes: 5 },
      workspace: "studio",
      axisKeys: {
        status: "meta.status",
        lastCalibration: "meta.at",
        lastKappa: "meta.kappa",
        founderOverrideCount: "meta.overrides",
      },
      warnings: [],
    });
  });

  it("lets the environment beat the file", () => {
    const { config, cwd } = configOf("state: ./state\nnotion: { base_url: http://a.test }\n", {
      IMPROVE_CRON_HOME: "elsewhere",
      NOTION_BASE_URL: "http://b.test",
      IMPROVE_CRON_LOG_LEVEL: "debug",
    });
    expect(config.stateFolder).toBe(join(cwd, "elsewhere"));
    expect(config.databaseFile).toBe(join(cwd, "elsewhere", "improve-cron.db"));
    expect(config.notion.baseUrl).toBe("http://b.test");
    expect(config.logLevel).toBe("debug");
  });

  it("lets --config beat the variable beat the search; relative paths start at the file", () => {
    const cwd = folderWith({
      "config/improve-cron.yaml": "workspace: searched\n",
      "b/variable.yaml": "workspace: variable\n",
      "c/flag.yaml": "workspace: flag\n",
    });
    const env = { IMPROVE_CRON_CONFIG: join(cwd, "b/variable.yaml") };
    expect(readConfig({ env: {}, cwd, home }).workspace).toBe("searched");
    expect(readConfig({ env, cwd, home }).workspace).toBe("variable");
    const config = readConfig({ file: "c/flag.yaml", env, cwd, home });
    expect(config).toMatchObject({
      workspace: "flag",
      home: join(cwd, "c"),
      axisSources: [join(cwd, "c/axes")],
    });
  });

  it("warns of a second config that it passed over, naming both", () => {
    const cwd = folderWith({
      "config/improve-cron.yaml": "",
      "xdg/improve-cron/improve-cron.yaml": "workspace: other\n",
    });
    const { warnings } = readConfig({ env: { XDG_CONFIG_HOME: join(cwd, "xdg") }, cwd, home });
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain(join(cwd, "config/improve-cron.yaml"));
    expect(warnings[0]).toContain(join(cwd, "xdg/improve-cron/improve-cron.yaml"));
  });

  it("warns with file, line and key of what is unwise", () => {
    const { config, file } = configOf("# c\nsampling:\n  pass_rate: 0.5\n");
    expect(config.warnings).toHaveLength(1);
    expect(config.warnings[0]).toContain(`${file}:3: sampling.pass_rate`);
  });
});

describe("what is wrong", () => {
  it("is thrown as one error of code config that names file and line of all of it", () => {
    const { cwd, file } = check(
      "timezon: UTC\nserver:\n  port: 70000\n  prt: 1\nsampling: { pass_rate: x }\n",
    );
    let thrown: unknown;
    try {
      readConfig({ env: { NOTION_TOKEN: "" }, cwd, home });
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(ImproveCronError);
    if (!(thrown instanceof ImproveCronError)) return;
    expect(thrown.code).toBe("config");
    for (const place of [":1: timezon", ":3: server.port", ":4: server.prt", ":5: sampling.pass_rate"]) {
      expect(thrown.message).toContain(file + place);
    }
    expect(thrown.message).toContain("NOTION_TOKEN");
    expect(thrown.message).toContain("70000");
  });

  it("lists syntax of words, unknown keys, broken rules and the environment together", () => {
    const text =
      "timezone: Mars/Base\nworkspace: 5\nserver: { prot: 1 }\ndecision:\n  k_gate:\n    - 0\n    - 5\n";
    const problems = problemsOf(text, { IMPROVE_CRON_LOG_LEVEL: "loud" });
    expect(problems.map(({ code, key, line }) => `${code} ${key} ${line}`)).toEqual([
      "wrong-value IMPROVE_CRON_LOG_LEVEL null",
      "zone timezone 1",
      "wrong-value workspace 2",
      "unknown-key server.prot 3",
      "positive decision.k_gate.0 6",
    ]);
    expect(problems.find(({ key }) => key === "timezone")).toMatchObject({ value: "Mars/Base" });
  });

  it("says nothing about a rule that rests on a faulty value", () => {
    expect(problemsOf("decision: { cusum: { from: x, to: 0.04 } }\n").map(({ key }) => key)).toEqual([
      "decision.cusum.from",
    ]);
    expect(problemsOf("decision: { cusum: { from: 0.3, to: x } }\n").map(({ key }) => key)).toEqual([
      "decision.cusum.to",
    ]);
  });

  it.each([
    ["a tab", "sampling:\n\tpass_rate: 0.1\n", "tab-indent", 2],
    ["a duplicate key", "queue: local\nworkspace: a\nqueue: notion\n", "duplicate-key", 3],
    ["two documents", "queue: local\n---\nqueue: notion\n", "several-documents", 2],
    ["an open bracket", "axes: [a\nqueue: local\n", "yaml-syntax", 2],
    ["a list for a config", "- a\n", "wrong-value", 1],
  ])("names the line of %s", (_, text, code, line) => {
    const { checked, file } = check(text);
    expect(checked).toMatchObject({ kind: "problems" });
    if (checked.kind !== "problems") return;
    expect(checked.problems).toContainEqual(expect.objectContaining({ code, line, file }));
  });

  it("goes on behind a duplicate key", () => {
    expect(problemsOf("queue: local\nqueue: notion\nserver: { port: 0 }\n").map(({ code }) => code)).toEqual([
      "duplicate-key",
      "port",
    ]);
  });

  it("says where it looked when there is no config, beside what else is wrong", () => {
    const cwd = folderWith({ x: "" });
    const checked = checkConfig({ env: { IMPROVE_CRON_HOME: "" }, cwd, home });
    expect(checked).toMatchObject({ problems: [{ code: "empty-variable" }, { code: "no-config" }] });
    // `init` writes it without a folder around it, where the search does not look.
    const beside = checkConfig({ env: {}, cwd: folderWith({ "improve-cron.yaml": "" }), home });
    expect(beside).toMatchObject({
      problems: [{ code: "no-config", hint: expect.stringContaining("--config improve-cron.yaml") }],
    });
  });

  it.each([
    ["--config", { file: "none.yaml", env: {} }],
    ["IMPROVE_CRON_CONFIG", { env: { IMPROVE_CRON_CONFIG: "none.yaml" } }],
  ])("names %s when the file it names is missing, although a search would find one", (key, options) => {
    const cwd = folderWith({ "config/improve-cron.yaml": "" });
    expect(checkConfig({ ...options, cwd, home })).toMatchObject({
      problems: [{ code: "missing-file", file: join(cwd, "none.yaml"), key }],
    });
  });

  it("refuses a folder, a text that is not UTF-8, and one too large", () => {
    const cwd = folderWith({
      "dir/x": "",
      "latin1.yaml": Buffer.from("workspace: caf\u00e9\n", "latin1"),
      "large.yaml": `#${"x".repeat(1024 * 1024)}\n`,
    });
    const codeOf = (file: string): unknown => {
      const checked = checkConfig({ file, env: {}, cwd, home });
      return checked.kind === "problems" ? checked.problems.map(({ code }) => code) : "config";
    };
    expect(codeOf("dir")).toEqual(["unreadable"]);
    expect(codeOf("latin1.yaml")).toEqual(["not-utf8"]);
    expect(codeOf("large.yaml")).toEqual(["too-large"]);
  });
});
