import { randomBytes } from "node:crypto";
import { ImproveCronError } from "../../../../src/errors.ts";
import { openStore } from "../../../../src/store/sqlite/sqlite-store.ts";
import { aBatch, aVerdict } from "../../samples.ts";

// Opens the store, stores one verdict named after its second argument, and says the salt; or the code of what was thrown.
// With `stay` as third argument it keeps the store open until it is killed.
const [file = "", id = "", stay] = process.argv.slice(2);

async function main(): Promise<void> {
  try {
    const store = await openStore({
      file,
      workspace: "default",
      timezone: "America/New_York",
      now: () => 1,
      randomBytes: (size) => randomBytes(size),
    });
    await store.recordVerdicts(aBatch([aVerdict({ externalId: id })]));
    process.stdout.write(`salt ${await store.readSalt()}\n`);
    if (stay === "stay") setInterval(() => {}, 1000);
    else await store.close();
  } catch (error) {
    process.stdout.write(`error ${error instanceof ImproveCronError ? error.code : String(error)}\n`);
  }
}

void main();
