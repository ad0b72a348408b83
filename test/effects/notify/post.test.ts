import { createServer, type Server, type Socket } from "node:net";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { post, type PostOutcome, webAddress } from "../../../src/effects/notify/post.ts";
import { startReceiver, withStatus } from "./http-receiver.ts";

function send(url: string, limitMs = 10_000, headers: Record<string, string> = {}): Promise<PostOutcome> {
  return post({ url, headers, body: "κ\u2028\n-x", limitMs });
}

/** A server that speaks no HTTP of its own accord. */
async function rawServer(serve: (socket: Socket) => void): Promise<{ url: string; server: Server }> {
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    serve(socket);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return { url: `http://127.0.0.1:${address.port}/t`, server };
}

/** How many resources of this kind keep the process alive. */
function countHeld(kind: string): number {
  return process.getActiveResourcesInfo().filter((name) => name === kind).length;
}

describe("post", () => {
  it("posts the body, byte for byte, on a connection of its own", async () => {
    await using receiver = await startReceiver(withStatus(204));
    expect(await send(`${receiver.origin}/a?b=c`, 10_000, { "X-A": "b" })).toEqual({
      kind: "answered",
      status: 204,
    });
    expect(receiver.received).toMatchObject([
      {
        method: "POST",
        path: "/a?b=c",
        body: "κ\u2028\n-x",
        headers: { "x-a": "b", "content-length": "8", connection: "close" },
      },
    ]);
  });

  it("takes name and password from the address", async () => {
    await using receiver = await startReceiver(withStatus(200));
    await send(receiver.origin.replace("//", "//founder:p%40ss@"));
    const expected = `Basic ${Buffer.from("founder:p@ss").toString("base64")}`;
    expect(receiver.received[0]?.headers.authorization).toBe(expected);
  });

  it.each([301, 302, 307, 308])("follows no redirect (%i)", async (status) => {
    await using other = await startReceiver(withStatus(200));
    await using receiver = await startReceiver(withStatus(status, { Location: `${other.origin}/x` }));
    expect(await send(receiver.origin, 10_000, { Authorization: "Bearer t" })).toEqual({
      kind: "answered",
      status,
    });
    expect(other.received).toEqual([]);
    expect(receiver.received).toHaveLength(1);
  });

  it("gives up at its limit, whatever it waits for: headers, or the rest of the body", async () => {
    await using silent = await startReceiver(() => undefined);
    await using stalled = await startReceiver((response) => {
      response.writeHead(200, { "Content-Length": "10" });
      response.write("half");
    });
    await using dripping = await startReceiver((response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write("."), 50);
      response.on("close", () => clearInterval(timer));
    });
    const mute = await rawServer(() => undefined);
    const started = performance.now();
    const urls = [silent.origin, stalled.origin, dripping.origin, mute.url];
    for (const url of urls) expect(await send(url, 400)).toEqual({ kind: "timed-out" });
    const elapsed = performance.now() - started;
    expect(elapsed).toBeGreaterThan(4 * 390);
    expect(elapsed).toBeLessThan(10_000);
    mute.server.close();
  });

  it("does not read an answer without end", async () => {
    await using receiver = await startReceiver((response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write("x".repeat(65_536)), 5);
      response.on("close", () => clearInterval(timer));
    });
    expect(await send(receiver.origin)).toEqual({ kind: "answered", status: 200 });
  });

  it("tells a connection that breaks by its code: refused, reset, half an answer, another protocol", async () => {
    const gone = await rawServer(() => undefined);
    gone.server.close();
    await once(gone.server, "close");
    expect(await send(gone.url)).toEqual({ kind: "broken", code: "ECONNREFUSED" });

    const reset = await rawServer((socket) => {
      socket.once("data", () => socket.resetAndDestroy());
    });
    expect(await send(reset.url)).toEqual({ kind: "broken", code: "ECONNRESET" });
    reset.server.close();

    const half = await rawServer((socket) => {
      socket.once("data", () => socket.end("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf"));
    });
    expect((await send(half.url)).kind).toBe("broken");
    half.server.close();

    const other = await rawServer((socket) => {
      socket.once("data", () => socket.end("220 smtp.example.org ESMTP\r\n"));
    });
    expect((await send(other.url)).kind).toBe("broken");
    other.server.close();

    const upgrade = await rawServer((socket) => {
      socket.once("data", () =>
        socket.write("HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n"),
      );
    });
    expect((await send(upgrade.url, 3000)).kind).not.toBe("answered");
    upgrade.server.close();
  });

  it("reads an answer that ends with its connection", async () => {
    for (const size of [0, 10, 60_000]) {
      const old = await rawServer((socket) => {
        socket.once("data", () => socket.end(`HTTP/1.0 200 OK\r\n\r\n${"x".repeat(size)}`));
      });
      expect(await send(old.url)).toEqual({ kind: "answered", status: 200 });
      old.server.close();
    }
  });

  it("leaves no timer and no connection behind, however it ends", async () => {
    await using fast = await startReceiver(withStatus(200));
    await using silent = await startReceiver(() => undefined);
    await using endless = await startReceiver((response) => {
      response.writeHead(200).write("x".repeat(200_000));
    });
    await delay(300);
    const before = { timers: countHeld("Timeout"), sockets: countHeld("TCPSocketWrap") };
    await send(fast.origin, 60_000);
    await send(endless.origin, 60_000);
    await send(silent.origin, 100);
    await send("http://127.0.0.1:9/", 60_000);
    await delay(300);
    expect(countHeld("TCPSocketWrap")).toBeLessThanOrEqual(before.sockets);
    expect(countHeld("Timeout")).toBeLessThanOrEqual(before.timers);
  });

  it("makes no request of what is no web address, or of a header with a line break", async () => {
    for (const url of [
      "",
      "nonsense",
      "ftp://example.org/x",
      "file:///etc/passwd",
      "http://a:%zz@127.0.0.1/",
    ]) {
      expect(await send(url)).toEqual({ kind: "unusable" });
    }
    await using receiver = await startReceiver(withStatus(200));
    expect(await send(receiver.origin, 10_000, { A: "b\r\nC: d" })).toEqual({ kind: "unusable" });
    expect(receiver.received).toEqual([]);
  });
});

describe("webAddress", () => {
  it("takes http and https only", () => {
    expect(webAddress("https://ntfy.example.org/a")?.hostname).toBe("ntfy.example.org");
    expect(webAddress("http://localhost:1/")?.port).toBe("1");
    expect(webAddress("javascript:alert(1)")).toBeNull();
  });
});
