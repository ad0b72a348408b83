import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { checkConfig } from "../../../src/config/read-config.ts";
import { type BadInput, doorForEach } from "../bad-input.ts";

interface Given {
  readonly text: string | Uint8Array;
  readonly env?: Readonly<Record<string, string>>;
}

function config(text: string, expected: string, why: string): BadInput<Given> {
  return { given: { text }, expected, why, shown: text.replaceAll("\n", " / ").slice(0, 90) };
}

function variable(name: string, value: string, expected: string, why: string): BadInput<Given> {
  return { given: { text: "", env: { [name]: value } }, expected, why, shown: `${name}="${value}"` };
}

const inputs: readonly BadInput<Given>[] = [
  config("[]", "wrong-value", "a list is no config"),
  config("timezone", "wrong-value", "a word is no config"),
  config("timezone: America/NewYork", "zone", "no such zone"),
  config("timezone: Mars/Base", "zone", "no such zone"),
  config("timezone: ''", "wrong-value", "empty"),
  config("timezone: 5", "wrong-value", "a number"),
  config('schedule: "0 9 31-1 * *"', "schedule", "a range that runs backwards"),
  config('schedule: "0 9 1 * 1"', "schedule", "both kinds of day: programs read that in two ways"),
  config('schedule: "0 9 30 2 *"', "schedule", "never comes"),
  config('schedule: "* * *"', "schedule", "three fields"),
  config('schedule: "0 0 9 1 * *"', "schedule", "six fields"),
  config('schedule: "99 9 1 * *"', "schedule", "no such minute"),
  config('schedule: "@reboot"', "schedule", "no time"),
  config('schedule: "0 9 1 * *; rm -rf /"', "schedule", "no part of it reaches a shell"),
  config("scedule: x", "unknown-key", "a slip of the pen is told, with the nearest key"),
  config("__proto__: { a: 1 }", "unknown-key", "a key of every object is no key here"),
  config("constructor: 1", "unknown-key", "a key of every object is no key here"),
  config("state: 5", "wrong-value", "a number is no path"),
  config("state: $HOME/state", "path", "no variable is looked up"),
  config("state: ~root/state", "path", "no home folder of somebody else"),
  config('state: "a\\0b"', "path", "NUL would end the name"),
  config("axes: []", "wrong-value", "no axis"),
  config("axes: [5]", "wrong-value", "a number is no path"),
  config("sampling: { pass_rate: 10 }", "share", "a percentage where a share is meant"),
  config("sampling: { pass_rate: 0 }", "share", "nothing would be sampled"),
  config("sampling: { pass_rate: .nan }", "wrong-value", "no number"),
  config("sampling: { pass_rate: .inf }", "wrong-value", "no number"),
  config('sampling: { pass_rate: "0.1" }', "wrong-value", "a number as text"),
  config("sampling: { pass_min: 2.5 }", "whole-number", "half an item"),
  config("sampling: { pass_min: -1 }", "whole-number", "less than nothing"),
  config("sampling: { fail_min: 9, fail_target: 3 }", "order", "the least above the most"),
  config("sampling: { re_ask_days: 1 }", "whole-number", "he still remembers his answer"),
  config("burden: { minutes_per_item: 0 }", "positive", "nobody grades in no time"),
  config("decision: { mode: strict }", "wrong-value", "no such mode"),
  config("decision: { kappa_threshold: 1 }", "probability", "never reached"),
  config("decision: { k_gate: [10] }", "wrong-value", "two numbers are needed"),
  config("decision: { cusum: { from: 0.4, to: 0.2 } }", "order", "a drift to the better"),
  config("queue: trello", "wrong-value", "no such queue"),
  config("server: { port: 0 }", "port", "no port that callers could know"),
  config("server: { port: 70000 }", "port", "no port"),
  config("server: { host: 0.0.0.0 }", "unknown-key", "the daemon listens on this machine alone"),
  config("workspace: ../x", "workspace", "would be a path"),
  config('workspace: "a\\nb"', "workspace", "a line end"),
  config("axis_keys: { status: last_kappa }", "axis-keys", "one key cannot hold two values"),
  config("axis_keys: { status: a..b }", "axis-keys", "no path of keys"),
  config("notify: stdout", "wrong-value", "a list is needed"),
  config("notify: [{ channel: pager }]", "wrong-value", "no such channel"),
  config(
    "notify: [{ channel: command, command: touch pwned }]",
    "wrong-value",
    "program and arguments, one by one: there is no shell",
  ),
  config("notify: [{ channel: command, command: [] }]", "wrong-value", "no program"),
  config("notify: [{ channel: ntfy, url: ntfy.sh/topic }]", "wrong-value", "no address"),
  config("notify: [{ channel: ntfy, url: 'file:///etc/passwd' }]", "wrong-value", "http and https alone"),
  config("notify: [{ channel: webhook, url: 'javascript:x' }]", "wrong-value", "http and https alone"),
  config(
    "notify: [{ channel: webhook, url: 'https://a.example', secret: s }]",
    "unknown-key",
    "a secret belongs into the environment",
  ),
  config(
    "notify: [{ channel: ntfy, url: 'https://a.example/t', token_env: tk_pasted1 }]",
    "variable-name",
    "a token where the name of a variable belongs",
  ),
  config(
    "notify: [{ channel: webhook, url: 'https://a.example/t', secret_env: 'A B' }]",
    "variable-name",
    "no name of a variable",
  ),
  config("notion: { token: ntn_x }", "unknown-key", "a token belongs into the environment"),
  config("notion: { base_url: 'ftp://x' }", "wrong-value", "http and https alone"),
  config("timezone: UTC\ntimezone: UTC", "duplicate-key", "two of them: which one counts?"),
  config("timezone: &a [*a]", "yaml-aliases", "a list that holds itself"),
  config("notify: &a [*a]", "yaml-aliases", "a list that holds itself"),
  config("timezone: UTC\n---\ntimezone: UTC", "several-documents", "two documents in one file"),
  config("sampling:\n\tpass_rate: 0.1", "tab-indent", "YAML indents with spaces"),
  config("timezone: 'UTC", "yaml-syntax", "a quotation mark that is not closed"),
  config("panel: { ai_risk_limit: 11 }", "score", "no score"),
  config("top_up: { batches: 9 }", "whole-number", "more than a month can hold"),
  {
    given: { text: Buffer.from([0x61, 0xff]) },
    expected: "not-utf8",
    why: "bytes that are no UTF-8",
    shown: "61 FF",
  },
  {
    given: { text: `# ${"x".repeat(1024 * 1024)}` },
    expected: "too-large",
    why: "no config that a person keeps",
    shown: "1 MiB and 2 bytes",
  },
  variable("IMPROVE_CRON_CONFIG", "", "empty-variable", "something that somebody meant to fill in"),
  variable("IMPROVE_CRON_HOME", "", "empty-variable", "something that somebody meant to fill in"),
  variable("IMPROVE_CRON_LOG_LEVEL", "loud", "wrong-value", "no such level"),
  variable("NOTION_BASE_URL", "javascript:x", "wrong-value", "http and https alone"),
  variable("IMPROVE_CRON_CONFIG", "/nowhere/x.yaml", "missing-file", "what is named must be there"),
  variable("IMPROVE_CRON_CONFIG", "/dev/zero", "unreadable", "a device without end"),
];

export const configFiles = doorForEach({
  id: "config",
  name: "The config and the environment",
  means:
    "A real file and an environment, read as at the start of every command; the code is that of the first problem.",
  inputs,
  tryOne: ({ text, env = {} }, folder) => {
    const file = join(folder, "config/improve-cron.yaml");
    mkdirSync(join(folder, "config"), { recursive: true });
    writeFileSync(file, text);
    const checked = checkConfig({ env, cwd: folder, home: folder });
    return checked.kind === "problems" ? (checked.problems[0]?.code ?? "no problem") : "taken";
  },
});
