import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Child processes and SQLite files do the work; more workers than cores only make them wait.
    maxWorkers: 2,
    reporters: ["default"],
  },
});
