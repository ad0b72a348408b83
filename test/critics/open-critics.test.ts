import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { inBatch } from "../../src/critics/batch.ts";
import { removeOldFolders } from "../../src/critics/call-folder.ts";
import { createLimiter } from "../../src/critics/limiter.ts";
import { endOrphans, markName } from "../../src/critics/process-group.ts";
import { lives, openFakes, request, specOf } from "../support/fake-critics/open-fakes.ts";

const pause = () => new Promise((resolve) => setTimeout(resolve, 20));

/** A process that runs until the test ends, with that mark in its environment. */
function startMarked(mark: string): number {
  const env = { ...process.env, [markName]: mark };
  const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], {
    env,
    detached: true,
    stdio: "ignore",
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child.pid ?? 0;
}

function hasStarted(pid: number): boolean {
  return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("setInterval");
}

describe("openCritics", () => {
  it("opens the critic of an axis, and none where its file names none", async () => {
    const { critics } = openFakes();
    expect(critics.of({ critic: null })).toBeNull();
    const critic = critics.of({ critic: specOf("command", "command:passes") });
    expect(await critic?.judge(request)).toMatchObject({ kind: "judged", word: "PASS" });
  });

  it("judges by the prompt in the config's folder, and says by which", async () => {
    const { critics, folder } = openFakes();
    const critic = critics.open(specOf("claude", "claude:fails"));
    const before = await critic.judge(request);
    mkdirSync(join(folder, "prompts"));
    writeFileSync(join(folder, "prompts/judge.md"), "Judge by this: {{rubric}}");
    expect(critics.prompt("judge", { rubric: "R" })).toBe("Judge by this: R");
    const after = await critic.judge(request);
    expect(after.run.prompt).toMatch(/^sha256:/);
    expect(after.run.prompt).not.toBe(before.run.prompt);
  });

  it("hands the instructions over in a file of the call, of this user only", async () => {
    const { critics, folder } = openFakes();
    const kept = join(folder, "kept");
    // The real program reads the file while it runs: so does this one.
    const script = `cat "$(echo "$@" | sed 's/.*--system-prompt-file \\([^ ]*\\).*/\\1/')" > ${kept}`;
    const command = ["/bin/sh", "-c", script, "claude"] as const;
    await critics.open(specOf("claude", "", { command: [...command] })).judge(request);
    expect(readFileSync(kept, "utf8")).toContain(request.rubric);
    expect(readFileSync(kept, "utf8")).not.toContain(request.artifact);
  });

  it("takes a shorter time and a smaller sum for one call", async () => {
    const { critics, seen } = openFakes();
    const critic = critics.open(
      specOf("command", "command:expensive", { env: ["FAKE_RECORD"], maxCostUsd: 9 }),
    );
    expect(await critic.judge(request)).toMatchObject({ kind: "judged", run: { costUsd: 7 } });
    const options = { maxCostUsd: 2, timeoutMs: 20_000 };
    expect(await critic.judge(request, options)).toMatchObject({ failure: "budget", run: { costUsd: 7 } });
    expect(JSON.parse(seen()[1]?.stdin ?? "").limits).toEqual({ seconds: 20, cost_usd: 2 });
  });
});

describe("inBatch", () => {
  it("asks no further after an outage, and goes on after any other failure", async () => {
    const { critics, processes } = openFakes();
    const open = (scene: string) => inBatch(critics.open(specOf("claude", scene)));
    const out = open("claude:hit-limit");
    const first = await out.judge(request);
    expect(first).toMatchObject({ failure: "limit", batch: "ended" });
    expect(await out.judge(request)).toEqual({ ...first, batch: "not-called" });
    expect(processes()).toHaveLength(1);
    const poor = open("claude:refusal");
    await poor.judge(request);
    expect(await poor.judge(request)).toMatchObject({ failure: "refused" });
    expect(processes()).toHaveLength(3);
  });

  it.each(["timeout", "unavailable", "crashed"] as const)(
    "asks no further after the third %s in a row, and counts anew after an answer",
    async (failure) => {
      const { critics } = openFakes();
      const [judged, none, cancelled] = await Promise.all([
        critics.open(specOf("claude", "claude:fails")).judge(request),
        critics.open(specOf("claude", "claude:refusal")).judge(request),
        critics.open(specOf("claude", "claude:refusal")).judge(request, { signal: AbortSignal.abort() }),
      ]);
      if (none.kind !== "no-answer") throw new Error("it answered");
      const broken = { ...none, failure };
      const next = [broken, broken, judged, broken, none, broken, cancelled, broken, broken, judged];
      const { length } = next;
      const critic = { ...critics.open(specOf("claude", "x")), judge: async () => next.shift() ?? judged };
      const batch = inBatch(critic);
      for (let n = 0; n < length - 2; n += 1) expect(await batch.judge(request)).not.toHaveProperty("batch");
      expect(await batch.judge(request)).toEqual({ ...broken, batch: "ended" });
      expect(await batch.judge(request)).toEqual({ ...broken, batch: "not-called" });
      expect(next).toEqual([judged]);
    },
  );
});

describe("what a caller that was killed leaves behind", () => {
  it.skipIf(!existsSync("/proc/self/environ"))(
    "is ended before the first call: marked processes of a dead caller, and no others (needs /proc)",
    async () => {
      const dead = spawn(process.execPath, ["-e", ""]);
      await new Promise((resolve) => dead.once("exit", resolve));
      const [orphan, mine] = [startMarked(`${dead.pid}.123`), startMarked(`${process.pid}.456`)];
      const unmarked = startMarked("");
      while (![orphan, mine, unmarked].every(hasStarted)) await pause();
      endOrphans();
      while (lives(orphan)) await pause();
      expect([mine, unmarked].map(lives)).toEqual([true, true]);
    },
  );

  it("is removed once it is a day old", () => {
    const dead = 2 ** 22 + 5;
    const [old, fresh, mine] = [`${dead}-old`, `${dead}-fresh`, `${process.pid}-old`].map((name) => {
      const path = join(tmpdir(), `improve-cron-critic-${name}`);
      mkdirSync(path, { recursive: true });
      onTestFinished(() => rmSync(path, { recursive: true, force: true }));
      return path;
    });
    const longAgo = new Date(Date.now() - 2 * 86_400_000);
    for (const path of [old, mine]) utimesSync(path ?? "", longAgo, longAgo);
    removeOldFolders();
    expect([old, fresh, mine].map((path) => existsSync(path ?? ""))).toEqual([false, true, true]);
  });
});

describe("createLimiter", () => {
  it("never runs more than so many, in the order in which they came, also after failures", async () => {
    const limit = createLimiter(2);
    let running = 0;
    let most = 0;
    const order: number[] = [];
    const task = (index: number) => async (): Promise<void> => {
      running += 1;
      most = Math.max(most, running);
      order.push(index);
      await new Promise((resolve) => setTimeout(resolve, 5));
      running -= 1;
      if (index % 3 === 0) throw new Error("failed");
    };
    await Promise.allSettled([0, 1, 2, 3, 4, 5, 6].map((index) => limit(task(index))));
    await Promise.allSettled([7, 8, 9].map((index) => limit(task(index))));
    expect(most).toBe(2);
    expect(order).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });
});
