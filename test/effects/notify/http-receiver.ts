import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { once } from "node:events";

interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

export interface Receiver extends AsyncDisposable {
  /** `http://127.0.0.1:port`, without a slash at the end. */
  readonly origin: string;
  readonly received: readonly Received[];
}

/** A real HTTP server on the loopback that keeps what it is sent and answers as told. */
export async function startReceiver(
  answer: (response: ServerResponse, request: IncomingMessage, count: number) => void,
): Promise<Receiver> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      received.push({
        method: request.method ?? "",
        path: request.url ?? "",
        headers: request.headers,
        body: Buffer.concat(chunks).toString("utf8"),
      });
      answer(response, request, received.length);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    origin: `http://127.0.0.1:${address.port}`,
    received,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** Answers with a status and an empty body. */
export function withStatus(status: number, headers: Record<string, string> = {}) {
  return (response: ServerResponse): void => {
    response.writeHead(status, headers).end();
  };
}
