/**
 * Prints, as Markdown, what the rules do on simulated years: the tables of the published operating characteristics side by
 * side with ours, the same under the shipped minutes, and the variants of top-up that were tried. Figures with ± are
 * Monte Carlo with one standard error, the others exact.
 *
 *   npm run simulate:tables -- [RUNS] [SEED] [TABLE...]
 *
 * TABLE: publishedStreak, publishedRules, publishedTopUp, shippedTopUp, limits, stretchTable; all where none is named.
 */
import { publishedRules, publishedStreak } from "./published-rules.ts";
import { limits, publishedTopUp, shippedTopUp } from "./published-top-up.ts";
import { stretchTable } from "./stretch.ts";

const tables = { publishedStreak, publishedRules, publishedTopUp, shippedTopUp, limits, stretchTable };

const [runs = "3000", seed = "1", ...wanted] = process.argv.slice(2);
process.stdout.write(`${runs} runs a cell, seed ${seed}\n`);
for (const [name, table] of Object.entries(tables)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  process.stdout.write(`\n${table({ runs: Number(runs), seed: Number(seed) }).join("\n")}\n`);
}
