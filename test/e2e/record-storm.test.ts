import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { builtCli, type CliResult } from "../support/built-cli.ts";
import { RecordWorkspace, removeLightOnlyBuild } from "../record/record-workspace.ts";

// Every record here is a process of its own, and goes through the build that has only the light path: a call that took
// the ordinary one would end with another code.

const minutes = 60_000;
let workspace: RecordWorkspace;

beforeAll(async () => {
  workspace = RecordWorkspace.make();
  await workspace.ordinarily(["status"]);
});

afterAll(() => {
  workspace.dispose();
  removeLightOnlyBuild();
});

function record(id: string): Promise<CliResult> {
  return workspace.lightly([
    "record",
    "--axis",
    "plain",
    "--verdict",
    "PASS",
    "--id",
    id,
    "--artifact",
    "reply.md",
  ]);
}

function idsLike(pattern: string): readonly unknown[] {
  return workspace.query((database) =>
    database
      .prepare("SELECT external_id FROM verdict WHERE external_id LIKE ? ORDER BY 1")
      .pluck()
      .all(pattern),
  );
}

/** Verdicts by axis, month, word and kind of artifact: as they lie there, and as the rollup has counted them. */
function countsOf(): readonly [counted: readonly unknown[], kept: readonly unknown[]] {
  return workspace.query((database) => {
    const rows = (sql: string): readonly unknown[] => database.prepare(sql).raw().all();
    return [
      rows(
        `SELECT axis, period, word, artifact_kind, count(*), min(at), max(at) FROM verdict GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4`,
      ),
      rows(
        `SELECT axis, period, word, artifact_kind, sum(count), min(first_at), max(last_at) FROM month_count GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4`,
      ),
    ];
  });
}

describe("many records at once", () => {
  it(
    "16 at once, 20 times, while the monthly job runs: 320 rows, and nobody is told to wait",
    async () => {
      // A log of some length, of which every pass of the job reads a new part.
      let lines = 0;
      const addToLog = (): void => {
        const more = Array.from({ length: 3_000 }, () => {
          lines += 1;
          return `${JSON.stringify({ verdict: "PASS", at: "2026-05-03T12:00:00Z", id: `log-${lines}`, artifact: { text: `reply ${lines}` } })}\n`;
        });
        writeFileSync(workspace.path("config/log.jsonl"), more.join(""), { flag: "a" });
      };
      addToLog();
      workspace.write(
        "config/axes/dispatch.yaml",
        "axis: dispatch\nstatus: graduated\nverdict_log: ../log.jsonl\n",
      );
      await workspace.ordinarily(["status"]);

      const storm = { over: false };
      const runs: CliResult[] = [];
      const keepRunning = async (): Promise<void> => {
        while (!storm.over) {
          runs.push(await workspace.ordinarily(["run", "--json"]));
          addToLog();
        }
      };
      const job = keepRunning();
      const results: CliResult[] = [];
      for (let round = 0; round < 20; round += 1) {
        const calls = Array.from({ length: 16 }, (_, index) => record(`storm-${round}-${index}`));
        results.push(...(await Promise.all(calls)));
      }
      storm.over = true;
      await job;

      const answer = "1 row read = 1 stored + 0 duplicate + 0 rejected\n";
      expect(
        results.filter(({ code, stdout, stderr }) => code !== 0 || stdout !== answer || stderr !== ""),
      ).toEqual([]);
      expect(idsLike("storm-%")).toHaveLength(320);
      expect(runs.length).toBeGreaterThan(1);
      expect(runs.map(({ code }) => code)).toEqual(runs.map(() => 0));
      expect(idsLike("log-%").length).toBeGreaterThan(3_000);
      const [counted, kept] = countsOf();
      expect(kept).toEqual(counted);
    },
    15 * minutes,
  );

  it(
    "200 calls, each killed at some moment: whoever ended with 0 is stored, and nothing by half",
    async () => {
      // How long a call takes here and now, four at a time as below, so that the kills fall all over it.
      const begun = performance.now();
      const measured = await Promise.all([0, 1, 2, 3].map((index) => record(`measure-${index}`)));
      expect(measured.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
      const whole = performance.now() - begun;
      const ended: string[] = [];
      for (let group = 0; group < 50; group += 1) {
        const trials = Array.from({ length: 4 }, async (_, index) => {
          const id = `kill-${group}-${index}`;
          if (await killedRecord(id, ((group * 4 + index) / 200) * whole * 2)) ended.push(id);
        });
        await Promise.all(trials);
      }
      const stored = new Set(idsLike("kill-%"));
      expect(ended.filter((id) => !stored.has(id))).toEqual([]);
      // Otherwise the kills came all too early or all too late, and this test has seen nothing.
      expect(ended.length).toBeGreaterThan(0);
      expect(ended.length).toBeLessThan(200);

      const [counted, kept] = countsOf();
      expect(kept).toEqual(counted);
      expect(workspace.query((database) => database.pragma("integrity_check", { simple: true }))).toBe("ok");
      expect(workspace.query((database) => database.pragma("foreign_key_check"))).toEqual([]);
      const lost = workspace.query((database) =>
        database
          .prepare(
            "SELECT count(*) FROM verdict WHERE artifact_kind = 'snapshot' AND artifact_hash NOT IN (SELECT sha256 FROM artifact)",
          )
          .pluck()
          .get(),
      );
      expect(lost).toBe(0);
      // And whoever was killed can simply be called again.
      expect(
        (await workspace.call(["record", "--axis", "plain", "--verdict", "PASS", "--id", "kill-after"])).code,
      ).toBe(0);
    },
    15 * minutes,
  );
});

/** A call that is killed after so many milliseconds; true where it ended with 0 before. */
function killedRecord(id: string, after: number): Promise<boolean> {
  const args = ["record", "--axis", "plain", "--verdict", "PASS", "--id", id, "--text", `reply ${id}`];
  const child = spawn(process.execPath, [builtCli(), ...args], {
    cwd: workspace.folder,
    env: { PATH: process.env["PATH"], HOME: workspace.folder },
    stdio: "ignore",
  });
  const timer = setTimeout(() => child.kill("SIGKILL"), after);
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("exit", (code) => {
      clearTimeout(timer);
      resolve(code === 0);
    });
  });
}
