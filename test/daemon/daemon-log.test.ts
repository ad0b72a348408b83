import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openDaemonLog } from "../../src/daemon/daemon-log.ts";
import { roomLogger } from "../../src/logger.ts";

const token = 'tok"en\\with/signs+9f3a';
const key = "k9-4b7c1e2d8f";
let folder: string;
let warnings: string[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "improve-cron-daemon-log-"));
  warnings = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function open(level: string) {
  return openDaemonLog({
    stateFolder: folder,
    level,
    secrets: [token, key],
    warn: (sentence) => warnings.push(sentence),
  });
}

function spellings(secret: string): readonly string[] {
  return [
    secret,
    JSON.stringify(secret).slice(1, -1),
    JSON.stringify(JSON.stringify(secret)).slice(3, -3),
    encodeURIComponent(secret),
    Buffer.from(secret).toString("base64"),
    Buffer.from(secret).toString("hex"),
  ];
}

it("lets no planted secret through, in any room, by any way, into the file or to the terminal", () => {
  const log = open("trace");
  const failed = Object.assign(
    new Error(`could not reach https://ntfy.example/topic?auth=${encodeURIComponent(token)}`, {
      cause: Object.assign(new Error(`401 for ${key}`, { cause: new Error(`Bearer ${token}`) }), {
        request: { headers: { authorization: `Bearer ${token}` } },
      }),
    }),
    { code: "ECONNRESET", config: { headers: { "X-Key": key } } },
  );
  for (const name of [
    "intake",
    "store",
    "cycle",
    "regrade",
    "effects",
    "critics",
    "server",
    "daemon",
    "cli",
  ] as const) {
    const room = roomLogger(log.logger, name);
    for (const level of ["trace", "debug", "info", "warn", "error", "fatal"] as const) {
      room[level]({ err: failed }, "failed");
      room[level](failed);
      room[level]({ outer: { inner: { deeper: [{ still: { token } }] } } }, `with ${token} in it`);
      room[level]({ argv: ["node", "main.js", `--token=${token}`, "--key", key] }, "called");
      room[level]({ body: JSON.stringify({ token, nested: JSON.stringify({ key, token }) }) }, "sent");
      room[level]({ url: `https://user:${encodeURIComponent(token)}@host/${key}` }, "%s and %j", token, {
        key,
      });
      room[level]({ [token]: 1, basic: Buffer.from(`user:${key}`).toString("base64") }, "as a name");
      room[level]({ env: { NOTION_TOKEN: token }, bytes: Buffer.from(token) }, "environment");
    }
    room.child({ key }).info("bound to a child");
  }
  log.close();
  const all = readFileSync(join(folder, "improve-cron.jsonl"), "utf8") + warnings.join("\n");
  expect(all.length).toBeGreaterThan(50_000);
  expect(warnings.length).toBeGreaterThan(100);
  for (const secret of [token, key]) {
    for (const spelling of spellings(secret)) expect(all.includes(spelling)).toBe(false);
  }
  expect(all).toContain("[R]");
});

it("tells warnings and errors as sentences, and the rest to the file alone", () => {
  const log = open("info");
  const room = roomLogger(log.logger, "daemon");
  room.debug("nothing");
  room.info("quiet");
  room.warn("look");
  room.error({ err: new Error("the disk is full") }, "failed");
  log.close();
  expect(warnings).toEqual(["look", "failed: the disk is full"]);
  const lines = readFileSync(join(folder, "improve-cron.jsonl"), "utf8").trim().split("\n");
  expect(lines.map((line): unknown => JSON.parse(line))).toMatchObject([
    { level: 30, room: "daemon", msg: "quiet" },
    { level: 40, msg: "look" },
    { level: 50, msg: "failed", err: { message: "the disk is full" } },
  ]);
});
