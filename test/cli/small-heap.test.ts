import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "vitest";

/** What a script prints in a process of its own, whose heap nothing else has made larger. */
function numberFrom(script: string): number {
  const file = join(import.meta.dirname, "../../src/cli/small-heap.ts");
  const whole = `
    import { getHeapSpaceStatistics, getHeapStatistics } from "node:v8";
    const { keepHeapSmall } = await import(${JSON.stringify(file)});
    ${script}
  `;
  const args = ["--import", "tsx", "--input-type=module", "--eval", whole];
  return Number(
    execFileSync(process.execPath, args, { encoding: "utf8", env: { PATH: process.env["PATH"] } }),
  );
}

/** The bytes that V8 holds for new objects at the end. */
function newSpaceAfterWork(before: string): number {
  return numberFrom(`
    ${before}
    let kept = [];
    for (let n = 0; n < 2_000_000; n += 1) {
      kept.push({ n, name: String(n) });
      if (kept.length > 30_000) kept = [];
    }
    console.log(getHeapSpaceStatistics().find(({ space_name: name }) => name === "new_space").space_size);
  `);
}

it("keeps the space for new objects as small as it is, which grows otherwise", () => {
  const small = newSpaceAfterWork("keepHeapSmall();");
  expect(small).toBeGreaterThan(0);
  expect(small * 2).toBeLessThanOrEqual(newSpaceAfterWork(""));
});

/** The bytes beside the heap, V8's table of short texts among them, after many lines with an id of their own each. */
function textsAfterReading(before: string, after: string): number {
  return numberFrom(`
    ${before}
    for (let n = 0; n < 400_000; n += 1) {
      JSON.parse('{"id":"d-' + n + '"}');
      if (n % 25_000 === 0) { ${after} }
    }
    console.log(getHeapStatistics().malloced_memory);
  `);
}

it("lets go of the short texts of what was read, which V8 keeps otherwise", () => {
  const small = textsAfterReading("const collect = keepHeapSmall();", "collect();");
  expect(small).toBeGreaterThan(0);
  expect(small * 2).toBeLessThanOrEqual(textsAfterReading("keepHeapSmall();", ""));
});
