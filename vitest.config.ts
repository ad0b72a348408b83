import { defineConfig } from "vitest/config";

const json = process.env["VITEST_JSON"];

/*
 * Tests that start programs, serve, or take the whole process for themselves have a process each. The others share one with
 * their neighbours, since loading the modules anew for each file cost a third of their time: they must leave nothing behind
 * (environment, working directory, listeners), and one that cannot belongs under these.
 */
const apart = ["test/{browser,daemon,e2e,evidence,record,run-script,bench,torture}/**/*.test.ts"];

export default defineConfig({
  test: {
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // Child processes and SQLite files do the work; more workers than cores only make them wait.
    maxWorkers: 2,
    reporters: json === undefined ? ["default"] : ["default", ["json", { outputFile: json }]],
    projects: [
      { extends: true, test: { name: "apart", include: apart } },
      {
        extends: true,
        test: { name: "together", include: ["test/**/*.test.ts"], exclude: apart, isolate: false },
      },
    ],
  },
});
