// More kills than the tests have time for:
//   node --import tsx scripts/torture/random-kills.ts [KILLS] [SEED]
// Prints what was counted; ends with 1 where anything was lost, doubled or left otherwise than by a run that nobody disturbed.
import { runRandomKills } from "../../test/support/crash-random.ts";

const [kills = 500, seed = 1] = process.argv.slice(2).map(Number);
const { problems, ...counts } = await runRandomKills({ kills, seed, atOnce: 2 });
for (const problem of problems) console.log(problem);
console.table({ ...counts, problems: problems.length });
process.exitCode = problems.length === 0 ? 0 : 1;
