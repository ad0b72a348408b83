import { rmSync } from "node:fs";
import { join } from "node:path";
import { peakMegabytes } from "./processes.ts";
import { against, type Result, resultOf } from "./result.ts";
import { removeDatabase } from "./import-log.ts";
import { makeWorkspace } from "./workspace.ts";

/** G5: the most memory that `ingest` of the built program needs, and how it grows from a tenth of the rows to all of them. */
export function measureImportMemory(
  given: { readonly folder: string; readonly built: string; readonly log: string; readonly tenth: string },
  rounds: number,
): readonly Result[] {
  const home = join(given.folder, "memory");
  const { place, database, program } = makeWorkspace(home, given.built);
  const peakOf = (log: string): number => {
    removeDatabase(database);
    return peakMegabytes(place, program("ingest", log));
  };
  const [large, small]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    small.push(peakOf(given.tenth));
    large.push(peakOf(given.log));
  }
  rmSync(home, { recursive: true, force: true });
  const what = "memory of an import";
  return [
    against({ goal: "G5", what, against: "160 MB", unit: "MB" }, large, 160),
    resultOf(
      new Map([
        [what, large],
        ["the same, of a tenth of the rows", small],
      ]),
      { goal: "G5", what, against: "the same, of a tenth of the rows", limit: 1.1, unit: "MB" },
    ),
  ];
}
