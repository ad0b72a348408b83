// More power cuts than the tests have time for:
//   node --import tsx scripts/torture/power-cut.ts [CUTS] [SEED]
// Prints what was counted; ends with 1 where anything that was acknowledged is missing, or a copy is damaged.
import { cutPower } from "../../test/support/power-cut.ts";

const [cuts = 1000, seed = 1] = process.argv.slice(2).map(Number);
// The child stops being useful when every row is looked at in each copy: a new one each 100 cuts.
const rounds = Array.from({ length: Math.ceil(cuts / 100) }, (_, n) => Math.min(100, cuts - n * 100));
const sum = { seed, cuts: 0, torn: 0, checkpoints: 0, acknowledged: 0, lost: 0, damaged: 0 };
for (const [n, some] of rounds.entries()) {
  const { problems, ...counts } = await cutPower({ cuts: some, seed: seed + n });
  for (const problem of problems) console.log(problem);
  for (const name of ["cuts", "torn", "checkpoints", "acknowledged", "lost", "damaged"] as const) {
    sum[name] += counts[name];
  }
}
console.table(sum);
process.exitCode = sum.lost + sum.damaged === 0 ? 0 : 1;
