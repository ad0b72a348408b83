import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "../../..");

describe("the generated schemas", () => {
  it("are what the installed SDK's types give", { timeout: 240_000 }, async () => {
    const check = promisify(execFile)(process.execPath, [join(root, "scripts/notion-schema.mjs"), "--check"]);
    await expect(check).resolves.toMatchObject({ stderr: "" });
  });
});
