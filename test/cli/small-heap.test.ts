import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "vitest";

/** In a process of its own, whose heap nothing else has made larger: the bytes that V8 holds for new objects at the end. */
function newSpaceAfterWork(before: string): number {
  const file = join(import.meta.dirname, "../../src/cli/small-heap.ts");
  const script = `
    import { getHeapSpaceStatistics } from "node:v8";
    const { keepHeapSmall } = await import(${JSON.stringify(file)});
    ${before}
    let kept = [];
    for (let n = 0; n < 2_000_000; n += 1) {
      kept.push({ n, name: String(n) });
      if (kept.length > 30_000) kept = [];
    }
    console.log(getHeapSpaceStatistics().find(({ space_name: name }) => name === "new_space").space_size);
  `;
  const args = ["--import", "tsx", "--input-type=module", "--eval", script];
  return Number(
    execFileSync(process.execPath, args, { encoding: "utf8", env: { PATH: process.env["PATH"] } }),
  );
}

it("keeps the space for new objects as small as it is, which grows otherwise", () => {
  const small = newSpaceAfterWork("keepHeapSmall();");
  expect(small).toBeGreaterThan(0);
  expect(small * 2).toBeLessThanOrEqual(newSpaceAfterWork(""));
});
