// How much memory drawing one month's samples of all axes takes: draw-memory.mjs DIST DATABASE MONTH OTHER-MONTH N
// Prints megabytes; what drawing needs once, such as its code, is there from the other month before.
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [dist = "", file = "", month = "", before = "", n = ""] = process.argv.slice(2);
const { openStore } = await import(pathToFileURL(join(dist, "store/sqlite/sqlite-store.js")).href);
const timezone = "America/New_York";
const store = await openStore({ file, workspace: "default", timezone, now: Date.now, randomBytes });
const draw = async (period) => {
  const drawn = [];
  for (const { axis, epoch, word } of await store.listMonthCounts({ period })) {
    if (word !== "PASS") continue;
    const watermark = Number.MAX_SAFE_INTEGER;
    const order = { axis, period, epoch, word, n: Number(n), skip: 0, acceptRef: true, watermark };
    drawn.push(...(await store.drawSample(order)));
  }
  return drawn;
};
await draw(before);
const resident = process.memoryUsage().rss;
const drawn = await draw(month);
console.log((process.memoryUsage().rss - resident) / 2 ** 20);
await store.close();
if (drawn.length === 0) throw new Error("nothing was drawn");
