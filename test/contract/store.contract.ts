import { afterEach, describe } from "vitest";
import { batchesContract } from "./store-batches.contract.ts";
import { closingContract } from "./store-closing.contract.ts";
import { cyclesContract } from "./store-cycles.contract.ts";
import { criticsContract } from "./store-critics.contract.ts";
import { databaseContract } from "./store-database.contract.ts";
import { effectsContract } from "./store-effects.contract.ts";
import { type MakeEngine, type StoreBench, type StoreEngine, salt } from "./store-engine.ts";
import { frameContract } from "./store-frame.contract.ts";
import { gradesContract } from "./store-grades.contract.ts";
import { repairContract } from "./store-repair.contract.ts";
import { verdictsContract } from "./store-verdicts.contract.ts";

/** What every store must do, whatever engine is below it. */
export function storeContract(name: string, makeEngine: MakeEngine): void {
  const engines: StoreEngine[] = [];
  const newEngine = async (): Promise<StoreEngine> => {
    const engine = await makeEngine(salt);
    engines.push(engine);
    return engine;
  };
  const bench: StoreBench = { newEngine, newStore: async () => (await newEngine()).open() };

  afterEach(async () => {
    for (const engine of engines.splice(0)) await engine.dispose();
  });

  describe(`a store on ${name}`, () => {
    verdictsContract(bench);
    frameContract(bench);
    cyclesContract(bench);
    batchesContract(bench);
    gradesContract(bench);
    closingContract(bench);
    effectsContract(bench);
    criticsContract(bench);
    repairContract(bench);
    databaseContract(bench);
  });
}
