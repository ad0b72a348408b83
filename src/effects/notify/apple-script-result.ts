import type { ChannelResult } from "./channel.ts";
import { clipUnits, headerLine } from "./message-text.ts";
import type { CommandResult } from "./run-command.ts";

const longestSaid = 200;

const permissionHint =
  "Log in to this Mac, run `improve-cron notify test` the way the monthly run is started (a LaunchAgent asks " +
  "anew, and a grant for Terminal does not reach it), and allow it to control Messages under System Settings, " +
  "Privacy & Security, Automation. After an update of Node this may be asked again.";
const recipientHint =
  "Correct `to` of the imessage channel: a number with its country code, or an Apple ID, to whom Messages on " +
  "this Mac has written before. Messages must be signed in to iMessage.";

/** The number that AppleScript ends its complaint with, e.g. `execution error: ... (-1743)`; 0 without one. */
function errorNumber(output: string): number {
  return Number([...output.matchAll(/\((-?\d+)\)/g)].at(-1)?.[1] ?? 0);
}

/** AppleScript's words may quote the person's number, so known complaints are told in our own. */
function complaint(code: number, output: string): ChannelResult {
  const number = errorNumber(output);
  switch (number) {
    case -1743:
    // The system would have to ask, and has no screen to ask on.
    case -1744:
      return {
        kind: "failed",
        because: `macOS does not allow this program to use Messages (${number})`,
        hint: permissionHint,
        retry: false,
      };
    case -1728:
    case -1719:
      return {
        kind: "failed",
        because: `Messages does not know the receiver (${number})`,
        hint: recipientHint,
        retry: false,
      };
    case -600:
      return {
        kind: "failed",
        because: "Messages is not running (-600)",
        hint: "Open Messages, in a session that is logged in.",
        retry: true,
      };
    case -609:
    case -1712:
      return {
        kind: "failed",
        because: `Messages did not answer (${number})`,
        hint: "Open Messages and look whether it waits for something.",
        retry: true,
        mayHaveArrived: true,
      };
    default:
      return {
        kind: "failed",
        because: `osascript ended with ${code}: ${clipUnits(headerLine(output), longestSaid)}`,
        hint: "Open Messages, and run `improve-cron notify test`.",
        retry: true,
        mayHaveArrived: true,
      };
  }
}

/** What the end of osascript means: the classes are permission and receiver (lasting), and Messages away (passing). */
export function appleScriptResult(result: CommandResult, limitMs: number): ChannelResult {
  switch (result.kind) {
    case "ended":
      return result.code === 0
        ? { kind: "sent", detail: "handed over to Messages" }
        : complaint(result.code, result.output);
    case "killed":
      return {
        kind: "failed",
        because: `osascript was ended by ${result.signal}`,
        hint: null,
        retry: true,
        mayHaveArrived: true,
      };
    case "timed-out":
      return {
        kind: "failed",
        because: `osascript did not end within ${limitMs / 1000} s`,
        hint: "Look whether Messages or macOS waits for an answer on the screen.",
        retry: true,
        mayHaveArrived: true,
      };
    case "not-started":
      return {
        kind: "unavailable",
        because: `osascript could not be started: ${result.because}`,
        hint: "It is a part of macOS: look whether the file is there and may be run.",
      };
  }
}
