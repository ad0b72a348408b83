import { fstatSync, readSync } from "node:fs";

const stdin = 0;
const chunkBytes = 64 * 1024;

/** All of stdin; null where it is a terminal or another device, which the full command line has words for. */
export function readAllOfStdin(): Buffer | null {
  if (fstatSync(stdin).isCharacterDevice()) return null;
  const chunks: Buffer[] = [];
  for (;;) {
    const chunk = Buffer.allocUnsafe(chunkBytes);
    const size = readSome(chunk);
    if (size === 0) return Buffer.concat(chunks);
    chunks.push(chunk.subarray(0, size));
  }
}

function readSome(chunk: Buffer): number {
  for (;;) {
    try {
      return readSync(stdin, chunk, 0, chunk.length, null);
    } catch (error) {
      // Whoever started this process may have left its end of the pipe in a mode in which reading does not wait.
      if (!(error instanceof Error && "code" in error && error.code === "EAGAIN")) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2);
    }
  }
}
