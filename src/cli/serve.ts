import type { Command } from "commander";
import type { Daemon } from "../daemon/daemon.ts";
import { localAndUtc } from "../core/month.ts";
import { serviceVariable } from "../core/service.ts";
import { oneLine } from "../reports/terminal-text.ts";
import { showInstant } from "../reports/time.ts";
import type { CommandHost, Session } from "./session.ts";
import { installedProgram } from "./version.ts";

/** Adds `serve`, the daemon. */
export function addServeCommand(program: Command, host: CommandHost): void {
  program
    .command("serve")
    .summary("the daemon: fires the month, takes verdicts over HTTP")
    .description(
      "Runs until it is stopped: fires the month at its slot, catches up with what was missed, collects grades, and " +
        "takes verdicts on a port of this machine. POST /verdicts wants the token in the file `token` of the state " +
        "folder; GET /health tells how things stand. SIGTERM or Ctrl-C ends it within 5 seconds. When the program is upgraded under it, a service " +
        "(`install launchd`, `install systemd`) ends with 1 and is started anew; elsewhere it says so and goes on.",
    )
    .addHelpText(
      "after",
      "\nExamples:\n" +
        "  $ improve-cron serve\n" +
        "  $ curl -s http://127.0.0.1:4187/health | jq .nextSlot\n" +
        '  $ curl -s http://127.0.0.1:4187/verdicts -H "Authorization: Bearer $(cat config/state/token)" \\\n' +
        '      -H \'Content-Type: application/json\' -d \'{"axis":"verify-dispatch","verdict":"PASS"}\'\n',
    )
    .action(async (_options: object, command: Command) => {
      host.end(await serve(host.session(command)));
    });
}

const signals = ["SIGTERM", "SIGINT", "SIGHUP"] as const;

async function serve(session: Session): Promise<number> {
  const { terminal } = session;
  const signalled = waitForSignal();
  const { startDaemon } = await import("../daemon/daemon.ts");
  const daemon = await startDaemon({
    configFile: session.configFile,
    env: session.env,
    cwd: session.cwd,
    now: session.now,
    write: session.json ? terminal.err : terminal.out,
    warn: (sentence) => session.note(oneLine(sentence)),
    installed: installedProgram,
    supervised: (session.env[serviceVariable] ?? "") !== "",
  });
  keepSecretsInCrashes(daemon);
  const { port, nextSlot, timezone } = daemon;
  const url = `http://127.0.0.1:${port}`;
  session.answer(
    { status: "serving", pid: process.pid, port, url, nextRun: localAndUtc(nextSlot, timezone) },
    () => `serving on ${url}; next run ${showInstant(nextSlot, timezone)}`,
  );
  const end = await Promise.race([
    signalled.then((reason) => ({ reason, code: 0 })),
    daemon.failed.then(() => ({ reason: "failed", code: 1 })),
    // Not 0: a service that restarts on failure is to start the newer program.
    daemon.replaced.then(({ to }) => ({ reason: `replaced by ${to}`, code: 1 })),
  ]);
  // What was begun is resumed at the next start, so ending here loses nothing.
  if ((await daemon.stop(end.reason)) === "abandoned") process.exit(end.code);
  return end.code;
}

/** The first signal asks the daemon to stop, a second one ends the process at once. */
function waitForSignal(): Promise<string> {
  return new Promise((resolve) => {
    let count = 0;
    for (const signal of signals) {
      // For other commands a signal ends the process at once.
      process.removeAllListeners(signal);
      process.on(signal, (name) => {
        count += 1;
        if (count > 1) process.exit(1);
        resolve(name);
      });
    }
  });
}

/** An error that nobody caught is told without secrets, and in the log too: nobody sits before a daemon. */
function keepSecretsInCrashes(daemon: Pick<Daemon, "reportBug">): void {
  for (const event of ["uncaughtException", "unhandledRejection"] as const) {
    process.removeAllListeners(event);
    process.on(event, (error: unknown) => {
      daemon.reportBug(error);
      process.exit(1);
    });
  }
}
