import { dirname, join, relative, resolve, sep } from "node:path";
import { defineConfig, type Plugin } from "vitest/config";

const json = process.env["VITEST_JSON"];
const src = join(import.meta.dirname, "src");

/*
 * `npm run test:dist` is the same tests on the built package: what they import from src/ is taken from dist/ then, loaded by
 * Node as it is and not through Vite. TEST_DIST is 1, or the folder of another build. Three kinds of tests are not meant:
 * - those of the sources themselves: what stands in them, and whether generated files agree with them (architecture.test.ts,
 *   store/sqlite/migrations.test.ts, record/small-crypto.test.ts, core/timestamp.test.ts read src/ in any case);
 * - those of scripts (bench, torture, evidence, run-script), which are no part of the package and import src/ by themselves;
 * - those that start the program (e2e, record, browser): they run a build of their own in any case, see support/built-cli.ts.
 *   Helper processes of tests (*-runner.ts, child/*.ts) load src/ by tsx; what they do is seen through the built store.
 */
const dist = process.env["TEST_DIST"];
const notOfThePackage = [
  "test/architecture.test.ts",
  "test/{bench,torture,evidence,run-script,e2e,record,browser}/**",
];

function builtPackage(folder: string): Plugin {
  return {
    name: "built-package",
    enforce: "pre",
    resolveId(source, importer) {
      if (!source.startsWith(".") || importer === undefined) return null;
      const path = resolve(dirname(importer), source);
      if (!path.startsWith(`${src}${sep}`) || importer.startsWith(src)) return null;
      return join(folder, relative(src, path)).replace(/\.ts$/, ".js");
    },
  };
}

function folderOf(named: string): string {
  return named === "1" ? join(import.meta.dirname, "dist") : resolve(named);
}

/*
 * Tests that start programs, serve, or take the whole process for themselves have a process each. The others share one with
 * their neighbours, since loading the modules anew for each file cost a third of their time: they must leave nothing behind
 * (environment, working directory, listeners), and one that cannot belongs under these.
 */
const apart = ["test/{browser,daemon,e2e,evidence,record,run-script,bench,torture}/**/*.test.ts"];

export default defineConfig({
  plugins: dist === undefined ? [] : [builtPackage(folderOf(dist))],
  test: {
    ...(dist === undefined
      ? {}
      : { exclude: notOfThePackage, server: { deps: { external: [/\/dist\/.*\.js$/] } } }),
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // One more than the cores of a small machine: a third of the time tests wait for a child, a clock or a disk.
    maxWorkers: 3,
    reporters: json === undefined ? ["default"] : ["default", ["json", { outputFile: json }]],
    projects: [
      { extends: true, test: { name: "apart", include: apart } },
      {
        extends: true,
        test: {
          name: "together",
          include: ["test/**/*.test.ts"],
          exclude: [...apart, ...(dist === undefined ? [] : notOfThePackage)],
          isolate: false,
        },
      },
    ],
  },
});
