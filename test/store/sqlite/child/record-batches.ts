import { openStore } from "../../../../src/store/sqlite/sqlite-store.ts";
import { aBatch, anEffect, verdicts } from "../../samples.ts";

// Stores batches of verdicts until it is killed or has stored enough, and says the number of each one that is stored.
const [file = "", prefix = "", size = "1", count = "1000000"] = process.argv.slice(2);

async function main(): Promise<void> {
  const store = await openStore({
    file,
    workspace: "default",
    timezone: "America/New_York",
    now: () => 1,
    randomBytes: (length) => new Uint8Array(length).fill(7),
  });
  process.stdout.write("ready\n");
  for (let batch = 0; batch < Number(count); batch += 1) {
    const outcomes = await store.recordVerdicts({
      ...aBatch(verdicts(Number(size), `${prefix}-${batch}-`)),
      logPosition: { axis: prefix, path: "/log", inode: "1:1", offset: batch + 1, line: batch + 1, tail: "" },
    });
    if (outcomes.some(({ outcome }) => outcome !== "stored")) throw new Error("not stored");
    // The last of these reads before it writes: where a transaction that is not immediate fails.
    await store.planEffects([anEffect(`${prefix} ${batch}`)], batch);
    const effect = (await store.listEffects({ unfinished: true })).find((one) =>
      one.dedupeKey.startsWith(prefix),
    );
    await store.claimEffect(effect?.id ?? 0);
    await store.finishEffect(effect?.id ?? 0, { state: "done", at: batch, detail: "" });
    process.stdout.write(`stored ${batch}\n`);
  }
  await store.close();
  process.stdout.write("finished\n");
}

void main();
