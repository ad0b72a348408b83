import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { createLogger, createScrubber, plainError, roomLogger, secretsFrom } from "../src/logger.ts";

function capture(secrets: readonly string[], level = "trace") {
  const chunks: string[] = [];
  const destination = { write: (text: string) => chunks.push(text) };
  return { logger: createLogger({ level, destination, secrets }), text: () => chunks.join("") };
}

function lines(text: string): Record<string, unknown>[] {
  return text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
}

/** Secrets of shapes that spell differently in JSON, URLs and base64. */
const secrets = [
  "ntn_4471abcDEF",
  'pa"ss\\wo/rd+x=?&',
  "schl\u00fcssel \u20ac 2026",
  "line\nbreak\ttab",
  "k.e*y(with)[regex]^$|{2}",
];

describe("createLogger", () => {
  it.each(secrets)("lets no spelling of %j reach the output", (secret) => {
    const { logger, text } = capture(secrets);
    const basic = Buffer.from(`user:${secret}`).toString("base64");
    const cause = Object.assign(new Error(`inner ${secret}`), { headers: { authorization: secret } });
    logger.info(`message ${secret}`);
    logger.info({ a: { b: [{ c: secret }] }, [secret]: 1 }, "nested, and as a key");
    logger.error(new Error(`outer ${secret}`, { cause }));
    logger.error({ failure: cause, list: [cause] }, "under other names");
    logger.warn({ argv: ["node", "x.js", `--token=${secret}`] }, "argv");
    logger.warn(
      {
        url: `https://x.test/?k=${encodeURIComponent(secret)}&f=${new URLSearchParams({ t: secret }).toString()}`,
      },
      "url",
    );
    logger.warn({ url: new URL(`https://x.test/?t=${encodeURIComponent(secret)}`) }, "url object");
    logger.warn({ body: JSON.stringify({ token: secret }) }, "JSON in JSON");
    logger.warn(
      { body: JSON.stringify({ inner: JSON.stringify({ token: secret }) }) },
      "JSON in JSON in JSON",
    );
    logger.warn({ authorization: `Basic ${basic}` }, "base64 from the middle");
    logger.warn({ plain: Buffer.from(secret).toString("base64"), bytes: Buffer.from(secret) }, "base64");
    logger.warn(
      { url64: Buffer.from(secret).toString("base64url"), hex: Buffer.from(secret).toString("hex") },
      "more",
    );
    logger.info("formatted %s and %o", secret, { secret });
    roomLogger(logger, "store").info({ secret }, "child");

    const out = text();
    for (const spelling of spellings(secret)) expect(out).not.toContain(spelling);
    expect(out).toContain("[R]");
    // The lines are still JSON, one each.
    expect(lines(out)).toHaveLength(14);
  });

  it("keeps everything else", () => {
    const { logger, text } = capture(secrets);
    logger.info({ axis: "verify-dispatch", n: 3, at: new Date(0), none: null, list: [1, "a"] }, "stored");
    expect(lines(text())).toMatchObject([
      {
        level: 30,
        axis: "verify-dispatch",
        n: 3,
        at: "1970-01-01T00:00:00.000Z",
        none: null,
        list: [1, "a"],
        msg: "stored",
      },
    ]);
    expect(text()).not.toContain("[R]");
  });

  it("writes one physical line, whatever the message holds", () => {
    const { logger, text } = capture([]);
    logger.info('a\n{"level":60,"msg":"forged"}\u001b[2J');
    expect(text().match(/\n/g)).toHaveLength(1);
    expect(text()).not.toContain("\u001b");
  });

  it("keeps of an error its type, code, message and cause, and nothing else", () => {
    const { logger, text } = capture([]);
    const cause = Object.assign(new TypeError("socket"), { code: "ECONNRESET" });
    const error = Object.assign(new Error("request failed", { cause }), {
      code: 502,
      headers: { cookie: "crumbs" },
      body: "payload",
    });
    logger.error(error, "first");
    logger.error({ deep: { failure: error } }, "second");
    const plain = {
      type: "Error",
      code: "502",
      message: "request failed",
      cause: { type: "TypeError", code: "ECONNRESET", message: "socket", cause: null },
    };
    expect(lines(text())).toMatchObject([{ err: plain }, { deep: { failure: plain } }]);
    expect(text()).not.toMatch(/crumbs|payload|logger\.test/);
  });

  it("survives errors and values that contain themselves", () => {
    const { logger, text } = capture([]);
    const error = new Error("round");
    error.cause = error;
    const value: Record<string, unknown> = { error };
    value["self"] = value;
    logger.error(value, "round");
    expect(lines(text())).toHaveLength(1);
    expect(plainError(error).cause).not.toBeNull();
  });

  it("marks a room's lines and obeys the level", () => {
    const { logger, text } = capture([], "warn");
    roomLogger(logger, "cycle").info("too quiet");
    roomLogger(logger, "cycle").warn("loud");
    expect(lines(text())).toMatchObject([{ room: "cycle", msg: "loud" }]);
  });

  it("writes through to a real stream", () => {
    const script = `
      import { createLogger } from "./src/logger.ts";
      const logger = createLogger({ level: "info", destination: process.stderr, secrets: ["ntn_4471abcDEF"] });
      logger.info({ argv: process.argv }, "started with ntn_4471abcDEF");
    `;
    const args = ["--import", "tsx", "--input-type=module", "-e", script, "--", "ntn_4471abcDEF"];
    const out = execFileSync("/bin/sh", ["-c", 'exec "$0" "$@" 2>&1', process.execPath, ...args], {
      encoding: "utf8",
    });
    expect(out).toContain('"msg":"started with [R]"');
    expect(out).not.toContain("ntn_4471abcDEF");
  });
});

describe("createScrubber", () => {
  it("takes the longest of overlapping secrets whole", () => {
    expect(createScrubber(["abcdefgh", "abcdefgh-ijklmnop"])("x abcdefgh-ijklmnop y")).toBe("x [R] y");
  });

  it("finds base64 at each place inside a longer text, in both alphabets", () => {
    const secret = "s3cr3t-\u00fb\u00ff\u00fe-value";
    const scrub = createScrubber([secret]);
    for (const before of ["", "a", "ab", "abc"]) {
      for (const after of ["", "z", "zz"]) {
        const bytes = Buffer.from(before + secret + after);
        for (const encoding of ["base64", "base64url"] as const) {
          const left = scrub(bytes.toString(encoding));
          expect(left).toContain("[R]");
          // What is left of the neighbours may share a character with the secret on each side, no more.
          expect(left.replace("[R]", "").length).toBeLessThanOrEqual(10);
        }
      }
    }
  });

  it("leaves texts alone when there are no secrets", () => {
    expect(createScrubber([])("text")).toBe("text");
    expect(createScrubber([""])("text")).toBe("text");
  });
});

describe("secretsFrom", () => {
  it("takes tokens, secrets, keys and passwords of 8 characters and more", () => {
    const env = {
      NOTION_TOKEN: "ntn_12345678",
      HOOK_SECRET: "hook-secret",
      anthropic_api_key: "sk-lowercase",
      DB_PASSWORD: "password-1",
      SHORT_TOKEN: "1234567",
      EMPTY_KEY: "",
      PATH: "/usr/bin:/bin",
      KEYBOARD: "qwertyuiop",
      NTFY_AUTH: "tk_named-by-config",
    };
    expect(new Set(secretsFrom(env))).toEqual(
      new Set(["hook-secret", "ntn_12345678", "password-1", "sk-lowercase"]),
    );
    expect(secretsFrom(env, ["NTFY_AUTH"])).toContain("tk_named-by-config");
  });

  it("takes a value with its surrounding blanks and without them", () => {
    expect(secretsFrom({ A_TOKEN: "ntn_12345678\n" })).toEqual(["ntn_12345678\n", "ntn_12345678"]);
  });
});

/** Spellings that this test makes itself, not with the code under test. */
function spellings(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  const inJson = JSON.stringify(secret).slice(1, -1);
  return [
    secret,
    inJson,
    JSON.stringify(inJson).slice(1, -1),
    encodeURIComponent(secret),
    new URLSearchParams({ t: secret }).toString().slice(2),
    bytes.toString("base64").replaceAll("=", ""),
    bytes.toString("base64url"),
    bytes.toString("hex"),
    // "user:" moves the secret by two bytes; the first and last character of its own are shared.
    Buffer.from(`user:${secret}`).toString("base64").slice(8, -5),
    JSON.stringify([...bytes]).slice(1, -1),
  ];
}
