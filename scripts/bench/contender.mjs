// Stores verdicts one by one in a database that others write to, each durable before the next:
//   node contender.mjs DIST DATABASE NAME MILLISECONDS
// Says when it is ready, begins when it is told to, and tells its parent at the end how many were acknowledged, how often the database was
// busy, and how long each took. Plain JavaScript on the built program: sixteen of them start at once.
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [dist = "", file = "", name = "", lasting = ""] = process.argv.slice(2);
const { openStore } = await import(pathToFileURL(join(dist, "store/sqlite/sqlite-store.js")).href);
const timezone = "America/New_York";
const store = await openStore({ file, workspace: "default", timezone, now: Date.now, randomBytes });
process.send("ready");
await new Promise((resolve) => {
  process.once("message", resolve);
});
const begin = Date.now();
const end = performance.now() + Number(lasting);
const times = [];
let acknowledged = 0;
let busy = 0;
for (let n = 0; performance.now() < end; n += 1) {
  const verdict = {
    axis: name,
    word: "PASS",
    rawWord: "PASS",
    errorKind: null,
    at: Date.UTC(2026, 4, 1) + n,
    externalId: `${name}-${begin}-${n}`,
    source: "bench",
    artifact: { kind: "ref", ref: `https://desk.example.org/letters/${n}` },
    rubric: "none",
    model: "judge-3",
    givenModel: null,
    givenRubric: null,
    epoch: "e".repeat(64),
    reason: "the reply names a date and a place and keeps the tone of the earlier letters",
    score: 0.9,
    costUsd: 0.01,
    latencyMs: 1200,
    tokens: null,
    meta: {},
  };
  const begun = performance.now();
  try {
    const [outcome] = await store.recordVerdicts({ verdicts: [verdict], artifacts: new Map(), storedAt: Date.now() });
    if (outcome?.outcome === "stored") acknowledged += 1;
  } catch (error) {
    if (error.code !== "store-busy") throw error;
    busy += 1;
  }
  times.push(performance.now() - begun);
}
await store.close();
process.send({ acknowledged, busy, times }, () => process.disconnect());
