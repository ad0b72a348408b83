import { createServer, type RequestListener, type Server } from "node:http";
import { afterEach, expect, it } from "vitest";
import { type Answer, askDaemon, describeDaemon } from "../../../src/cli/doctor/daemon-checks.ts";
import { freePort } from "../../support/serving.ts";

let server: Server | null = null;
afterEach(() => server?.close());

function listen(answer: RequestListener): Promise<number> {
  const made = createServer(answer);
  server = made;
  return new Promise((resolve) => {
    made.listen(0, "127.0.0.1", () => {
      const address = made.address();
      resolve(typeof address === "object" && address !== null ? address.port : 0);
    });
  });
}

const expected = { port: 4187, version: "0.2.0", pid: 7, serviceInstalled: false };
const daemon: Answer = {
  kind: "daemon",
  version: "0.2.0",
  replacedBy: null,
  pid: 7,
  workspace: "default",
  ok: true,
};

it("tells nobody, a stranger and a daemon apart", async () => {
  expect(await askDaemon(await freePort())).toEqual({ kind: "nobody" });
  for (const text of ["<html>", '{"ok":true}', "null", "[".repeat(10)]) {
    const port = await listen((_, response) => response.end(text));
    expect(await askDaemon(port)).toEqual({ kind: "stranger" });
    server?.close();
  }
  const port = await listen((_, response) => response.destroy());
  expect(await askDaemon(port)).toEqual({ kind: "stranger" });
  server?.close();
  const health = { ...daemon, kind: undefined, now: "", nextSlot: "", counters: {} };
  const healthy = await listen((_, response) => response.end(JSON.stringify(health)));
  expect(await askDaemon(healthy)).toEqual(daemon);
});

it.each([
  [{ kind: "nobody" }, {}, true],
  [{ kind: "nobody" }, { serviceInstalled: true }, false],
  [{ kind: "stranger" }, {}, true],
  [{ kind: "stranger" }, { serviceInstalled: true }, false],
  [daemon, {}, true],
  [{ ...daemon, ok: false }, {}, false],
  [{ ...daemon, version: "0.1.0" }, {}, false],
  [{ ...daemon, replacedBy: "0.2.0" }, {}, false],
  [{ ...daemon, pid: 8 }, {}, false],
  [{ ...daemon, pid: 8 }, { pid: null }, true],
] as const)("%j, with %j: ok is %s", (answer, changes, ok) => {
  const check = describeDaemon(answer, { ...expected, ...changes });
  expect(check.ok).toBe(ok);
  expect(ok || check.fix !== null).toBe(true);
});
