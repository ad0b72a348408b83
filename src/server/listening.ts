import type { Server } from "node:http";
import { ImproveCronError, messageOf } from "../errors.ts";

/** Begins to listen on 127.0.0.1. Throws `io` where the port cannot be had. */
export function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => reject(portError(error, port)));
    server.listen({ host: "127.0.0.1", port, exclusive: true }, () => {
      server.removeAllListeners("error");
      resolve();
    });
  });
}

function portError(error: NodeJS.ErrnoException, port: number): ImproveCronError {
  if (error.code === "EADDRINUSE") {
    return new ImproveCronError(
      "io",
      `port ${port} on 127.0.0.1 is in use`,
      "Perhaps `serve` is running already. Stop the other program, or set `server.port` in the config to a free one.",
      error,
    );
  }
  return new ImproveCronError(
    "io",
    `port ${port} on 127.0.0.1 cannot be opened: ${messageOf(error)}`,
    "Set `server.port` in the config to a free port above 1023.",
    error,
  );
}

/** Takes no new request, lets those that run finish, for at most so long. */
export function stop(server: Server, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), graceMs).unref();
    server.close(() => {
      clearTimeout(timer);
      resolve();
    });
    server.closeIdleConnections();
  });
}
