import { join } from "node:path";
import { expect, it } from "vitest";
import type { VerdictReading } from "../../../src/core/intake.ts";
import { giveWay } from "../../../src/store/sqlite/give-way.ts";
import { openStore } from "../../../src/store/sqlite/sqlite-store.ts";
import { temporaryFolder } from "../../intake/intake-workspace.ts";

/** A clock that stands still but for what is written and waited. */
function madeTime() {
  let time = 0;
  const waits: number[] = [];
  const pace = {
    now: () => time,
    wait: async (ms: number) => {
      waits.push(ms);
      time += ms;
    },
  };
  const pass = (ms: number): void => {
    time += ms;
  };
  return { pace, pass, waits };
}

it("lets everybody look for the lock after two seconds of writing, and never before", async () => {
  const { pace, pass, waits } = madeTime();
  const inTurn = giveWay(pace);
  const write = (ms: number) =>
    inTurn(async () => {
      pass(ms);
      return ms;
    });
  expect(await write(700)).toBe(700);
  await write(700);
  await write(599);
  await write(1);
  expect(waits).toEqual([]);
  await write(700);
  expect(waits).toEqual([110]);
  await write(1299);
  await write(1);
  expect(waits).toEqual([110]);
  await write(1);
  expect(waits).toEqual([110, 110]);
});

it("counts anew where others have had their time already", async () => {
  const { pace, pass, waits } = madeTime();
  const inTurn = giveWay(pace);
  for (let n = 0; n < 5; n += 1) {
    await inTurn(async () => pass(1900));
    pass(110);
  }
  expect(waits).toEqual([]);
  await inTurn(async () => pass(1900));
  pass(109);
  await inTurn(async () => pass(100));
  await inTurn(async () => pass(1));
  expect(waits).toEqual([110]);
});

it("a write that fails has taken its time too, and is told", async () => {
  const { pace, pass, waits } = madeTime();
  const inTurn = giveWay(pace);
  const failing = inTurn(async () => {
    pass(2000);
    throw new Error("the disk is full");
  });
  await expect(failing).rejects.toThrow("the disk is full");
  await inTurn(async () => {});
  expect(waits).toEqual([110]);
});

it.each(["recordReading", "packArtifacts"] as const)(
  "the store does so between calls of %s",
  async (name) => {
    const { pace, pass, waits } = madeTime();
    let asked = 0;
    const store = await openStore({
      file: join(temporaryFolder(), "improve-cron.db"),
      workspace: "default",
      timezone: "UTC",
      now: () => 1,
      randomBytes: (size) => new Uint8Array(size),
      pace: {
        ...pace,
        now: () => {
          asked += 1;
          // Asked for the third time when a write has ended: each takes three seconds.
          if (asked % 3 === 0) pass(3000);
          return pace.now();
        },
      },
    });
    const write = (): Promise<unknown> =>
      name === "packArtifacts" ? store.packArtifacts(1) : store.recordReading(emptyReading(), 1);
    await write();
    expect(waits).toEqual([]);
    await write();
    expect(waits).toEqual([110]);
    await store.close();
  },
);

function* emptyReading(): VerdictReading {
  yield* [];
  return { rejects: [] };
}
