import { createHash } from "node:crypto";
import { closeSync, fsyncSync, openSync, readSync, statSync } from "node:fs";

/** Waits until the bytes of a file are on the disk. */
export function syncFile(file: string): void {
  const descriptor = openSync(file, "r+");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

export interface FileFacts {
  readonly bytes: number;
  /** Hex. */
  readonly sha256: string;
}

/** Size and SHA-256 of a file, read piece by piece. */
export function measureFile(file: string): FileFacts {
  const hash = createHash("sha256");
  const chunk = Buffer.alloc(1 << 18);
  const descriptor = openSync(file, "r");
  try {
    for (let size = readSync(descriptor, chunk); size > 0; size = readSync(descriptor, chunk)) {
      hash.update(chunk.subarray(0, size));
    }
  } finally {
    closeSync(descriptor);
  }
  return { bytes: statSync(file).size, sha256: hash.digest("hex") };
}
