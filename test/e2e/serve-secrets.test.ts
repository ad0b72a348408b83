import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { freePort, type Serving, startServing } from "../support/serving.ts";
import { monthOfVerdicts, Workspace } from "../support/workspace.ts";

// Secrets are planted wherever they can come in, and everything that the real `serve` writes for people and logs is
// searched for them, in every spelling. The answer to a caller that shows the token is his own, and not searched.

const secrets = {
  PLANTED_TOKEN: 'plan"ted\\tok/en+9f3a7c',
  NOTION_TOKEN: "ntn_5c1e8a7b6d4f",
  HOOK_SECRET: "hook-secret-2b8e1d",
  topic: "founder-topic-7d3b9a1f",
  hookKey: "hook-key-4e6f8a0c2b",
} as const;

/** May is over in every zone, and its slot has come. */
const now = "2026-06-01T13:00:00Z";

let workspace: Workspace;
let serving: Serving | null = null;
afterEach(async () => {
  await serving?.end("SIGKILL");
  workspace.dispose();
});

function spellings(secret: string): readonly string[] {
  const json = JSON.stringify(secret).slice(1, -1);
  return [
    secret,
    json,
    JSON.stringify(json).slice(1, -1),
    encodeURIComponent(secret),
    Buffer.from(secret).toString("base64").replace(/=+$/, ""),
    Buffer.from(secret).toString("base64url"),
    Buffer.from(secret).toString("hex"),
  ];
}

/** Every file of the state folder that is a log or a note; the token's own file and the database are neither. */
function stateText(): string {
  return readdirSync(workspace.path("state"))
    .filter((name) => /\.jsonl|serve\.json/.test(name))
    .map((name) => readFileSync(workspace.path(join("state", name)), "utf8"))
    .join("");
}

function newWorkspace(port: number, hookPort: number): void {
  const leak = "echo $0 $PLANTED_TOKEN >&2; cat >&2; exit 3";
  workspace = new Workspace({
    config: [
      "vault_log: ./vault/log.md",
      `server: { port: ${port} }`,
      "notify:",
      `  - { channel: ntfy, url: "http://127.0.0.1:9/${secrets.topic}", token_env: NOTION_TOKEN }`,
      `  - { channel: webhook, url: "http://127.0.0.1:${hookPort}/in?key=${secrets.hookKey}", secret_env: HOOK_SECRET }`,
      `  - { channel: command, command: [sh, -c, ${JSON.stringify(leak)}, ${JSON.stringify(secrets.PLANTED_TOKEN)}] }`,
      "",
    ].join("\n"),
  });
}

async function startLeaking(port: number, further: Record<string, string> = {}): Promise<Serving> {
  const { PLANTED_TOKEN, NOTION_TOKEN, HOOK_SECRET } = secrets;
  const env = { IMPROVE_CRON_LOG_LEVEL: "trace", PLANTED_TOKEN, NOTION_TOKEN, HOOK_SECRET };
  return startServing(workspace.folder, port, { env: { ...env, ...further }, now });
}

it("serve writes no planted secret, into its log, to its terminal, or into its health", async () => {
  // A receiver that answers with what it was sent.
  const hook = createServer((request, response) => {
    response.statusCode = 500;
    response.end(`${request.url} ${JSON.stringify(request.headers)}`);
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => hook.once("listening", resolve));
  const address = hook.address();
  const hookPort = typeof address === "object" && address !== null ? address.port : 0;
  const port = await freePort();
  newWorkspace(port, hookPort);
  workspace.writeLog(
    "verify-dispatch",
    monthOfVerdicts("2026-05", { pass: 12, fail: 3 }, { model: secrets.PLANTED_TOKEN }),
  );
  // Names and words of files get into warnings.
  workspace.write(`axes/${secrets.hookKey}.yaml`, `axis: [ "${secrets.topic}"\n`);
  workspace.write(
    "axes/other.yaml",
    `axis: ${secrets.topic}\nstatus: graduated\nverdict_log: ../${secrets.hookKey}/\n`,
  );
  serving = await startLeaking(port);
  await serving.until(({ lastPass }) => lastPass?.outcome === "ran");
  const token = readFileSync(workspace.path("state/token"), "utf8").trim();

  const url = `http://127.0.0.1:${port}`;
  const json = { "Content-Type": "application/json" };
  const requests: readonly [string, RequestInit][] = [
    [
      `/verdicts?token=${token}&key=${encodeURIComponent(secrets.PLANTED_TOKEN)}`,
      { method: "POST", headers: json },
    ],
    ["/verdicts", { method: "POST", headers: { ...json, Authorization: `Basic ${token}` }, body: "{}" }],
    [`/${token}/${secrets.topic}`, {}],
    [
      "/verdicts",
      { method: "POST", headers: { ...json, Authorization: `Bearer ${token}` }, body: `{"${token}":` },
    ],
    [
      "/verdicts",
      {
        method: "POST",
        headers: { ...json, Authorization: `Bearer ${token}` },
        body: JSON.stringify({ axis: "verify-dispatch", verdict: secrets.PLANTED_TOKEN, meta: { token } }),
      },
    ],
  ];
  for (const [path, options] of requests) await fetch(`${url}${path}`, options);
  const health = await serving.health();
  expect(health.pending.map(({ kind }) => kind)).toContain("message");
  expect(health.warnings.length).toBeGreaterThan(0);
  const { code } = await serving.end("SIGTERM");
  expect(code).toBe(0);
  hook.close();

  const written = [serving.out(), serving.err(), stateText(), JSON.stringify(health)].join("\n");
  // All of it was really there to be seen.
  expect(written).toContain("refused: wrong-token (401)");
  expect(written).toContain("pending: message");
  expect(written).toContain("[R]");
  for (const [name, secret] of Object.entries({ ...secrets, token })) {
    const found = spellings(secret).filter((spelling) => written.includes(spelling));
    expect([name, found]).toEqual([name, []]);
  }
});

it("serve writes none while it dies of an error that nobody caught", async () => {
  const port = await freePort();
  newWorkspace(port, 9);
  const bomb = workspace.write(
    "bomb.mjs",
    `const { PLANTED_TOKEN, HOOK_SECRET } = process.env;
     if (process.argv.includes("serve")) setTimeout(() => {
       const cause = Object.assign(new Error("Bearer " + PLANTED_TOKEN), { headers: { key: HOOK_SECRET } });
       void Promise.reject(new Error("https://host/?auth=" + encodeURIComponent(PLANTED_TOKEN), { cause }));
     }, 5000);`,
  );
  serving = await startLeaking(port, { NODE_OPTIONS: `--import ${bomb}` });
  expect(await serving.ended).toBe(1);
  const written = [serving.out(), serving.err(), stateText()].join("\n");
  expect(written).toContain("this is a bug in improve-cron");
  for (const secret of [secrets.PLANTED_TOKEN, secrets.HOOK_SECRET]) {
    expect(spellings(secret).filter((spelling) => written.includes(spelling))).toEqual([]);
  }
});
