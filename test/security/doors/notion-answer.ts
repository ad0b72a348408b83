import { createServer, type Server } from "node:http";
import { createCaller } from "../../../src/regrade/notion/caller.ts";
import { isFailure } from "../../../src/regrade/notion/failure.ts";
import { openClient } from "../../../src/regrade/notion/open-client.ts";
import { createRequests } from "../../../src/regrade/notion/requests.ts";
import { type BadInput, doorForAll } from "../bad-input.ts";

interface Given {
  readonly status?: number;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cut?: true;
}

const page = {
  object: "page",
  id: "11111111-2222-3333-4444-555555555555",
  url: "https://www.notion.so/x",
  in_trash: false,
  created_time: "2026-06-01T13:00:00.000Z",
  last_edited_time: "2026-06-01T13:00:00.000Z",
  created_by: { object: "user", id: "u" },
  last_edited_by: { object: "user", id: "u" },
  parent: { type: "page_id", page_id: "p" },
  properties: {},
};

function answer(
  body: string,
  expected: string,
  why: string,
  more: Omit<Given, "body"> = {},
): BadInput<Given> {
  const head = Object.entries(more.headers ?? {}).map(([name, value]) => `${name}: ${value} `);
  return {
    given: { body, ...more },
    expected,
    why,
    shown: `${more.status ?? 200} ${head.join("")}${body.slice(0, 70)}`,
  };
}

function pageWith(facts: Readonly<Record<string, unknown>>, expected: string, why: string): BadInput<Given> {
  return {
    given: { body: JSON.stringify({ ...page, ...facts }) },
    expected,
    why,
    shown: `a page with ${JSON.stringify(facts).slice(0, 70)}`,
  };
}

const error = (status: number, code: string): string =>
  JSON.stringify({ object: "error", status, code, message: "a message", request_id: "r" });

const inputs: readonly BadInput<Given>[] = [
  answer("", "unavailable", "nothing"),
  answer("<html>Sign in to the hotel's network</html>", "unavailable", "a page of somebody on the way"),
  answer("null", "unavailable", "no page"),
  answer("[]", "unavailable", "no page"),
  answer('"page"', "unavailable", "no page"),
  answer("{}", "unavailable", "nothing of a page"),
  answer("[".repeat(5_000), "unavailable", "brackets without end"),
  answer(JSON.stringify(page).slice(0, 100), "unavailable", "cut off"),
  answer(JSON.stringify(page), "unavailable", "the connection ends in the middle", { cut: true }),
  answer(error(401, "unauthorized"), "denied", "a token that is not valid", { status: 401 }),
  answer(error(403, "restricted_resource"), "denied", "a right that is missing", { status: 403 }),
  answer("<html>blocked</html>", "denied", "a proxy", { status: 403 }),
  answer(error(404, "object_not_found"), "missing", "deleted, or not shared", { status: 404 }),
  answer(error(400, "validation_error"), "refused", "asked again it would say the same", { status: 400 }),
  answer(error(429, "rate_limited"), "unavailable", "wait an hour: this pass ends", {
    status: 429,
    headers: { "Retry-After": "3600" },
  }),
  answer(error(429, "rate_limited"), "unavailable", "wait for ever", {
    status: 429,
    headers: { "Retry-After": "1e308" },
  }),
  answer(error(500, "internal_server_error"), "unavailable", "a bad day", { status: 500 }),
  answer("<html>502</html>", "unavailable", "a bad day of somebody on the way", { status: 502 }),
  pageWith({ id: "" }, "unavailable", "no id"),
  pageWith({ id: 5 }, "unavailable", "no id"),
  pageWith({ properties: [] }, "unavailable", "no properties"),
  pageWith({ properties: { a: 1 } }, "unavailable", "no property"),
  pageWith({ created_by: null }, "unavailable", "nobody made it"),
  pageWith(
    { last_edited_time: "soon" },
    "a page",
    "an instant that is none: the answer then counts from when it was seen",
  ),
  pageWith({ properties: { "%": { id: "%zz", type: "title" } } }, "a page", "an id with a broken escape"),
  {
    ...pageWith({}, "a page", "a key that reaches a prototype is a key like any other here"),
    given: {
      body: JSON.stringify(page).replace(
        '"properties":{}',
        '"properties":{"__proto__":{"id":"x","type":"isAdmin","isAdmin":true}}',
      ),
    },
    shown: 'a page with {"properties":{"__proto__":...}}',
  },
  pageWith({ archived: "perhaps", future: { deep: [1] } }, "a page", "keys that nobody reads"),
];

function serve(answers: { current: Given }): Promise<{ readonly server: Server; readonly url: string }> {
  const server = createServer((request, response) => {
    const { body, cut, headers = {}, status = 200 } = answers.current;
    request.resume();
    response.writeHead(status, {
      "Content-Type": "application/json",
      ...headers,
      ...(cut ? { "Content-Length": String(body.length) } : {}),
    });
    if (cut) response.write(body.slice(0, 50), () => response.destroy());
    else response.end(body);
  });
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      resolve({
        server,
        url: `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`,
      });
    });
  });
}

export const notionAnswers = doorForAll({
  id: "notion",
  name: "What Notion answers",
  means:
    "A page is asked for through the real client from a real server on this machine; waits pass at once.",
  inputs,
  tryAll: async (given) => {
    const answers = { current: given[0] ?? { body: "" } };
    const { server, url } = await serve(answers);
    let now = Date.UTC(2026, 5, 5);
    const timing = {
      now: () => now,
      wait: async (ms: number) => {
        now += ms;
      },
      random: () => 0.5,
    };
    try {
      const outcomes: string[] = [];
      for (const one of given) {
        answers.current = one;
        // Its own memory: that Notion asked to wait is remembered.
        const memory = { read: async () => null, write: async () => {} };
        const client = { token: "ntn_made_up", baseUrl: url, timeoutMs: 2_000, log: () => {} };
        const requests = createRequests(
          createCaller({ openClient: () => openClient(client), timing, memory }),
        );
        outcomes.push(await outcomeOf(requests.page(page.id)));
      }
      return outcomes;
    } finally {
      server.close();
      server.closeAllConnections();
    }
  },
});

async function outcomeOf(asked: Promise<unknown>): Promise<string> {
  try {
    await asked;
    return "isAdmin" in {} ? "a prototype was changed" : "a page";
  } catch (caught) {
    if (isFailure(caught)) return caught.kind;
    return `a bug: ${String(caught)}`;
  }
}
