import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/**
 * Keeps V8's heap from growing with the length of what is read, for a command whose every row is soon garbage: the space for
 * new objects stays as large as it is (it would grow to 32 MB), and the old ones are collected when there are a fifth more.
 * It holds for the whole process.
 *
 * Answers with a full collection, to be asked for once in some ten thousand rows. V8 keeps every short text that `JSON.parse`
 * reads, such as the id of a verdict, in one table, and takes none out of it before a full collection, which a heap
 * that does not grow hardly ever has: of a million rows the table would have 16 MB.
 */
export function keepHeapSmall(): () => void {
  setFlagsFromString("--semi-space-growth-factor=1");
  setFlagsFromString("--heap-growing-percent=20");
  // From here on a new context, and no other, has the function.
  setFlagsFromString("--expose-gc");
  return runInNewContext("gc");
}
