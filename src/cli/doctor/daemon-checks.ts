import { readFileSync } from "node:fs";
import { get } from "node:http";
import { join } from "node:path";
import { advice, type Check, finding, fine } from "./check.ts";

/** What answered at the daemon's port. */
export type Answer =
  | { readonly kind: "nobody" }
  /** Something that is no daemon of improve-cron. */
  | { readonly kind: "stranger" }
  | {
      readonly kind: "daemon";
      readonly version: string;
      readonly replacedBy: string | null;
      readonly pid: number;
      readonly workspace: string;
      readonly ok: boolean;
    };

const patienceMs = 3_000;

/** Asks the port on this machine's loopback who is there. It never throws. */
export function askDaemon(port: number): Promise<Answer> {
  return new Promise((resolve) => {
    const request = get({ host: "127.0.0.1", port, path: "/health", agent: false, timeout: patienceMs });
    request.on("error", (error) => {
      const refused = "code" in error && error.code === "ECONNREFUSED";
      resolve({ kind: refused ? "nobody" : "stranger" });
    });
    request.on("timeout", () => request.destroy(new Error("no answer in time")));
    request.on("response", (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (chunk: string) => {
        text += chunk;
        if (text.length > 1_000_000) request.destroy(new Error("too long an answer"));
      });
      response.on("end", () => resolve(answerIn(text)));
      response.on("error", () => resolve({ kind: "stranger" }));
    });
  });
}

function answerIn(text: string): Answer {
  try {
    const health: unknown = JSON.parse(text);
    if (typeof health !== "object" || health === null) return { kind: "stranger" };
    if (!("nextSlot" in health) || !("counters" in health) || !("now" in health)) return { kind: "stranger" };
    return {
      kind: "daemon",
      // Daemons before 0.2 did not say.
      version: "version" in health ? String(health.version) : "unknown",
      replacedBy: "replacedBy" in health && typeof health.replacedBy === "string" ? health.replacedBy : null,
      pid: "pid" in health ? Number(health.pid) : 0,
      workspace: "workspace" in health ? String(health.workspace) : "",
      ok: "ok" in health && health.ok === true,
    };
  } catch {
    return { kind: "stranger" };
  }
}

/** Who holds the daemon's port: nobody, this workspace's daemon and in which version, or somebody else. */
export function describeDaemon(
  answer: Answer,
  expected: {
    readonly port: number;
    readonly version: string;
    /** The number in `serve.json`; null where no daemon left one. */
    readonly pid: number | null;
    readonly serviceInstalled: boolean;
  },
): Check {
  const name = "daemon";
  const { pid, port, serviceInstalled, version } = expected;
  const otherPort = "Set `server.port` in the config to a free one, and restart the daemon.";
  switch (answer.kind) {
    case "nobody":
      return serviceInstalled
        ? finding(
            name,
            `a service is installed, and nothing answers at port ${port}`,
            "Look into its log (`serve.log` and `improve-cron.jsonl` in the state folder, or journalctl), mend what it says, " +
              "and run the same `install` again.",
          )
        : fine(name, "none runs: verdicts come by `record` and logs, the month by cron or hand");
    case "stranger":
      return serviceInstalled
        ? finding(name, `another program holds port ${port}`, otherPort)
        : advice(name, `another program holds port ${port}, where \`serve\` would listen`, otherPort);
    case "daemon":
      if (pid !== null && answer.pid !== 0 && answer.pid !== pid) {
        return finding(
          name,
          `port ${port} is held by another daemon (workspace ${answer.workspace}, pid ${answer.pid})`,
          otherPort,
        );
      }
      if (answer.replacedBy !== null || answer.version !== version) {
        return finding(
          name,
          `version ${answer.version} runs (pid ${answer.pid}), and ${answer.replacedBy ?? version} is installed`,
          "End it (SIGTERM) and start `serve` again; a service does so by itself within a minute of the upgrade.",
        );
      }
      return answer.ok
        ? fine(name, `version ${answer.version} answers at port ${port}, pid ${answer.pid}`)
        : finding(
            name,
            `it answers at port ${port}, and its last pass failed`,
            "Look into `improve-cron.jsonl` in the state folder; it tries again by itself.",
          );
  }
}

/** The daemon's number as it left it in the state folder. */
export function servingPid(stateFolder: string): number | null {
  try {
    const note: unknown = JSON.parse(readFileSync(join(stateFolder, "serve.json"), "utf8"));
    return typeof note === "object" && note !== null && "pid" in note && typeof note.pid === "number"
      ? note.pid
      : null;
  } catch {
    return null;
  }
}
