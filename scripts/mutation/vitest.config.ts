import { join } from "node:path";
import { defineConfig } from "vitest/config";

/** What a mutation run of `core/` asks: the tests of that room alone, in one process. */
export default defineConfig({
  test: {
    root: join(import.meta.dirname, "../.."),
    include: ["test/core/**/*.test.ts"],
    // Whole simulated years: minutes for one change.
    exclude: ["test/core/simulation/**"],
    testTimeout: 600_000,
    maxWorkers: 1,
    isolate: false,
  },
});
