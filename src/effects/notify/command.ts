import type { Channel, ChannelResult } from "./channel.ts";
import { childEnvironment } from "./child-environment.ts";
import { type CommandResult, runCommand } from "./run-command.ts";

export interface CommandChannelOptions {
  readonly command: readonly string[];
  /** Relative programs start here: the config's folder. */
  readonly home: string;
  readonly workspace: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly limitMs?: number;
  readonly graceMs?: number;
}

function said(output: string): string {
  return output === "" ? "" : `: ${output}`;
}

function resultOf(program: string, limitMs: number, result: CommandResult): ChannelResult {
  switch (result.kind) {
    case "ended":
      if (result.code === 0) return { kind: "sent", detail: `${program} ended with 0` };
      return {
        kind: "failed",
        because: `${program} ended with ${result.code}${said(result.output)}`,
        hint: "Run the command by hand with a message on its standard input.",
      };
    case "killed":
      return {
        kind: "failed",
        because: `${program} was ended by ${result.signal}${said(result.output)}`,
        hint: null,
      };
    case "timed-out":
      return {
        kind: "failed",
        because: `${program} did not end within ${limitMs / 1000} s${said(result.output)}`,
        hint: "Let the command end by itself; what it started was stopped.",
        mayHaveArrived: true,
      };
    case "not-started":
      return {
        kind: "failed",
        because: `${program} could not be started: ${result.because}`,
        hint: "Mend `command` in the config: an absolute path is the surest under cron.",
      };
  }
}

/**
 * Hands messages to a command, as one JSON object `{kind, subject, text, attempt, workspace}` on its standard
 * input. Exit code 0 within the limit (30 s) means sent.
 */
export function commandChannel(options: CommandChannelOptions): Channel {
  const { limitMs = 30_000, graceMs = 2_000 } = options;
  return {
    name: "command",
    send: async (message, attempt) => {
      const { kind, subject, text } = message;
      const result = await runCommand({
        command: options.command,
        stdin: `${JSON.stringify({ kind, subject, text, attempt, workspace: options.workspace })}\n`,
        cwd: options.home,
        env: childEnvironment(options.environment),
        limitMs,
        graceMs,
      });
      return resultOf(options.command[0] ?? "the command", limitMs, result);
    },
  };
}
