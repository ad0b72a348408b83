import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Message } from "../../../src/core/effect.ts";
import { commandChannel } from "../../../src/effects/notify/command.ts";

const message: Message = {
  kind: "reverted",
  subject: `verify-dispatch "is" assisted; $(touch pwned) \`id\``,
  text: "line one\nline 'two'\u2028line three \\\" 🛰️ \u0000 ${HOME} \uD800",
};

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "notify-"));
});
afterEach(() => {
  rmSync(home, { recursive: true, force: true });
});

function script(name: string, body: string): string {
  const file = join(home, name);
  writeFileSync(file, `#!/bin/sh\n${body}\n`);
  chmodSync(file, 0o755);
  return `./${name}`;
}

function channel(
  command: readonly string[],
  limits: { limitMs?: number; graceMs?: number } = {},
): ReturnType<typeof commandChannel> {
  const environment = { ...process.env, HOME: "/home/founder", NOTION_TOKEN: "secret", LANG: undefined };
  return commandChannel({ command, home, workspace: "default", environment, ...limits });
}

/** Whether a process lives; one that ended and waits for its parent to ask is dead enough. */
function lives(pid: number): boolean {
  const state = spawnSync("ps", ["-o", "stat=", "-p", String(pid)], { encoding: "utf8" }).stdout.trim();
  return state !== "" && !state.startsWith("Z");
}

describe("commandChannel", () => {
  it("hands the message over whole, as JSON, with the arguments as they are and no shell", async () => {
    const program = script("keep.sh", 'cat > message.json; printf "%s|" "$@" > arguments.txt');
    const result = await channel([program, "a b", "$(touch pwned)", "--", "'q'", "\n"]).send(message, 2);
    expect(result.kind).toBe("sent");
    const text = readFileSync(join(home, "message.json"), "utf8");
    expect(text.endsWith("}\n") && text.indexOf("\n") === text.length - 1).toBe(true);
    expect(JSON.parse(text)).toEqual({ ...message, attempt: 2, workspace: "default" });
    expect(readFileSync(join(home, "arguments.txt"), "utf8")).toBe("a b|$(touch pwned)|--|'q'|\n|");
    expect(existsSync(join(home, "pwned"))).toBe(false);
  });

  it("passes on PATH, HOME, USER and LANG of the environment and nothing else", async () => {
    const result = await channel(["/usr/bin/env", "sh", "-c", "env > env.txt"]).send(message, 1);
    expect(result.kind).toBe("sent");
    const names = readFileSync(join(home, "env.txt"), "utf8").match(/^[A-Z_]+(?==)/gm) ?? [];
    expect(names).toEqual(expect.arrayContaining(["PATH", "HOME"]));
    // The shell itself sets these three.
    expect(
      names.filter((name) => !["PATH", "HOME", "USER", "LANG", "PWD", "SHLVL", "_", "OLDPWD"].includes(name)),
    ).toEqual([]);
  });

  it("fails with the end of what the command said", async () => {
    const program = script(
      "fail.sh",
      'i=0; while [ $i -lt 3000 ]; do echo "noise $i"; i=$((i+1)); done; echo why >&2; exit 3',
    );
    const result = await channel([program]).send(message, 1);
    if (result.kind !== "failed") throw new Error(result.kind);
    expect(result.because).toContain("why");
    expect(result.because).toContain("3");
    expect(result.because).not.toContain("noise 1\n");
    expect(result.because.length).toBeLessThan(5000);
  });

  it("fails for a program that is not there, may not run, or has a NUL in its arguments", async () => {
    writeFileSync(join(home, "plain.txt"), "");
    for (const command of [["./none"], ["./plain.txt"], ["/bin/true", "a\0b"], [""], []]) {
      expect((await channel(command).send(message, 1)).kind).toBe("failed");
    }
  });

  it("does not mind a command that never reads its input", async () => {
    const big = { ...message, text: "x".repeat(300_000) };
    expect((await channel(["/bin/true"]).send(big, 1)).kind).toBe("sent");
    expect((await channel(["/bin/false"]).send(big, 1)).kind).toBe("failed");
  });

  it("fails for a command that a signal ended", async () => {
    expect((await channel([script("die.sh", "kill -KILL $$")]).send(message, 1)).kind).toBe("failed");
  });

  it("ends a hanging command with its grandchild, even if both ignore SIGTERM", async () => {
    const program = script(
      "hang.sh",
      `trap '' TERM
       sh -c 'trap "" TERM; echo $$ > grandchild.pid; while :; do sleep 0.1; done' &
       echo $$ > child.pid
       while :; do sleep 0.1; done`,
    );
    const started = performance.now();
    const result = await channel([program], { limitMs: 1500, graceMs: 300 }).send(message, 1);
    expect(result.kind).toBe("failed");
    expect(performance.now() - started).toBeLessThan(10_000);
    const pids = ["child.pid", "grandchild.pid"].map((name) =>
      Number(readFileSync(join(home, name), "utf8")),
    );
    await delay(100);
    expect(pids.map(lives)).toEqual([false, false]);
  });

  it("lets a hanging command that heeds SIGTERM end by itself", async () => {
    const program = script("heed.sh", `trap 'echo bye > bye.txt; exit 0' TERM\nwhile :; do sleep 0.05; done`);
    const result = await channel([program], { limitMs: 800, graceMs: 5000 }).send(message, 1);
    expect(result.kind).toBe("failed");
    expect(existsSync(join(home, "bye.txt"))).toBe(true);
  });

  it("does not wait for what a command that succeeded left in the background", async () => {
    const program = script("background.sh", "sleep 20 & echo $! > background.pid; exit 0");
    const started = performance.now();
    expect((await channel([program]).send(message, 1)).kind).toBe("sent");
    expect(performance.now() - started).toBeLessThan(10_000);
    const pid = Number(readFileSync(join(home, "background.pid"), "utf8"));
    expect(lives(pid)).toBe(true);
    process.kill(pid, "SIGKILL");
  });
});
