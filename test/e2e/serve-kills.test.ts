import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listBlindItems } from "../../src/cycle/blind-items.ts";
import { buildCrashRunner } from "../support/crash-build.ts";
import { performPass, withApp } from "../support/crash-passes.ts";
import { inParallel } from "../support/crash-pool.ts";
import { findDamage } from "../support/crash-damage.ts";
import { countMessages, readMessages } from "../support/crash-messages.ts";
import { findDifferences, readFinalState } from "../support/crash-state.ts";
import {
  copyWorkspace,
  createSharedDatabase,
  founder,
  newFolder,
  removeFolder,
  writeWorkspace,
} from "../support/crash-workspace.ts";

// The daemon is killed at every point of its pass, and then crontab's `run` comes. What comes out has to be what a run
// brings about that nobody disturbed.

const june1 = "2026-06-01T13:00:00Z";
const june10 = "2026-06-10T13:00:00Z";
const june15 = "2026-06-15T13:00:00Z";

/** What only a daemon leaves in the state folder. */
const daemonsOwn = /^state\/(token|serve\.json|improve-cron\.jsonl)/;

/** Points inside a transaction, and inside the opening of the database: `crash-points.test.ts` tries them. */
const inside = /^(store|database|migration):/;

/** What the pass before has tried is not tried again. */
const tried = new Set<string>();

let runner = { folder: "", file: "" };
const folders: string[] = [];

function keep(folder: string): string {
  folders.push(folder);
  return folder;
}

beforeAll(async () => {
  runner = await buildCrashRunner("daemon-runner");
});
afterAll(() => {
  for (const folder of [...folders, runner.folder]) removeFolder(folder);
});

function runDaemon(
  ...args: readonly string[]
): Promise<{ readonly signal: string | null; readonly code: number | null; readonly out: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [runner.file, ...args], { stdio: ["ignore", "pipe", "pipe"] });
    let out = "";
    child.stdout.on("data", (chunk: Buffer) => {
      out += chunk.toString("utf8");
    });
    child.stderr.on("data", (chunk: Buffer) => {
      out += chunk.toString("utf8");
    });
    child.on("error", reject);
    child.on("close", (code, signal) => resolve({ signal, code, out }));
  });
}

async function preparedWorkspace(): Promise<string> {
  const folder = keep(newFolder());
  writeWorkspace(folder, "[{ channel: stdout }]");
  await createSharedDatabase(folder, Date.parse(june1));
  return folder;
}

async function gradedWorkspace(): Promise<string> {
  const folder = await preparedWorkspace();
  await performPass("open", folder);
  const gradeOf = founder();
  const at = Date.parse(june10);
  await withApp(
    folder,
    at,
    () => {},
    async (app) => {
      const items = await listBlindItems(app.cycle, { axis: null });
      await app.localQueue.answer(
        items.map((item) => ({
          ref: item.ref,
          grade: gradeOf(item),
          reason: null,
          by: "founder",
          at,
          observedAt: at,
          via: "import",
        })),
      );
    },
  );
  return folder;
}

describe("a daemon that is killed, and crontab's run after it", () => {
  it.each([
    { pass: "close", now: june15, from: gradedWorkspace },
    { pass: "open", now: june1, from: preparedWorkspace },
  ] as const)(
    "ends like a run that nobody disturbed, at any point of the pass $pass",
    async ({ pass, now, from }) => {
      const start = await from();
      const undisturbed = keep(copyWorkspace(start));
      await performPass(pass, undisturbed);
      const expected = readFinalState(undisturbed);
      const messages = readMessages(undisturbed);
      const differences = (folder: string): readonly string[] =>
        findDifferences(readFinalState(folder), expected).filter((one) => !daemonsOwn.test(one));

      // The daemon alone comes to the same end.
      const alone = keep(copyWorkspace(start));
      const ended = await runDaemon(alone, now);
      expect(ended).toMatchObject({ code: 0 });
      expect(differences(alone)).toEqual([]);
      expect(countMessages(alone, messages)).toEqual({ lost: [], doubled: [], repeated: 0 });
      expect(readdirSync(join(alone, "state"))).not.toContain("serve.json");

      const reached: readonly string[] = JSON.parse(ended.out);
      const points = [...new Set(reached)].filter((point) => !inside.test(point) && !tried.has(point));
      for (const point of points) tried.add(point);
      expect(points).toContain(pass === "close" ? "effect axis-file: performed" : "open: stored");
      const failures = await inParallel(points, 2, async (point) => {
        const folder = copyWorkspace(start);
        try {
          const { signal, out } = await runDaemon(folder, now, point, "1");
          if (signal !== "SIGKILL") return [`${point}: was not killed: ${out}`];
          await performPass(pass, folder);
          const { lost, doubled, repeated } = countMessages(folder, messages);
          // Nobody can ask a phone what it has received: only between sending and recording is a message sent again.
          const unsure = /^(message: after send|effect message: performed)$/.test(point);
          return [
            ...findDamage(folder),
            ...differences(folder),
            ...lost.map((text) => `lost: ${text}`),
            ...doubled.map((text) => `doubled: ${text}`),
            ...(repeated === (unsure ? 1 : 0) ? [] : [`${repeated} messages repeated`]),
          ].map((what) => `${point}: ${what}`);
        } finally {
          removeFolder(folder);
        }
      });
      expect(failures.flat()).toEqual([]);
      process.stdout.write(`daemon killed in the pass ${pass}: ${points.length} points\n`);
    },
    240_000,
  );
});
