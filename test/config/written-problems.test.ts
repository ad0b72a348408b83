import { describe, expect, it } from "vitest";
import { allKeys, readWrittenConfig } from "../../src/config/written-problems.ts";
import { channelKeys, writtenConfigSchema, writtenDefaults } from "../../src/config/written-config.ts";

function faultsOf(raw: unknown) {
  return readWrittenConfig(raw).faults.map(({ code, path, hint }) => ({ code, key: path.join("."), hint }));
}

describe("readWrittenConfig", () => {
  it.each([null, {}, { sampling: null, decision: { cusum: null } }])("reads %j as all defaults", (raw) => {
    expect(readWrittenConfig(raw)).toEqual({ written: writtenDefaults, faults: [] });
  });

  it("keeps an explicit null where null is a value, and refuses it where it is none", () => {
    expect(readWrittenConfig({ vault_log: null }).written.vault_log).toBeNull();
    expect(faultsOf({ timezone: null, axes: null })).toMatchObject([
      { code: "wrong-value", key: "timezone" },
      { code: "wrong-value", key: "axes" },
    ]);
  });

  it.each([
    ["a misspelling", { timezon: "UTC" }, "timezon", "timezone"],
    [
      "a misspelling in a section",
      { sampling: { pas_rate: 0.1 } },
      "sampling.pas_rate",
      "sampling.pass_rate",
    ],
    ["another habit of spelling", { decision: { kGate: [1, 1] } }, "decision.kGate", "decision.k_gate"],
    ["a key outside its section", { kappa_threshold: 0.6 }, "kappa_threshold", "decision.kappa_threshold"],
    ["a key in the wrong section", { sampling: { port: 1 } }, "sampling.port", "server.port"],
    [
      "a key three deep",
      { decision: { cusum: { alarms: 4 } } },
      "decision.cusum.alarms",
      "decision.cusum.alarm",
    ],
    [
      "a key of a channel",
      { notify: [{ channel: "stdout" }, { channel: "ntfy", url: "https://x.test/a", tokenenv: "A" }] },
      "notify.1.tokenenv",
      "notify.1.token_env",
    ],
  ])("names the nearest known key for %s", (_, raw, key, known) => {
    const faults = faultsOf(raw);
    expect(faults).toMatchObject([{ code: "unknown-key", key }]);
    expect(faults[0]?.hint.split(/[ ,]|\.$/)).toContain(known);
  });

  it.each(["__proto__", "constructor", "toString"])("takes %s for an unknown key like any other", (name) => {
    const raw: unknown = JSON.parse(`{"${name}": {"a": 1}, "sampling": {"${name}": 1}}`);
    expect(new Set(faultsOf(raw).map(({ code, key }) => `${code} ${key}`))).toEqual(
      new Set([`unknown-key ${name}`, `unknown-key sampling.${name}`]),
    );
  });

  it.each<[string, unknown, string]>([
    ["a text for a number", { sampling: { pass_rate: "10%" } }, "sampling.pass_rate"],
    ["infinity", { sampling: { pass_rate: Number.POSITIVE_INFINITY } }, "sampling.pass_rate"],
    ["not a number", { burden: { minutes_per_item: Number.NaN } }, "burden.minutes_per_item"],
    ["yes for true", { top_up: { enabled: "yes" } }, "top_up.enabled"],
    ["a number for a text", { workspace: 7 }, "workspace"],
    ["an empty text", { state: "" }, "state"],
    ["blanks for a text", { vault_log: "  " }, "vault_log"],
    ["an unknown mode", { decision: { mode: "strict" } }, "decision.mode"],
    ["an unknown queue", { queue: "linear" }, "queue"],
    ["an unknown fallback", { notion: { fallback: "notion" } }, "notion.fallback"],
    ["an unknown catch-up", { catch_up: { mode: "first" } }, "catch_up.mode"],
    ["a gate of one", { decision: { k_gate: [10] } }, "decision.k_gate"],
    ["a gate of three", { decision: { k_gate: [10, 5, 1] } }, "decision.k_gate"],
    ["a gate of texts", { decision: { k_gate: [10, "5"] } }, "decision.k_gate.1"],
    ["no list of axes", { axes: [] }, "axes"],
    ["axes that are no texts", { axes: { a: 1 } }, "axes"],
    ["a section that is a list", { sampling: [] }, "sampling"],
    ["a section that is a number", { server: 4187 }, "server"],
    ["an address that is no URL", { notion: { base_url: "api.notion.com" } }, "notion.base_url"],
    ["an unknown channel", { notify: [{ channel: "slack" }] }, "notify.0.channel"],
    ["a channel that is no map", { notify: ["stdout"] }, "notify.0"],
    ["a script for a URL", { notify: [{ channel: "webhook", url: "javascript:alert(1)" }] }, "notify.0.url"],
    ["an empty command", { notify: [{ channel: "command", command: [] }] }, "notify.0.command"],
    [
      "a command line in one text",
      { notify: [{ channel: "command", command: "say hi" }] },
      "notify.0.command",
    ],
  ])("refuses %s", (_, raw, key) => {
    expect(faultsOf(raw)).toMatchObject([{ code: "wrong-value", key }]);
  });

  it.each([
    ["ntfy", "url"],
    ["webhook", "url"],
    ["sendmail", "to"],
    ["command", "command"],
  ])("%s without %s is incomplete", (channel, key) => {
    expect(faultsOf({ notify: [{ channel }] })).toMatchObject([
      { code: "missing-key", key: `notify.0.${key}` },
    ]);
  });

  it("names the nearest word for a misspelt one", () => {
    expect(faultsOf({ decision: { mode: "gaurded" } })[0]?.hint).toMatch(/\bguarded\b/);
    expect(faultsOf({ notify: [{ channel: "send-mail" }] })[0]?.hint).toMatch(/word is sendmail\b/);
  });

  it.each([[[]], ["text"], [5]])("refuses %j as a whole", (raw) => {
    expect(faultsOf(raw)).toMatchObject([{ code: "wrong-value", key: "" }]);
  });

  it("collects every fault, and reads the rest", () => {
    const { written, faults } = readWrittenConfig({
      zone: "x",
      workspace: 7,
      sampling: { pass_rate: "a", pass_min: 6, extra: 1 },
      decision: { k_gate: [1, "b"], streak_gap: 4 },
      notify: [{ channel: "stdout" }, { channel: "pager" }, { channel: "ntfy", link: 1 }],
    });
    expect(faults.map(({ path }) => path.join(".")).sort((a, b) => a.localeCompare(b))).toEqual([
      "decision.k_gate.1",
      "notify.1.channel",
      "notify.2.link",
      "notify.2.url",
      "sampling.extra",
      "sampling.pass_rate",
      "workspace",
      "zone",
    ]);
    expect(written.sampling).toEqual({ ...writtenDefaults.sampling, pass_min: 6 });
    expect(written.decision).toEqual({ ...writtenDefaults.decision, streak_gap: 4 });
    expect(written.notify).toEqual(writtenDefaults.notify);
  });
});

describe("written-config", () => {
  it("knows the keys of each channel", () => {
    const required = { url: "https://x.test/a", to: "x", command: ["say"] };
    for (const [channel, keys] of Object.entries(channelKeys)) {
      const entry = {
        channel,
        ...Object.fromEntries(Object.entries(required).filter(([key]) => keys.includes(key))),
      };
      const [parsed] = writtenConfigSchema.parse({ notify: [entry] }).notify;
      expect(new Set(Object.keys(parsed ?? {}))).toEqual(new Set(["channel", ...keys]));
    }
  });

  it("has no key twice", () => {
    expect(new Set(allKeys()).size).toBe(allKeys().length);
    expect(allKeys()).toContain("decision.cusum.alarm");
  });
});
