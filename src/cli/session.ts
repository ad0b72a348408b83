import type { Command } from "commander";
import type { App, AppOptions } from "../app.ts";
import { jsonText } from "../reports/json-text.ts";
import type { Terminal } from "./terminal.ts";

/** One call of the program: its global options, its surroundings, and the way to the app behind it. */
export interface Session {
  readonly configFile: string | null;
  readonly json: boolean;
  /** The time to rehearse, epoch milliseconds, or null for the machine's own. */
  readonly now: number | null;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly terminal: Terminal;
  /** The app as the config describes it; the caller disposes of it. */
  openApp(options?: Partial<Pick<AppOptions, "dryRun" | "onRead" | "quickCheck" | "step">>): Promise<App>;
  /** Answers with JSON under `--json`, else with the text for people. */
  answer(value: unknown, text: () => string): void;
  /** A notice beside the answer: stderr, whatever the mode. */
  note(text: string): void;
}

/** What a command needs to be hung into the program: its session, and a way to say how it ended. */
export interface CommandHost {
  session(command: Command): Session;
  /** The exit code: 0 done, 1 failed, 2 wrong usage or input. */
  end(code: number): void;
}

/** The options that every command takes, before or after its name. */
export interface GlobalOptions {
  readonly config?: string;
  readonly json?: true;
  readonly now?: number;
}

/** Makes the session of one command from the options that it was given and the process it runs in. */
export function createSession(
  options: GlobalOptions,
  surroundings: {
    readonly cwd: string;
    readonly env: Readonly<Record<string, string | undefined>>;
    readonly terminal: Terminal;
  },
): Session {
  const { cwd, env, terminal } = surroundings;
  const json = options.json === true;
  const note = (text: string): void => terminal.err(`${text}\n`);
  const now = options.now ?? null;
  if (now !== null) note(`The clock starts at ${new Date(now).toISOString()} (--now).`);
  const configFile = options.config ?? null;
  return {
    configFile,
    json,
    now,
    cwd,
    env,
    terminal,
    note,
    openApp: async (how) => {
      // The app brings the database, YAML and zod with it: --help and --version must not wait for them.
      const { openApp } = await import("../app.ts");
      const write = json ? terminal.err : terminal.out;
      return openApp({ configFile, env, cwd, now, dryRun: false, write, ...how });
    },
    answer: (value, text) => {
      terminal.out(json ? `${jsonText(value)}\n` : withNewline(text()));
    },
  };
}

function withNewline(text: string): string {
  return text === "" || text.endsWith("\n") ? text : `${text}\n`;
}
