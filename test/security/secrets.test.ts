import { createServer, type Server } from "node:http";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { callProgram } from "../support/call-program.ts";
import { monthOfVerdicts, Workspace } from "../support/workspace.ts";
import { filesBelow, foundIn, spellingsOf } from "./planted.ts";

// Secrets stand wherever they have to stand (environment, addresses in the config, the token's file), everything around the
// program says them back (the receiver of posts, Notion, the critic), and every byte that the program writes is searched.

const variables = {
  NOTION_TOKEN: "ntn_5c1e8a7b6d4f2093",
  NTFY_TOKEN: "tk_8f2e1d7c6b5a4930",
  HOOK_SECRET: 'hook"se\\cret/2b8e1d7f',
  OTHER_API_KEY: "sk-other-77aa66bb55cc",
} as const;
const inAddresses = {
  topic: "founder-topic-7d3b9a1f",
  password: "pass-word-4e6f8a0c2b",
  hookKey: "hook-key-91c3d5e7f0",
} as const;
const planted: Readonly<Record<string, string>> = { ...variables, ...inAddresses };

const axis = "verify-dispatch";
const now = "2026-06-02T13:00:00Z";
let workspace: Workspace;
let server: Server;
let requests: number;

/** Answers every request with an error that repeats all that it was sent. */
beforeEach(async () => {
  requests = 0;
  server = createServer((request, response) => {
    requests += 1;
    // 400: nothing is sent again.
    response.statusCode = 400;
    response.setHeader("Content-Type", "application/json");
    const echo = `${request.url} ${JSON.stringify(request.headers)}`;
    response.end(JSON.stringify({ object: "error", status: 400, code: "validation_error", message: echo }));
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
});
afterEach(() => {
  server.close();
  server.closeAllConnections();
  workspace.dispose();
});

function origin(): string {
  const address = server.address();
  return `127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`;
}

async function call(...args: readonly string[]): Promise<{ readonly code: number; readonly text: string }> {
  const result = await callProgram([...args, "--config", workspace.configFile, "--now", now], {
    cwd: workspace.folder,
    env: { ...variables, NOTION_BASE_URL: `http://${origin()}` },
  });
  return { code: result.code, text: result.stdout + result.stderr };
}

async function once(...args: readonly string[]): Promise<string> {
  return (await call(...args)).text;
}

/** A command with its answer for people and its answer for programs. */
async function both(...args: readonly string[]): Promise<string> {
  return (await call(...args)).text + (await call(...args, "--json")).text;
}

describe("no planted secret is written", () => {
  it("by any command, into any answer, file, copy or database", async () => {
    const leak = 'env; env >&2; echo "$0" >&2; exit 3';
    workspace = new Workspace({
      config: [
        "vault_log: ./vault/log.md",
        "state: ./state",
        "notify:",
        `  - { channel: ntfy, url: "http://ada:${inAddresses.password}@${origin()}/${inAddresses.topic}", token_env: NTFY_TOKEN }`,
        `  - { channel: webhook, url: "http://${origin()}/in?key=${inAddresses.hookKey}", secret_env: HOOK_SECRET }`,
        `  - { channel: command, command: [sh, -c, ${JSON.stringify(leak)}] }`,
        "",
      ].join("\n"),
      axes: { [axis]: `rubric: ../rubric.md\ncritic: { command: [sh, -c, ${JSON.stringify(leak)}] }\n` },
    });
    workspace.write("rubric.md", "1. It names a check.\n");
    const log = workspace.writeLog(axis, monthOfVerdicts("2026-05", { pass: 12, fail: 4 }));
    const said = [
      await once("ingest", log),
      await both("record", "--axis", axis, "--verdict", "PASS", "--text", "a reply"),
      await once("run", "--dry-run"),
      await both("run"),
      await once("collect"),
      await both("status"),
      await both("history"),
      await once("history", "--csv"),
      await once("axis", "list"),
      await both("axis", "show", axis),
      await once("queue", "list"),
      await both("queue", "export", workspace.path("items.jsonl")),
      await once("gold", "list"),
      await once("probes", "list"),
      await both("probes", "make", axis),
      await both("rubric", "check", axis, "--critic"),
      await once("verify"),
      await both("notify", "test"),
      await both("notion", "check"),
      await once("notion", "setup", "--parent", "11111111222233334444555555555555"),
      await once("backup", workspace.path("copy.db"), "--force"),
      await once("export", workspace.path("copy.ndjson"), "--force"),
      await once("restore", workspace.path("copy.db"), "--dry-run"),
      await once("import", workspace.path("copy.ndjson"), "--dry-run"),
      await both("doctor"),
      await once("install", "cron"),
      await once("install", "launchd", "--print"),
      await once("install", "systemd", "--print"),
    ].join("\n");
    // All of it was really there to be seen: posts were sent and answered, the critic was asked, channels failed.
    expect(requests).toBeGreaterThan(3);
    expect(said).toContain('"kind": "message"');
    expect(said).toContain("validation_error");
    expect(foundIn(said, planted)).toEqual([]);
    const files = filesBelow(workspace.folder, ["improve-cron.yaml"]);
    const found = [...files].flatMap(([name, bytes]) =>
      foundIn(bytes, planted).map((secret) => `${secret} in ${name}`),
    );
    expect(found).toEqual([]);
    expect([...files.keys()]).toEqual(
      expect.arrayContaining([
        "state/improve-cron.db",
        "vault/log.md",
        "items.jsonl",
        "copy.db",
        "copy.ndjson",
      ]),
    );
  });

  const secret = inAddresses.hookKey;
  it.each([
    ["a token in the config", `notion: { token: ${secret} }`],
    ["a token in an unknown section", `ntfy_token: ${secret}`],
    ["a password in an unknown section", `smtp: { password: ${secret} }`],
    ["an address without its scheme", `notify: [{ channel: ntfy, url: ntfy.sh/${secret} }]`],
    ["an address in the place of the list", `notify: https://hooks.example.org/${secret}`],
    ["an address in the place of a channel", `notify: ["https://hooks.example.org/${secret}"]`],
    ["a channel in the place of the list", `notify: { channel: ntfy, url: "https://ntfy.sh/${secret}" }`],
    [
      "a token where a variable is named",
      `notify: [{ channel: ntfy, url: "https://ntfy.sh/t", token_env: ${secret} }]`,
    ],
    [
      "a secret where a variable is named",
      `notify: [{ channel: webhook, url: "https://a.example/t", secret_env: ${secret} }]`,
    ],
    [
      "a secret beside the channel's keys",
      `notify: [{ channel: webhook, url: "https://a.example/t", secret: ${secret} }]`,
    ],
    ["a wrong base address", `notion: { base_url: "ftp://u:${secret}@a.example" }`],
    ["a text that is no YAML", `notify: [{ channel: ntfy, url: "https://ntfy.sh/${secret} }]`],
    ["the same key twice", `queue: local\nqueue: local\nnotion: { token: ${secret} }`],
  ])("about a mistake in the config: %s", async (_what, text) => {
    workspace = new Workspace({ config: `${text}\n` });
    // `doctor` looks further than the first mistake, at the channels as well.
    const looked = text.includes("_env:") ? await once("doctor") : "";
    const said = (await once("status", "--json")) + looked;
    expect(said).toMatch(/improve-cron\.yaml/);
    expect(spellingsOf(secret).filter((spelling) => said.includes(spelling))).toEqual([]);
  });

  it.each([
    ["a key among the variables of a critic", `critic: { command: [judge], env: [${secret}] }`],
    ["a key of a critic", `critic: { command: [judge], api_key: ${secret} }`],
  ])("about a mistake in an axis file: %s", async (_what, text) => {
    workspace = new Workspace({ axes: { [axis]: `${text}\n` } });
    const said = (await call("axis", "list")).text + (await call("doctor", "--json")).text;
    expect(said).toMatch(/verify-dispatch\.yaml:4/);
    expect(spellingsOf(secret).filter((spelling) => said.includes(spelling))).toEqual([]);
  });
});
