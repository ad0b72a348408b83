import { openStore } from "../../../../src/store/sqlite/sqlite-store.ts";
import { filledWorkspace } from "../../../support/older-database.ts";
import { aBatch, aCycle, aGrade, anItem, verdicts } from "../../samples.ts";

// Stores verdicts and grades until it is killed, and says each number only when it is durable.
const [file = ""] = process.argv.slice(2);
const items = 400;
const store = await openStore({
  file,
  ...filledWorkspace,
  now: () => 1,
  randomBytes: (length) => new Uint8Array(length).fill(7),
});
await store.planOpening({
  period: "2026-05",
  cycles: [aCycle()],
  items: Array.from({ length: items }, (_, n) => anItem(`item-${n}`)),
  effects: [],
  openedAt: 1,
});
process.stdout.write("ready\n");
for (let n = 0; ; n += 1) {
  // Texts of different lengths, so that the log is taken into the database at other places each time.
  const text = `what the critic saw ${n} `.repeat(1 + ((n * 37) % 200));
  await store.recordVerdicts(aBatch(verdicts(1 + (n % 3), `v${n}-`, { reason: text })));
  process.stdout.write(`verdict ${n}\n`);
  await store.appendGrades([aGrade(`item-${n % items}`, { reason: `grade ${n}`, observedAt: n, at: n })]);
  process.stdout.write(`grade ${n}\n`);
}
