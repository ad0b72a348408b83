#!/usr/bin/env node
import { constants } from "node:os";
import type { Command } from "commander";
import { ImproveCronError } from "../errors.ts";
import { failureOf, tellFailure } from "./failure.ts";
import { createProgram } from "./program.ts";
import { createSession, type GlobalOptions } from "./session.ts";
import { createTerminal } from "./terminal.ts";

/** What ends a command at once. Its exit code is 128 and the number of the signal then, as shells have it. */
const endingSignals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Runs one command line to its end and sets the exit code of the process. */
async function main(args: readonly string[]): Promise<void> {
  const terminal = createTerminal(process, process.env);
  // An error in the arguments themselves must be told as JSON, too: so this is read before they are understood.
  const json = args.includes("--json");
  const program = createProgram(
    {
      session: (command) => {
        const options: GlobalOptions = command.optsWithGlobals();
        return createSession(options, { cwd: workingFolder(), env: process.env, terminal });
      },
      end: (code) => {
        process.exitCode = code;
      },
    },
    { out: terminal.out, err: json ? () => {} : terminal.err },
  );
  const fail = (error: unknown): void => {
    const failure = failureOf(error, usageHintFor(args, program));
    if (failure === null) return;
    tellFailure(failure, json, terminal);
    process.exitCode = failure.exitCode;
  };
  const failAtOnce = (error: unknown): void => {
    fail(error);
    process.exit();
  };
  process.on("uncaughtException", failAtOnce);
  process.on("unhandledRejection", failAtOnce);
  // Every step of the month can be resumed, so stopping here loses nothing. Without a listener the process would end without
  // its "exit" event, by which running critics are ended.
  for (const signal of endingSignals) {
    process.on(signal, () => {
      // A command that listens itself says how it ends.
      if (process.listenerCount(signal) === 1) process.exit(128 + constants.signals[signal]);
    });
  }
  try {
    await program.parseAsync(args, { from: "user" });
  } catch (error) {
    fail(error);
  }
}

/** The folder that the command was called in. A shell may stand in one that was deleted under it. */
function workingFolder(): string {
  try {
    return process.cwd();
  } catch (error) {
    const hint = "Change to a folder that exists and run the command again.";
    throw new ImproveCronError("io", "the folder that you are in is not there any more", hint, error);
  }
}

/** Which help to look at: that of the command that was named, where one was. */
function usageHintFor(args: readonly string[], program: Command): string {
  const path: string[] = [];
  let at = program;
  for (const word of args) {
    const named = at.commands.find((command) => command.name() === word);
    if (named === undefined) continue;
    path.push(word);
    at = named;
  }
  return ["See: improve-cron", ...path, "--help"].join(" ");
}

await main(process.argv.slice(2));
