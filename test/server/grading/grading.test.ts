import { request as httpRequest } from "node:http";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { PageGrade } from "../../../src/core/open-grading.ts";
import { ImproveCronError } from "../../../src/errors.ts";
import type { Grading } from "../../../src/server/grading/grading.ts";
import { hashSource } from "../../../src/server/page.ts";
import { type RunningServer, startServer } from "../../../src/server/server.ts";
import { noGrading } from "../../support/no-grading.ts";

const token = "0123456789abcdef".repeat(4);
const withToken = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
const grade = { ref: "k7m2", grade: "FAIL", reason: "cold", at: "2026-06-01T12:59:00.123Z" };

let server: RunningServer;
let given: PageGrade[];
let grading: Grading;

beforeEach(async () => {
  given = [];
  grading = {
    ...noGrading,
    text: async (ref) => (ref === "k7m2" ? "**Dear** all" : null),
    take: async (one) => {
      given.push(one);
      return { outcome: "stored", late: false, before: null, counts: one.grade };
    },
  };
  server = await startServer({
    port: 0,
    token,
    accept: () => Promise.reject(new Error("not asked here")),
    health: async () => ({ ok: true }),
    grading: {
      now: () => grading.now(),
      list: () => grading.list(),
      text: (ref) => grading.text(ref),
      take: (one) => grading.take(one),
    },
    onRefusal: () => {},
    onError: () => {},
  });
});
afterEach(() => server.stop(100));

interface Asked {
  readonly status: number;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly body: string;
}

/** Unlike `fetch` this may name another host. */
function ask(
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  body?: string,
): Promise<Asked> {
  return new Promise((resolve, reject) => {
    const request = httpRequest({
      host: "127.0.0.1",
      port: server.port,
      method,
      path,
      headers,
      agent: false,
    });
    request.on("error", reject);
    request.on("response", (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (chunk: string) => {
        text += chunk;
      });
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }),
      );
    });
    request.end(body);
  });
}

describe("the grading page", () => {
  it("comes without a token, holds nothing of an item, and allows its own script and style alone", async () => {
    const { status, headers, body } = await ask("GET", "/grade", {});
    expect(status).toBe(200);
    expect(headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(headers).toMatchObject({
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      "cross-origin-opener-policy": "same-origin",
    });
    const script = /<script>([\s\S]*)<\/script>/.exec(body)?.[1] ?? "";
    const style = /<style>([\s\S]*?)<\/style>/.exec(body)?.[1] ?? "";
    expect(script).not.toBe("");
    expect(String(headers["content-security-policy"]).split("; ").toSorted()).toEqual(
      [
        "default-src 'none'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
        "connect-src 'self'",
        "img-src 'self'",
        `script-src ${hashSource(script)}`,
        `style-src ${hashSource(style)}`,
      ].toSorted(),
    );
    expect(body).not.toMatch(/ on[a-z]+=| style="/);
    expect((await ask("HEAD", "/grade", {})).body).toBe("");
    expect((await ask("GET", "/grade/icon.svg", {})).headers["content-type"]).toMatch("image/svg");
  });

  it.each([
    ["/grading/items", {}, 401],
    ["/grading/text?ref=k7m2", {}, 401],
    [`/grading/items?t=${token}`, {}, 401],
    ["/grading/items", { Cookie: `t=${token}` }, 401],
    ["/grading/items", { ...withToken, Host: "evil.example" }, 403],
    ["/grade", { Host: "evil.example" }, 403],
    ["/grading/items", { ...withToken, Origin: "http://evil.example" }, 403],
    ["/grading/items", { ...withToken, Origin: "null" }, 403],
    ["/grading/text?ref=other", withToken, 404],
    ["/grading/text", withToken, 404],
    ["/grade/", {}, 404],
    ["/grade/page-assets.ts", {}, 404],
    ["/grading/grades", withToken, 405],
  ])("GET %s is refused", async (path, headers, status) => {
    expect((await ask("GET", path, headers)).status).toBe(status);
  });

  it("lists what is open, and gives a text as it is and rendered", async () => {
    const list = await ask("GET", "/grading/items", withToken);
    expect(JSON.parse(list.body)).toEqual({
      now: "2026-06-01T13:00:00.000Z",
      workspace: "none",
      items: [],
      minutesPerItem: 1.5,
      elsewhere: [],
    });
    expect(list.headers["cache-control"]).toBe("no-store");
    expect(JSON.parse((await ask("GET", "/grading/text?ref=k7m2", withToken)).body)).toEqual({
      ref: "k7m2",
      text: "**Dear** all",
      html: '<p dir="auto"><strong>Dear</strong> all</p>\n',
    });
  });
});

describe("POST /grading/grades", () => {
  const post = (body: unknown, headers: Readonly<Record<string, string>> = withToken): Promise<Asked> =>
    ask("POST", "/grading/grades", headers, typeof body === "string" ? body : JSON.stringify(body));

  it("hands on a grade, and one that takes the last back", async () => {
    expect(JSON.parse((await post(grade)).body)).toMatchObject({
      outcome: "stored",
      late: false,
      counts: "FAIL",
    });
    expect((await post({ ...grade, grade: null, reason: null })).status).toBe(200);
    const at = Date.parse(grade.at);
    expect(given).toEqual([
      { ref: "k7m2", grade: "FAIL", reason: "cold", at },
      { ref: "k7m2", grade: null, reason: null, at },
    ]);
  });

  it.each<[string, unknown, Record<string, string>, number]>([
    ["no token", grade, { "Content-Type": "application/json" }, 401],
    ["a form", grade, { ...withToken, "Content-Type": "text/plain" }, 415],
    ["a foreign page", grade, { ...withToken, Origin: "http://evil.example" }, 403],
    ["no JSON", "{", withToken, 400],
    ["a list", [grade], withToken, 400],
    ["another word", { ...grade, grade: "pass" }, withToken, 400],
    ["a missing grade", { ref: "k7m2", reason: null, at: grade.at }, withToken, 400],
    ["a key more", { ...grade, by: "x" }, withToken, 400],
    ["no instant", { ...grade, at: "today" }, withToken, 400],
    ["the day after tomorrow", { ...grade, at: "2026-06-03T13:00:00Z" }, withToken, 400],
    ["a prototype", `{"__proto__":{},"ref":"k7m2"}`, withToken, 400],
    ["a reason without end", { ...grade, reason: "x".repeat(20_001) }, withToken, 400],
    ["too much", { ...grade, reason: "x".repeat(200_000) }, withToken, 413],
  ])("refuses %s", async (_what, body, headers, status) => {
    expect((await post(body, headers)).status).toBe(status);
    expect(given).toEqual([]);
  });

  it("says what is not graded here, and whether trying again helps", async () => {
    grading = { ...grading, take: async () => ({ outcome: "rejected", because: "elsewhere" }) };
    const elsewhere = await post(grade);
    expect([elsewhere.status, JSON.parse(elsewhere.body)]).toMatchObject([
      404,
      { error: { code: "elsewhere" } },
    ]);
    grading = {
      ...grading,
      take: () => Promise.reject(new ImproveCronError("store-full", "no space on /private")),
    };
    const full = await post(grade);
    expect([full.status, full.headers["retry-after"]]).toEqual([503, "5"]);
    expect(full.body).not.toContain("/private");
  });
});
