import { join, relative } from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Stryker stops at the first test that fails: which ones ran before it is a matter of time alone. */
class QuickestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { cache, config } = this.ctx;
    const milliseconds = ({ project, moduleId }: TestSpecification): number =>
      cache.getFileTestResults(`${project.name}:${relative(config.root, moduleId)}`)?.duration ?? 0;
    return files.toSorted((a, b) => milliseconds(a) - milliseconds(b));
  }
}

/** What a mutation run of `core/` asks: the tests of that room alone, in one process. */
export default defineConfig({
  test: {
    root: join(import.meta.dirname, "../.."),
    include: ["test/core/**/*.test.ts"],
    // Whole simulated years: minutes for one change.
    exclude: ["test/core/simulation/**"],
    sequence: { sequencer: QuickestFirst },
    testTimeout: 600_000,
    maxWorkers: 1,
    isolate: false,
  },
});
