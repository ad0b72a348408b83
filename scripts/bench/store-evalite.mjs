// Stores scored rows with evalite's own storage: store-evalite.mjs PACKAGE DATABASE ROWS. Prints the milliseconds.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [folder = "", database = "", log = ""] = process.argv.slice(2);
const { createSqliteStorage } = await import(pathToFileURL(join(folder, "dist/storage/sqlite.js")).href);
const rows = readFileSync(log, "utf8")
  .trimEnd()
  .split("\n")
  .map((line) => JSON.parse(line));
const storage = await createSqliteStorage(database);
const begun = performance.now();
const run = await storage.runs.create({ runType: "full" });
const evaluation = await storage.evals.create({ runId: run.id, name: "letters", filepath: "letters.eval.ts" });
for (const [order, row] of rows.entries()) {
  const result = await storage.results.create({
    evalId: evaluation.id,
    order,
    input: row.artifact.ref,
    expected: null,
    output: row.reason,
    duration: row.latency_ms,
    status: "success",
    renderedColumns: null,
  });
  await storage.scores.create({ resultId: result.id, name: row.axis, score: row.score, metadata: row.meta });
}
console.log(performance.now() - begun);
await storage.close();
