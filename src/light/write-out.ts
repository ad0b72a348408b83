import { writeSync } from "node:fs";

/**
 * Writes an answer to stdout at once. Whether somebody reads it to its end is no failure; any other error is answered with,
 * and how many bytes had been written before it.
 */
export function writeOut(text: string): { readonly error: Error; readonly written: number } | null {
  const bytes = Buffer.from(text);
  let written = 0;
  while (written < bytes.length) {
    try {
      written += writeSync(1, bytes, written);
    } catch (error) {
      if (!(error instanceof Error && "code" in error)) throw error;
      if (error.code === "EPIPE") return null;
      if (error.code !== "EAGAIN") return { error, written };
      // Whoever started this process may have left its end of the pipe in a mode in which writing does not wait.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2);
    }
  }
  return null;
}
