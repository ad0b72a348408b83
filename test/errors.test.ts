import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { fileMessageOf, messageOf } from "../src/errors.ts";

function whatReadingThrows(path: string): unknown {
  try {
    return readFileSync(path);
  } catch (error) {
    return error;
  }
}

it("a file that is not there, or a folder, is told without the words of the system", () => {
  const folder = mkdtempSync(join(tmpdir(), "improve-cron-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const path of [folder, join(folder, "none")]) {
    const thrown = whatReadingThrows(path);
    expect(messageOf(thrown)).toMatch(/^E[A-Z]+: /);
    expect(fileMessageOf(thrown)).not.toMatch(/E[A-Z]{3,}|syscall|open|read/);
  }
});
