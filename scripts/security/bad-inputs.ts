/**
 * Tries every bad input of `test/security` and writes what came out of it to `docs/bad-inputs.md`. Ends with 1 where an outcome is
 * another one than expected.
 *
 *   npm run bad-inputs
 */
import { writeFileSync } from "node:fs";
import { pageOf, type TriedDoor } from "../../test/security/bad-input.ts";
import { doors, tryDoor } from "../../test/security/bad-inputs.ts";

const tried: TriedDoor[] = [];
for (const door of doors) tried.push(await tryDoor(door));
const rows = tried.flatMap(({ door, outcomes }) =>
  door.inputs.map(({ expected }, index) => outcomes[index] === expected),
);
const wrong = rows.filter((right) => !right).length;
writeFileSync(new URL("../../docs/bad-inputs.md", import.meta.url), pageOf(tried));
process.stdout.write(`${rows.length} inputs, ${wrong} wrong outcomes\n`);
if (wrong > 0) process.exitCode = 1;
