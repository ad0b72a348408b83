import { existsSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { removeCampaign, runCampaign } from "../../scripts/torture/campaign.ts";
import { faultKinds } from "../../scripts/torture/fault-kinds.ts";
import { live } from "../../scripts/torture/lifetime.ts";
import { builtCli } from "../support/built-cli.ts";

// A sample of what `npm run torture` does by the thousand: docs/reliability.md. TORTURE_TRIALS asks for more of each kind.

const trials = Number(process.env["TORTURE_TRIALS"] ?? 1);
const root = mkdtempSync(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "ic-torture-"));
afterAll(() => removeCampaign(root));

describe("every kind of fault, once", () => {
  it("loses nothing, doubles nothing and leaves a month that can be decided again", async () => {
    const { counts, failures } = await runCampaign({
      entry: builtCli(),
      root,
      seed: 20_260_601,
      faults: faultKinds,
      trialsOf: () => trials,
      // One workspace's history has to be played first for each.
      atOnce: 1,
    });
    for (const { fault, skipped } of counts)
      if (skipped !== null) process.stdout.write(`${fault}: not tried, ${skipped}\n`);
    expect(failures).toEqual([]);
    const tried = counts.filter(({ skipped }) => skipped === null);
    expect(tried.length).toBeGreaterThan(faultKinds.length / 2);
    // A fault that never strikes shows nothing.
    expect(tried.filter(({ struck }) => struck > 0).length).toBeGreaterThan(tried.length / 2);
  }, 400_000);
});

describe("a service that sleeps, falls, and has its clock set back", () => {
  it("misses no month of a year and a half and doubles none", async () => {
    const service = { timezone: "Europe/Berlin", schedule: "30 2 28 * *" };
    const life = await live({ ...service, first: "2026-01", months: 18, seed: 1 });
    expect([life.missed, life.doubled, life.inconsistent]).toEqual([[], [], []]);
    expect(life.crashes).toBeGreaterThan(0);
  });
});
