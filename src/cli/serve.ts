import { mkdirSync } from "node:fs";
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
    .summary("the daemon: fires the month, takes verdicts over HTTP, shows the grading page")
    .description(
      "Runs until it is stopped: fires the month at its slot, catches up with what was missed, collects grades, and " +
        "takes verdicts on a port of this machine. POST /verdicts wants the token in the file `token` of the state " +
        "folder; GET /health tells how things stand. Items of the local queue are graded in a browser at /grade, and " +
        "/report shows how the critics stand: the links hold the token, so they are written to a terminal only, and " +
        "--link writes them again. SIGTERM or " +
        "Ctrl-C ends the daemon within 5 seconds. When the program is upgraded under it, a service (`install launchd`, " +
        "`install systemd`) ends with 1 and is started anew; elsewhere it says so and goes on.",
    )
    .option("--link", "write the links to the grading page and to the report, and end")
    .addHelpText(
      "after",
      "\nExamples:\n" +
        "  $ improve-cron serve\n" +
        "  $ improve-cron serve --link\n" +
        "  $ curl -s http://127.0.0.1:4187/health | jq .nextSlot\n" +
        '  $ curl -s http://127.0.0.1:4187/verdicts -H "Authorization: Bearer $(cat config/state/token)" ' +
        '-H \'Content-Type: application/json\' -d \'{"axis":"verify-dispatch","verdict":"PASS"}\'\n',
    )
    .action(async (options: { readonly link?: true }, command: Command) => {
      const session = host.session(command);
      host.end(options.link === true ? await tellLink(session) : await serve(session));
    });
}

const signals = ["SIGTERM", "SIGINT", "SIGHUP"] as const;

/** Writes where to grade and where the report is. The daemon need not run: its next start has the same token. */
async function tellLink(session: Session): Promise<number> {
  const [{ readConfig }, { gradingLink, servedPort }] = await Promise.all([
    import("../config/read-config.ts"),
    import("../daemon/grading-link.ts"),
  ]);
  const config = readConfig({ file: session.configFile, env: session.env, cwd: session.cwd });
  mkdirSync(config.stateFolder, { recursive: true, mode: 0o700 });
  const port = servedPort(config.stateFolder);
  const { page, link, report } = gradingLink(config.stateFolder, port ?? config.server.port);
  session.answer({ page, link, grading: link, report, serving: port !== null }, () =>
    links({ link, report }),
  );
  if (port === null && !session.json) session.note("The daemon is not running. Start it: improve-cron serve");
  return 0;
}

function links({ link, report }: { readonly link: string; readonly report: string }): string {
  return `grading: ${link}\nreport:  ${report}`;
}

async function serve(session: Session): Promise<number> {
  const { terminal } = session;
  const signalled = waitForSignal();
  const [{ startDaemon }, { gradingLink }] = await Promise.all([
    import("../daemon/daemon.ts"),
    import("../daemon/grading-link.ts"),
  ]);
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
  const { port, nextSlot, timezone, stateFolder } = daemon;
  const url = `http://127.0.0.1:${port}`;
  // Where stdout is no terminal it is kept somewhere: the token stays out of journals and log files.
  const grading = terminal.stdout.isTTY
    ? links(gradingLink(stateFolder, port))
    : `grade at ${url}/grade, with the link that improve-cron serve --link writes`;
  session.answer(
    {
      status: "serving",
      pid: process.pid,
      port,
      url,
      gradingPage: `${url}/grade`,
      nextRun: localAndUtc(nextSlot, timezone),
    },
    () => `serving on ${url}; next run ${showInstant(nextSlot, timezone)}\n${grading}`,
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
