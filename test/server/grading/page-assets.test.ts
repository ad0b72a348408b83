import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";

it("the page in the program is the one in src/grading-page", () => {
  const root = join(import.meta.dirname, "../../..");
  const folder = mkdtempSync(join(tmpdir(), "improve-cron-page-"));
  try {
    const fresh = join(folder, "page-assets.ts");
    execFileSync(process.execPath, ["--import", "tsx", join(root, "scripts/embed-grading-page.ts"), fresh], {
      cwd: root,
    });
    expect(readFileSync(join(root, "src/server/grading/page-assets.ts"), "utf8")).toBe(
      readFileSync(fresh, "utf8"),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
