import { EventEmitter, once } from "node:events";
import { request as httpRequest } from "node:http";
import { connect } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { IntakeReport } from "../../src/core/intake.ts";
import { ImproveCronError } from "../../src/errors.ts";
import { noGrading } from "../support/no-grading.ts";
import { type RunningServer, startServer } from "../../src/server/server.ts";

const token = "0123456789abcdef".repeat(4);
const json = { "Content-Type": "application/json" };
const withToken = { ...json, Authorization: `Bearer ${token}` };

interface Answer {
  readonly status: number;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly body: string;
}

let server: RunningServer;
let taken: (readonly unknown[])[];
let refused: { readonly status: number; readonly code: string; readonly path: string }[];
let accept: (rows: readonly unknown[]) => Promise<IntakeReport>;

function start(limits: { readonly headersMs: number; readonly requestMs: number }): Promise<RunningServer> {
  return startServer({
    port: 0,
    token,
    accept: (rows) => {
      taken.push(rows);
      return accept(rows);
    },
    health: async () => ({ ok: true }),
    grading: noGrading,
    onRefusal: (one) => refused.push(one),
    onError: () => {},
    limits: { bodyBytes: 100_000, bodyRows: 1000, ...limits },
  });
}

beforeEach(async () => {
  taken = [];
  refused = [];
  accept = async (rows) => ({
    read: rows.length,
    stored: rows.length,
    duplicate: 0,
    rejected: 0,
    rejects: [],
  });
  server = await start({ headersMs: 400, requestMs: 800 });
});
afterEach(async () => {
  await server.stop(100);
});

function ask(
  method: string,
  path: string,
  options: { headers?: Readonly<Record<string, string>>; body?: string | Buffer } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      {
        host: "127.0.0.1",
        port: server.port,
        method,
        path,
        agent: false,
        headers: { ...options.headers },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", reject);
        response.on("end", () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(chunks).toString("utf8"),
          }),
        );
      },
    );
    request.on("error", reject);
    request.end(options.body);
  });
}

/** Bytes as they are, and everything that comes back until the server ends the connection. */
function send(bytes: string, then: (write: (more: string) => void) => void = () => {}): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(server.port, "127.0.0.1", () => {
      socket.write(bytes);
      then((more) => socket.write(more));
    });
    let got = "";
    socket.on("data", (chunk: Buffer) => {
      got += chunk.toString("utf8");
    });
    socket.on("error", () => {});
    socket.on("close", () => resolve(got));
  });
}

async function expectUnharmed(): Promise<void> {
  expect((await ask("POST", "/verdicts", { headers: withToken, body: '{"axis":"a"}' })).status).toBe(200);
}

function host(): string {
  return `127.0.0.1:${server.port}`;
}

describe("what is refused", () => {
  it.each([
    ["another host", { Host: "evil.example", ...withToken }, 403],
    ["the right host with another port", { Host: "127.0.0.1:1", ...withToken }, 403],
    ["a foreign origin", { Origin: "http://evil.example", ...withToken }, 403],
    ["a null origin", { Origin: "null", ...withToken }, 403],
    ["no token", json, 401],
    ["a wrong token", { ...json, Authorization: `Bearer ${token.replace("0", "1")}` }, 401],
    ["a token in a cookie", { ...json, Cookie: `token=${token}` }, 401],
    ["plain text", { ...withToken, "Content-Type": "text/plain" }, 415],
    ["a form", { ...withToken, "Content-Type": "application/x-www-form-urlencoded" }, 415],
    ["JSON by another name", { ...withToken, "Content-Type": "text/json; x=application/json" }, 415],
    ["no type at all", { Authorization: `Bearer ${token}` }, 415],
    ["another character set", { ...withToken, "Content-Type": "application/json; charset=latin1" }, 415],
    ["a compressed body", { ...withToken, "Content-Encoding": "gzip" }, 415],
    ["a body that is announced as too large", { ...withToken, "Content-Length": "100001" }, 413],
  ])("%s", async (_what, headers, status) => {
    const answer = await ask("POST", "/verdicts", { headers, body: '{"axis":"a"}'.padEnd(100_001) });
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.body)).toMatchObject({ error: { code: expect.any(String) } });
    expect(answer.headers).toMatchObject({
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    });
    expect(answer.headers["access-control-allow-origin"]).toBeUndefined();
    expect(taken).toEqual([]);
    expect(refused).toMatchObject([{ status, path: "/verdicts" }]);
    await expectUnharmed();
  });

  it("a token in the query, which is not repeated either", async () => {
    const answer = await ask("POST", `/verdicts?token=${token}`, { headers: json, body: "{}" });
    expect(answer.status).toBe(401);
    expect(answer.body).not.toContain(token);
    expect(JSON.stringify(refused)).not.toContain(token);
  });

  it.each([
    ["GET", "/verdicts", 405, "POST"],
    ["PUT", "/verdicts", 405, "POST"],
    ["OPTIONS", "/verdicts", 405, "POST"],
    ["POST", "/health", 405, "GET, HEAD"],
    ["DELETE", "/health", 405, "GET, HEAD"],
  ])("%s %s", async (method, path, status, allow) => {
    const answer = await ask(method, path, { headers: withToken });
    expect(answer.status).toBe(status);
    expect(answer.headers.allow).toBe(allow);
  });

  it.each(["/", "/verdicts/", "/../state/token", "//evil.example/verdicts", "/health%00"])(
    "the path %s",
    async (path) => {
      expect((await ask("GET", path)).status).toBe(404);
    },
  );

  it("no Host, two of them, a header without end, half a request", async () => {
    expect(await send("GET /health HTTP/1.1\r\n\r\n")).toMatch(/^HTTP\/1\.1 400/);
    expect(await send("GET /health HTTP/1.0\r\n\r\n")).toMatch(/^HTTP\/1\.1 403/);
    expect(
      await send(
        `GET /health HTTP/1.1\r\nHost: ${host()}\r\nHost: evil.example\r\nConnection: close\r\n\r\n`,
      ),
    ).toMatch(/^HTTP\/1\.1 (400|403)/);
    expect(await send(`GET /health HTTP/1.1\r\nHost: ${host()}\r\nX: ${"x".repeat(20_000)}\r\n\r\n`)).toMatch(
      /^HTTP\/1\.1 431/,
    );
    expect(await send(`GET /health HTTP/1.1\r\nHost: ${host()}\r\n`)).toMatch(/^HTTP\/1\.1 408/);
    await expectUnharmed();
  });

  it("a body whose bytes come one at a time", async () => {
    let timer: NodeJS.Timeout | undefined;
    const begun = performance.now();
    const got = await send(
      `POST /verdicts HTTP/1.1\r\nHost: ${host()}\r\nAuthorization: Bearer ${token}\r\n` +
        "Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n",
      (write) => {
        timer = setInterval(() => write("["), 50);
      },
    );
    clearInterval(timer);
    expect(got).toMatch(/^HTTP\/1\.1 408/);
    expect(performance.now() - begun).toBeLessThan(5_000);
    expect(taken).toEqual([]);
    await expectUnharmed();
  });

  it("50 MB without a length: the caller reads why, and most of it is never kept", async () => {
    const chunk = "x".repeat(1024 * 1024);
    const answer = await new Promise<Answer>((resolve, reject) => {
      const request = httpRequest(
        {
          host: "127.0.0.1",
          port: server.port,
          method: "POST",
          path: "/verdicts",
          agent: false,
          headers: withToken,
        },
        (response) => {
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: "" });
          response.resume();
        },
      );
      request.on("error", reject);
      for (let sent = 0; sent < 50; sent += 1) request.write(chunk);
      request.end();
    });
    expect(answer.status).toBe(413);
    expect(taken).toEqual([]);
    await expectUnharmed();
  });

  it("a caller that sends all of it before it reads the answer still gets it", async () => {
    const head = `POST /verdicts HTTP/1.1\r\nHost: ${host()}\r\nContent-Length: 8000000\r\n\r\n`;
    const got = await new Promise<string>((resolve) => {
      let answer = "";
      const socket = connect(server.port, "127.0.0.1", () => {
        socket.pause();
        socket.write(head);
        // Time for an answer, and for a connection to be closed that is not to be closed yet.
        setTimeout(() => socket.write("x".repeat(8_000_000), () => socket.resume()), 200);
      });
      socket.on("data", (chunk: Buffer) => {
        answer += chunk.toString("utf8");
      });
      socket.on("error", () => {});
      socket.on("close", () => resolve(answer));
    });
    expect(got).toMatch(/^HTTP\/1\.1 401/);
    await expectUnharmed();
  });

  it("a body that asks first is refused before it is sent", async () => {
    const head = `POST /verdicts HTTP/1.1\r\nHost: ${host()}\r\nContent-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: 12\r\n`;
    expect(await send(`${head}\r\n`)).toMatch(/^HTTP\/1\.1 401/);
    const got = await send(`${head}Authorization: Bearer ${token}\r\nConnection: close\r\n\r\n`, (write) =>
      write('{"axis":"a"}'),
    );
    expect(got).toMatch(/^HTTP\/1\.1 100 Continue[\s\S]*HTTP\/1\.1 200/);
  });

  it("an empty body, bytes that are no text, more verdicts than one request may hold", async () => {
    expect((await ask("POST", "/verdicts", { headers: withToken, body: " \n" })).status).toBe(400);
    const bytes = Buffer.from([0x22, 0xff, 0xfe, 0x22]);
    expect((await ask("POST", "/verdicts", { headers: withToken, body: bytes })).status).toBe(400);
    expect((await ask("POST", "/verdicts", { headers: withToken, body: "1\n".repeat(1001) })).status).toBe(
      413,
    );
    expect(taken).toEqual([]);
  });
});

describe("POST /verdicts", () => {
  it.each([
    ["an object", '{"axis":"a"}', "application/json", ['{"axis":"a"}']],
    [
      "an array",
      '[{"axis":"a"},{"axis":"b"}]',
      "application/json; charset=utf-8",
      [{ axis: "a" }, { axis: "b" }],
    ],
    ["lines", '{"axis":"a"}\n{"axis":"b"}\n', "application/x-ndjson", ['{"axis":"a"}', '{"axis":"b"}']],
  ])("takes %s", async (_what, body, type, rows) => {
    const answer = await ask("POST", "/verdicts", { headers: { ...withToken, "Content-Type": type }, body });
    expect(answer.status).toBe(200);
    expect(taken).toEqual([rows]);
    expect(JSON.parse(answer.body)).toEqual({
      read: rows.length,
      stored: rows.length,
      duplicate: 0,
      rejected: 0,
      rejects: [],
    });
  });

  it("answers with the refused rows, and with 400 when not one was good", async () => {
    const reject = { axis: null, file: "http", line: 1, reason: "not-json", raw: "x", seenAt: 5 };
    accept = async () => ({ read: 1, stored: 0, duplicate: 0, rejected: 1, rejects: [reject] });
    const answer = await ask("POST", "/verdicts", { headers: withToken, body: "x" });
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.body)).toEqual({
      read: 1,
      stored: 0,
      duplicate: 0,
      rejected: 1,
      rejects: [{ file: "http", line: 1, reason: "not-json", raw: "x" }],
    });
    accept = async () => ({ read: 2, stored: 1, duplicate: 0, rejected: 1, rejects: [reject] });
    expect((await ask("POST", "/verdicts", { headers: withToken, body: "x\n{}" })).status).toBe(200);
  });

  it("says whether trying again helps, and keeps what exactly went wrong to the log", async () => {
    accept = async () => {
      throw new ImproveCronError("store-full", "no space on /private/disk");
    };
    const full = await ask("POST", "/verdicts", { headers: withToken, body: "{}" });
    expect([full.status, full.headers["retry-after"]]).toEqual([503, "5"]);
    expect(full.body).toContain("store-full");
    accept = async () => {
      throw new TypeError("undefined is not a function at /private/code");
    };
    const bug = await ask("POST", "/verdicts", { headers: withToken, body: "{}" });
    expect(bug.status).toBe(500);
    expect(full.body + bug.body).not.toContain("/private");
  });
});

describe("the server itself", () => {
  it("answers GET and HEAD of /health without a token", async () => {
    expect(await ask("GET", "/health")).toMatchObject({ status: 200, body: '{"ok":true}\n' });
    expect(await ask("HEAD", "/health")).toMatchObject({ status: 200, body: "" });
  });

  it("listens on 127.0.0.1 alone", async () => {
    const reached = await new Promise<boolean>((resolve) => {
      const socket = connect(server.port, "::1", () => resolve(true));
      socket.on("error", () => resolve(false));
      socket.on("connect", () => socket.destroy());
    });
    expect(reached).toBe(false);
  });

  it("says whose port it is when it is taken", async () => {
    const options = {
      port: server.port,
      token,
      accept,
      health: async () => ({ ok: true }),
      grading: noGrading,
      onRefusal: () => {},
      onError: () => {},
    };
    await expect(startServer(options)).rejects.toMatchObject({ code: "io", hint: expect.any(String) });
  });

  it("lets a request that runs finish when it stops, and takes no other", async () => {
    const gate = new EventEmitter();
    accept = async (rows) => {
      await once(gate, "open");
      return { read: rows.length, stored: rows.length, duplicate: 0, rejected: 0, rejects: [] };
    };
    const running = ask("POST", "/verdicts", { headers: withToken, body: "{}" });
    while (taken.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    const stopped = server.stop(2_000);
    await expect(ask("GET", "/health")).rejects.toMatchObject({ code: "ECONNREFUSED" });
    gate.emit("open");
    expect((await running).status).toBe(200);
    await stopped;
  });

  it("cuts what does not end by itself when it stops", async () => {
    await server.stop(50);
    server = await start({ headersMs: 90_000, requestMs: 90_000 });
    const silent = send("POST /verdicts HTTP/1.1\r\n");
    // Until the server has seen it.
    await ask("GET", "/health");
    await server.stop(50);
    expect(await silent).toBe("");
  });
});
