import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterAll, describe, expect, it } from "vitest";
import { removeCampaign, runCampaign } from "../../scripts/torture/campaign.ts";
import type { JobFault } from "../../scripts/torture/fault.ts";
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

/** Does by hand what no fault may bring about: what the invariants cannot see, no campaign can count. */
const tampering: JobFault = {
  name: "tampering",
  what: "rows, entries and lines are taken away and doubled behind the program's back",
  unavailable: () => null,
  jobs: ["close"],
  strike: async (trial) => (await trial.startRecord().ended).code === 0,
  afterwards: async ({ home, slot }) => {
    const database = new Database(join(home, "state/improve-cron.db"));
    const triggers = "SELECT name FROM sqlite_schema WHERE type = 'trigger'";
    for (const name of database.prepare<[], string>(triggers).pluck().all())
      database.exec(`DROP TRIGGER ${name}`);
    database.exec("DELETE FROM verdict WHERE external_id = 'told-0'");
    database.exec("DELETE FROM grade_observation WHERE seq = 1");
    database.exec("UPDATE decision SET action = 'keep' WHERE action = 'revert'");
    database.close();
    const log = readFileSync(slot.vaultLog, "utf8");
    writeFileSync(slot.vaultLog, log + log.slice(log.lastIndexOf("## ")));
    const messages = readFileSync(join(home, "messages.jsonl"), "utf8");
    writeFileSync(join(home, "messages.jsonl"), messages.slice(0, messages.indexOf("\n") + 1).repeat(2));
    const axis = join(home, "axes/verify-dispatch.yaml");
    writeFileSync(axis, readFileSync(axis, "utf8").replace("# Kept by hand.\n", ""));
    writeFileSync(join(home, "axes/.verify-dispatch.yaml.1.0123456789ab.tmp"), "");
  },
};

describe("every kind of fault, once", () => {
  it("loses nothing, doubles nothing and leaves a month that can be decided again", async () => {
    const { counts, failures } = await runCampaign({
      entry: builtCli(),
      root,
      seed: 20_260_601,
      faults: [...tried, tampering],
      trialsOf: (fault) => (fault === tampering ? 1 : trials),
      // One workspace's history has to be played first for each.
      atOnce: 1,
    });
    for (const { fault, skipped } of counts)
      if (skipped !== null) process.stdout.write(`${fault}: not tried, ${skipped}\n`);
    expect(failures.filter(({ fault }) => fault !== "tampering")).toEqual([]);
    const seen = failures.flatMap(({ findings }) => findings).join("\n");
    for (const breach of [
      /^lost: verdict told told-0$/m,
      /^lost: grade \w+ of /m,
      /^lost: message /m,
      /^lost: lines of the founder in verify-dispatch.yaml/m,
      /^doubled: log entry /m,
      /^doubled: message /m,
      /^inconsistent: verify: /m,
      /^inconsistent: has file w\/axes\/\.verify-dispatch/m,
    ])
      expect(seen).toMatch(breach);
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
