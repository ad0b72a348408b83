import { request as httpRequest } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import { openApp } from "../../../src/app.ts";
import { type RunningServer, startServer } from "../../../src/server/server.ts";
import { noGrading } from "../../support/no-grading.ts";
import { type BadInput, codeOf, doorForAll } from "../bad-input.ts";
import { rehearsed, writeConfig } from "./ingest-outcomes.ts";

interface Request {
  readonly method?: string;
  readonly path?: string;
  /** Headers over those of a good request; null leaves one out. PORT and TOKEN stand for the real ones. */
  readonly headers?: Readonly<Record<string, string | readonly string[] | null>>;
  readonly body?: string | Uint8Array;
  /** Everything that is sent, in place of the rest. */
  readonly bytes?: string;
}

const token = "5b1d".repeat(16);
const verdict = '{"axis":"verify-dispatch","verdict":"PASS","artifact":{"text":"a reply"}}';

function header(
  name: string,
  value: string | readonly string[] | null,
  expected: string,
  why: string,
): BadInput<Request> {
  return {
    given: { headers: { [name]: value } },
    expected,
    why,
    shown: `${name}: ${value === null ? "(left out)" : String(value)}`,
  };
}

function target(method: string, path: string, expected: string, why: string): BadInput<Request> {
  return { given: { method, path }, expected, why, shown: `${method} ${path}` };
}

function body(given: string | Uint8Array, expected: string, why: string, shown?: string): BadInput<Request> {
  return { given: { body: given }, expected, why, shown: shown ?? `body ${String(given)}` };
}

const rebinding = "a name that somebody else had resolved to 127.0.0.1";
const otherHost = "403 wrong-host";
const foreign = "403 foreign-origin";
const noToken = "401 wrong-token";

const inputs: readonly BadInput<Request>[] = [
  header("Host", "evil.example", otherHost, rebinding),
  header("Host", "evil.example:PORT", otherHost, rebinding),
  header("Host", "localhost.evil.example:PORT", otherHost, rebinding),
  header("Host", "127.0.0.1.nip.io:PORT", otherHost, rebinding),
  header("Host", "127.0.0.1:PORT.evil.example", otherHost, rebinding),
  header("Host", "127.0.0.1", otherHost, "without the port"),
  header("Host", "127.0.0.1:1", otherHost, "another port"),
  header("Host", "127.0.0.1:0PORT", otherHost, "the port, written otherwise"),
  header("Host", "0.0.0.0:PORT", otherHost, "an address that browsers let pages reach"),
  header("Host", "127.1:PORT", otherHost, "the address, written otherwise"),
  header("Host", "2130706433:PORT", otherHost, "the address as a number"),
  header("Host", "[::]:PORT", otherHost, "any address"),
  header("Host", "[::ffff:127.0.0.1]:PORT", otherHost, "the address inside one of IPv6"),
  header("Host", "user@127.0.0.1:PORT", otherHost, "a user before it"),
  header("Host", "", otherHost, "an empty one"),
  header("Host", ["127.0.0.1:PORT", "evil.example"], otherHost, "two of them"),
  header("Origin", "null", foreign, "a file, or a sandboxed frame"),
  header("Origin", "http://evil.example", foreign, "another page"),
  header("Origin", "https://127.0.0.1:PORT", foreign, "another scheme"),
  header("Origin", "http://127.0.0.1:1", foreign, "another port of this machine"),
  header("Origin", "http://localhost:PORT", foreign, "another name than the Host"),
  header("Origin", "http://127.0.0.1:PORT.evil.example", foreign, "a name that begins the same"),
  header("Origin", "http://127.0.0.1:PORT/", foreign, "no origin ends in a slash"),
  header("Origin", "", foreign, "an empty one"),
  header("Origin", ["http://127.0.0.1:PORT", "null"], foreign, "two of them"),
  header("Origin", "http://127.0.0.1:PORT", "200 stored 1", "its own pages"),
  header("Host", "[::1]:PORT", "200 stored 1", "this machine by its other address"),
  header("Authorization", null, noToken, "no token"),
  header("Authorization", "Bearer ", noToken, "an empty token"),
  header("Authorization", "TOKEN", noToken, "without the word Bearer"),
  header("Authorization", "Basic TOKEN", noToken, "another scheme"),
  header("Authorization", "Bearer TOKENx", noToken, "one character too many"),
  header("Authorization", "Bearer TOKEN, Bearer TOKEN", noToken, "twice in one header"),
  header("Authorization", `Bearer ${"0".repeat(64)}`, noToken, "a guess"),
  header("Cookie", "token=TOKEN", "200 stored 1", "a cookie is not looked at, beside the token in its place"),
  {
    given: { path: "/verdicts?token=TOKEN", headers: { Authorization: null } },
    expected: noToken,
    why: "addresses end up in logs",
    shown: "the token in the query alone",
  },
  {
    given: { headers: { Authorization: null, Cookie: "token=TOKEN" } },
    expected: noToken,
    why: "pages send cookies",
    shown: "the token in a cookie alone",
  },
  header("Content-Type", "text/plain", "415 wrong-type", "any page may post it anywhere"),
  header(
    "Content-Type",
    "application/x-www-form-urlencoded",
    "415 wrong-type",
    "any page may post it anywhere",
  ),
  header(
    "Content-Type",
    "multipart/form-data; boundary=x",
    "415 wrong-type",
    "any page may post it anywhere",
  ),
  header("Content-Type", "text/json; a=application/json", "415 wrong-type", "the name of a parameter"),
  header("Content-Type", null, "415 wrong-type", "none"),
  header("Content-Type", "application/json; charset=utf-16", "415 wrong-charset", "another character set"),
  header("Content-Encoding", "gzip", "415 compressed", "small on the way, huge when unpacked"),
  header("Content-Encoding", "br", "415 compressed", "small on the way, huge when unpacked"),
  target("GET", "/verdicts", "405 wrong-method", "nothing is read here"),
  target("OPTIONS", "/verdicts", "405 wrong-method", "no page of another origin is let in"),
  target("DELETE", "/health", "405 wrong-method", "nothing is deleted"),
  target("GET", "/", "404 not-found", "there is no page"),
  target("GET", "/../state/token", "404 not-found", "no file is served"),
  target("GET", "/%2e%2e/state/token", "404 not-found", "no file is served"),
  target("GET", "//evil.example/verdicts", "404 not-found", "no address of another host"),
  target("GET", "http://evil.example/verdicts", "404 not-found", "no proxy"),
  target("POST", "/verdicts/", "404 not-found", "not quite the path"),
  target("POST", "/VERDICTS", "404 not-found", "not quite the path"),
  target("GET", "/health%00", "404 not-found", "NUL"),
  body("", "400 no-verdict", "nothing", "an empty body"),
  body(" \n ", "400 no-verdict", "white space", "white space"),
  body("[]", "200 stored 0", "a list of no verdicts"),
  body("{", "400 not-json", "half an object"),
  body("null", "400 not-an-object", "no object"),
  body("[1]", "400 not-an-object", "no object"),
  body('[[{"axis":"verify-dispatch"}]]', "400 not-an-object", "a list in a list"),
  body(
    '{"__proto__":{"a":1},"axis":"verify-dispatch","verdict":"PASS"}',
    "400 dangerous-key",
    "would reach a prototype",
  ),
  body(
    '[{"constructor":1,"axis":"verify-dispatch","verdict":"PASS"}]',
    "400 dangerous-key",
    "in a list, too",
  ),
  body(
    `[${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}]`,
    "400 too-deep",
    "10,000 levels",
    "10,000 levels in a list",
  ),
  body("[".repeat(90_000), "400 too-deep", "refused before it is parsed", "90,000 brackets"),
  body(
    `{"a":${"[".repeat(90_000)}`,
    "400 too-deep",
    "refused before it is parsed",
    "an object with 90,000 brackets",
  ),
  body(Buffer.from([0x7b, 0xff, 0x7d]), "400 bad-utf8", "bytes that are no UTF-8", "{ FF }"),
  body(
    `{"a":"${"x".repeat(200_000)}"}`,
    "413 too-large",
    "above the limit of this server (100 kB here, 16 MiB in use)",
    "200 kB",
  ),
  body(
    "{}\n".repeat(2_000),
    "413 too-many",
    "more rows than a request may hold (1,000 here, 50,000 in use)",
    "2,000 rows",
  ),
  body(
    '{"axis":"verify-dispatch","verdict":"PASS","artifact":{"path":"/etc/passwd"}}',
    "400 artifact-outside-roots",
    "a caller reaches no file that the axis does not name",
  ),
  body('{"axis":"../x","verdict":"PASS"}', "400 bad-axis", "would be a path"),
  body(
    `${verdict}\n{`,
    "200 stored 1",
    "one good row and one that is refused: the good one is stored",
    "a verdict and half a line",
  ),
  {
    given: { bytes: "GET /health HTTP/1.1\r\n\r\n" },
    expected: "400",
    why: "no Host",
    shown: "HTTP/1.1 without Host",
  },
  {
    given: { bytes: "GET /health HTTP/1.0\r\n\r\n" },
    expected: "403",
    why: "no Host",
    shown: "HTTP/1.0 without Host",
  },
  {
    given: { bytes: "\u0000\u0001\u0002\r\n\r\n" },
    expected: "400",
    why: "no HTTP",
    shown: "bytes that are no HTTP",
  },
  {
    given: {
      bytes:
        "POST /verdicts HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    },
    expected: "400",
    why: "two lengths: what one program takes for the body is a request of its own to another",
    shown: "Content-Length beside Transfer-Encoding",
  },
  {
    given: { bytes: "GET /health HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nX: a\r\n b\r\n\r\n" },
    expected: "400",
    why: "a header over two lines",
    shown: "a folded header",
  },
  {
    given: { bytes: `GET /health HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nX: ${"x".repeat(20_000)}\r\n\r\n` },
    expected: "431",
    why: "headers without end",
    shown: "a header of 20 kB",
  },
  body(
    '{"axis":"verify-dispatch","verdict":"FAIL","verdict":"PASS"}',
    "400 repeated-key",
    "which of the two was meant nobody knows",
  ),
  body(
    '[{"axis":"verify-dispatch","verdict":"FAIL","verdict":"PASS"}]',
    "400 repeated-key",
    "in a list, too",
  ),
  body(
    `[{"axis":"verify-dispatch","verdict":"FAIL","verdict":"PASS"},${verdict}]`,
    "200 stored 1",
    "the good one beside it is stored",
    "a list of one with a key given twice and a good one",
  ),
];

/** Sends bytes as they are and answers the status of what comes back. */
function sendBytes(port: number, bytes: string): Promise<string> {
  return new Promise((resolve) => {
    let got = "";
    const socket = connect(port, "127.0.0.1", () => socket.write(bytes));
    socket.on("data", (chunk: Buffer) => {
      got += chunk.toString("latin1");
      socket.end();
    });
    socket.on("error", () => {});
    socket.on("close", () => resolve(/^HTTP\/1\.1 (\d{3})/.exec(got)?.[1] ?? "no answer"));
  });
}

interface HttpAnswer {
  readonly error?: { readonly code: string };
  readonly stored?: number;
  readonly rejects?: readonly { readonly reason: string }[];
}

function send(port: number, given: Request): Promise<string> {
  const fill = (text: string): string => text.replaceAll("PORT", String(port)).replaceAll("TOKEN", token);
  if (given.bytes !== undefined) return sendBytes(port, fill(given.bytes));
  const usual = { Host: "127.0.0.1:PORT", Authorization: "Bearer TOKEN", "Content-Type": "application/json" };
  const headers = Object.entries({ ...usual, ...given.headers }).flatMap(([name, value]) => {
    if (value === null) return [];
    return (typeof value === "string" ? [value] : value).flatMap((one) => [name, fill(one)]);
  });
  const content = given.body ?? verdict;
  headers.push("Content-Length", String(Buffer.byteLength(content)));
  const { method = "POST", path = "/verdicts" } = given;
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      { host: "127.0.0.1", port, method, path: fill(path), agent: false, headers },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", reject);
        response.on("end", () => {
          const answer: HttpAnswer = JSON.parse(Buffer.concat(chunks).toString("utf8"));
          const reason = answer.rejects?.[0]?.reason;
          const outcome =
            answer.error?.code ??
            (answer.stored === 0 && reason !== undefined ? codeOf(reason) : `stored ${answer.stored}`);
          resolve(`${response.statusCode} ${outcome}`);
        });
      },
    );
    request.on("error", reject);
    request.end(content);
  });
}

export const httpRequests = doorForAll({
  id: "http",
  name: "The port of the daemon",
  means:
    "A request to the real server with the real database behind it. PORT and TOKEN stand for the real ones; what is not said is as it should be.",
  inputs,
  tryAll: async (given, folder) => {
    await using app = await openApp({
      configFile: writeConfig(folder),
      env: {},
      cwd: folder,
      now: Date.parse(rehearsed),
      dryRun: false,
      write: () => {},
    });
    const errors: unknown[] = [];
    const server: RunningServer = await startServer({
      port: 0,
      token,
      accept: (rows) => app.recordVerdicts({ source: "http", rows, baseFolder: join(folder, "logs") }),
      health: async () => ({ ok: true }),
      grading: noGrading,
      onRefusal: () => {},
      onError: (error) => errors.push(error),
      limits: { bodyBytes: 100_000, bodyRows: 1000, headersMs: 2_000, requestMs: 4_000 },
    });
    try {
      const outcomes: string[] = [];
      for (const one of given) {
        const outcome = await send(server.port, one);
        outcomes.push(errors.length === 0 ? outcome : `${outcome}, and an error`);
      }
      return outcomes;
    } finally {
      await server.stop(100);
    }
  },
});
