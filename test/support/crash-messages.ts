import { join } from "node:path";
import { readLines } from "./crash-passes.ts";

export interface SentMessage {
  readonly text: string;
  readonly subject?: string;
}

/** What was sent from a workspace, in order. */
export function readMessages(folder: string): readonly SentMessage[] {
  return readLines(join(folder, "messages.jsonl")).map((line): SentMessage => JSON.parse(line));
}

const mark = "(may repeat) ";

/** A message as it was meant, and whether it said that it may be a repetition. */
function unmarked({ subject, text }: SentMessage): { readonly meant: string; readonly marked: boolean } {
  const whole = subject === undefined ? text : `${subject}\n${text}`;
  return { meant: whole.replace(mark, ""), marked: whole.includes(mark) };
}

export interface MessageCount {
  /** Messages that were never sent. */
  readonly lost: readonly string[];
  /** Messages sent twice of which more than one did not say so, and messages that nobody planned. */
  readonly doubled: readonly string[];
  /** Repetitions that said so. */
  readonly repeated: number;
}

/** How the messages of a workspace stand to those of a run that nobody disturbed. */
export function countMessages(folder: string, expected: readonly SentMessage[]): MessageCount {
  const sent = readMessages(folder).map(unmarked);
  const meant = expected.map((message) => unmarked(message).meant);
  const times = (text: string): number => sent.filter((one) => one.meant === text).length;
  const plain = (text: string): number => sent.filter((one) => one.meant === text && !one.marked).length;
  return {
    lost: meant.filter((text) => times(text) === 0),
    doubled: [...new Set(sent.map((one) => one.meant))].filter(
      (text) => !meant.includes(text) || plain(text) > 1,
    ),
    repeated: meant.reduce((sum, text) => sum + Math.max(0, times(text) - 1), 0),
  };
}
