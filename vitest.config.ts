import { defineConfig } from "vitest/config";

const json = process.env["VITEST_JSON"];

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // Child processes and SQLite files do the work; more workers than cores only make them wait.
    maxWorkers: 2,
    reporters: json === undefined ? ["default"] : ["default", ["json", { outputFile: json }]],
  },
});
