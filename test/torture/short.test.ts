import { existsSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { removeCampaign, runCampaign } from "../../scripts/torture/campaign.ts";
import { faultKinds } from "../../scripts/torture/fault-kinds.ts";
import { live } from "../../scripts/torture/lifetime.ts";
import { builtCli } from "../support/built-cli.ts";

// A sample of what `npm run torture` does by the thousand: docs/reliability.md. TORTURE_TRIALS asks for so many of every
// kind; without it two that other tests try at length (serve-slots, six-at-once) are left out.

const asked = process.env["TORTURE_TRIALS"];
const trials = Number(asked ?? 1);
const tried = faultKinds.filter(
  ({ name }) => asked !== undefined || !["daylight", "two-runs"].includes(name),
);
const root = mkdtempSync(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "ic-torture-"));
afterAll(() => removeCampaign(root));

describe("every kind of fault, once", () => {
  it("loses nothing, doubles nothing and leaves a month that can be decided again", async () => {
    const { counts, failures } = await runCampaign({
      entry: builtCli(),
      root,
      seed: 20_260_601,
      faults: tried,
      trialsOf: () => trials,
      // One workspace's history has to be played first for each.
      atOnce: 1,
    });
    for (const { fault, skipped } of counts)
      if (skipped !== null) process.stdout.write(`${fault}: not tried, ${skipped}\n`);
    expect(failures).toEqual([]);
    const possible = counts.filter(({ skipped }) => skipped === null);
    expect(possible.length).toBeGreaterThan(tried.length / 2);
    // A fault that never strikes shows nothing.
    expect(possible.filter(({ struck }) => struck > 0).length).toBeGreaterThan(possible.length / 2);
  }, 400_000);
});

describe("a service that sleeps, falls, and has its clock set back", () => {
  it("misses no month of a year and doubles none", async () => {
    const service = { timezone: "Europe/Berlin", schedule: "30 2 28 * *" };
    const life = await live({ ...service, first: "2026-01", months: 12, seed: 1 });
    expect([life.missed, life.doubled, life.inconsistent]).toEqual([[], [], []]);
    expect(life.crashes).toBeGreaterThan(0);
  });
});
