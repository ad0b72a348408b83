import { describe, expect, it } from "vitest";
import { runRandomKills } from "../support/crash-random.ts";

// The built program, killed by `kill -9` at random moments from its start to after its end, through both months to the
// end. A sample: RANDOM_KILLS asks for more, `npm run torture` and scripts/torture/random-kills.ts do it by the thousand.

const wanted = Number(process.env["RANDOM_KILLS"] ?? 12);

describe("a program that is killed at random times", () => {
  it("ends as if nobody had disturbed it, after some kills", async () => {
    const result = await runRandomKills({ kills: wanted, seed: 20_260_601, atOnce: 2 });
    const { trials, kills, atWork, problems, lostMessages, doubledMessages, repeatedMessages } = result;
    process.stdout.write(
      `random kills: ${trials} trials, ${kills} kills (${atWork} under the run lock), ${problems.length} problems, ` +
        `${lostMessages} messages lost, ${doubledMessages} doubled, ${repeatedMessages} repeated and marked\n`,
    );
    expect(problems).toEqual([]);
    expect([lostMessages, doubledMessages]).toEqual([0, 0]);
    expect(kills).toBeGreaterThanOrEqual(wanted);
    // Else the kills hit nothing but the start of the process.
    expect(atWork).toBeGreaterThan(0);
  }, 400_000);
});
