import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { EffectStep } from "../../src/effects/step.ts";
import { appendVaultLog } from "../../src/effects/vault-log.ts";
import { childMarkdown, childMarker } from "./effect-child.ts";

const child = fileURLToPath(new URL("effect-child.ts", import.meta.url));
const repository = fileURLToPath(new URL("../..", import.meta.url));
const canMount = spawnSync("sh", ["-c", "unshare -m mount -t tmpfs tmpfs /mnt"]).status === 0;
const canLimit = spawnSync("bash", ["-c", "ulimit -f 2"]).status === 0;

const marker = "^ic-2026-05-opened";
const markdown = "## 2026-05 opened\n\n| axis | items |\n| --- | --- |\n| verify-dispatch | 14 |";
const entry = `${markdown}\n\n${marker}\n`;

let home: string;
let log: string;
let side: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "vault-"));
  log = join(home, "log.md");
  side = join(home, "log (improve-cron).md");
});
afterEach(() => {
  rmSync(home, { recursive: true, force: true });
});

const ignore = (): void => undefined;

function append(
  path = log,
  step: (name: EffectStep) => void = ignore,
  what = { marker, markdown },
): ReturnType<typeof appendVaultLog> {
  return appendVaultLog({ path, home, ...what, step });
}

function text(path = log): string {
  return readFileSync(path, "utf8");
}

describe("appendVaultLog", () => {
  it("adds an entry behind what stands there, once", async () => {
    writeFileSync(log, "---\ntags: [a]\n---\n# Mine\n");
    const inode = statSync(log).ino;
    expect((await append()).state).toBe("done");
    expect(text()).toBe(`---\ntags: [a]\n---\n# Mine\n\n${entry}`);
    expect((await append()).state).toBe("done");
    expect(text()).toBe(`---\ntags: [a]\n---\n# Mine\n\n${entry}`);
    expect(statSync(log).ino).toBe(inode);
  });

  it("creates the log, with front matter and a title, and its folders inside the config's own", async () => {
    const path = join(home, "vault", "self-review", "log.md");
    expect((await append(path)).state).toBe("done");
    expect(text(path)).toMatch(/^---\n[^]*?\n---\n\n# [^]*\n\n## 2026-05 opened\n/);
    expect(text(path).endsWith(entry)).toBe(true);
    const second = { marker: "^ic-2026-06-opened", markdown: "## 2026-06 opened" };
    await append(path, ignore, second);
    expect(text(path).endsWith(`${entry}\n## 2026-06 opened\n\n^ic-2026-06-opened\n`)).toBe(true);
  });

  it("writes the first entry into an empty file as into a new one", async () => {
    const fresh = join(home, "fresh.md");
    await append(fresh);
    writeFileSync(log, "");
    await append();
    expect(text()).toBe(text(fresh));
  });

  it("adds the missing newline first, and no blank line too many", async () => {
    for (const before of ["# Mine", "# Mine\n", "# Mine\n\n"]) {
      writeFileSync(log, before);
      await append();
      expect(text()).toBe(`# Mine\n\n${entry}`);
    }
  });

  it("keeps the line ends of the majority", async () => {
    writeFileSync(log, "# Mine\r\ntext\r\none\n");
    await append();
    expect(text()).toBe(`# Mine\r\ntext\r\none\n\r\n${entry.replaceAll("\n", "\r\n")}`);
    expect((await append()).state).toBe("done");
    expect(text().split(marker).length).toBe(2);
  });

  it("takes a longer marker for another one", async () => {
    writeFileSync(log, `# Mine\n\n${marker}-late\n`);
    await append();
    expect(text()).toBe(`# Mine\n\n${marker}-late\n\n${entry}`);
  });

  it("appends where the log is then, though a person adds a line meanwhile", async () => {
    writeFileSync(log, "# Mine\n");
    const step = (name: EffectStep): void => {
      if (name === "vault-log: before append") writeFileSync(log, "a person's line\n", { flag: "a" });
    };
    await append(log, step);
    expect(text()).toBe(`# Mine\na person's line\n\n${entry}`);
  });

  it("goes through links to the one file", async () => {
    writeFileSync(log, "# Mine\n");
    symlinkSync(log, join(home, "link.md"));
    linkSync(log, join(home, "hard.md"));
    await append(join(home, "link.md"));
    expect(text()).toBe(`# Mine\n\n${entry}`);
    expect(text(join(home, "hard.md"))).toBe(`# Mine\n\n${entry}`);
  });

  it("completes an entry that was cut off at any byte, in an old log and in a new one", async () => {
    const fence = { marker, markdown: `## 2026-05: überprüft\n\n\`\`\`diff\n-status: graduated\n\`\`\`\n` };
    for (const start of ["# Mine\n", "# Mine", null]) {
      rmSync(log, { force: true });
      if (start !== null) writeFileSync(log, start);
      await append(log, ignore, fence);
      const whole = readFileSync(log);
      for (let length = start?.length ?? 0; length < whole.length; length += 1) {
        writeFileSync(log, whole.subarray(0, length));
        expect((await append(log, ignore, fence)).state).toBe("done");
        expect(text()).toBe(whole.toString());
      }
    }
    expect(existsSync(side)).toBe(false);
  });

  it("goes to the log beside it while the log ends inside an open block", async () => {
    for (const open of ["# Mine\n```yaml\na: 1\n", "# Mine\n%% private\n"]) {
      writeFileSync(log, open);
      rmSync(side, { force: true });
      expect((await append()).state).toBe("done");
      expect(text()).toBe(open);
      expect(text(side).endsWith(entry)).toBe(true);
      // The person closes the block later: the entry is still one.
      writeFileSync(log, `${open}\`\`\`\n%%\n`);
      expect((await append()).state).toBe("done");
      expect(text()).not.toContain(marker);
    }
  });

  it("waits when both logs end inside an open block", async () => {
    writeFileSync(log, "```\n");
    writeFileSync(side, "```\n");
    expect(await append()).toMatchObject({ state: "waiting", code: "open-block" });
    expect(text(side)).toBe("```\n");
  });

  it("never makes a new log where iCloud has the real one", async () => {
    writeFileSync(join(home, ".log.md.icloud"), "");
    expect(await append()).toMatchObject({ state: "waiting", code: "not-downloaded" });
    expect(readdirSync(home)).toEqual([".log.md.icloud"]);
  });

  it("waits for what it may not or cannot write", async () => {
    expect(await append(join(home, "..", "no-such-vault", "log.md"))).toMatchObject({
      code: "folder-missing",
    });
    mkdirSync(log);
    expect(await append()).toMatchObject({ state: "waiting", code: "not-a-file" });
    rmSync(log, { recursive: true });
    writeFileSync(log, "# Mine\n");
    expect(await append(join(log, "log.md"))).toMatchObject({ state: "waiting" });
    chmodSync(log, 0o444);
    expect(await append()).toMatchObject({ state: "waiting", code: "read-only" });
    chmodSync(log, 0o644);
    writeFileSync(log, Buffer.from([0xff, 0xfe, 0x41, 0x00]));
    expect(await append()).toMatchObject({ state: "waiting", code: "not-utf8" });
    spawnSync("sh", ["-c", 'mkfifo "$0"', join(home, "fifo.md")]);
    expect(await append(join(home, "fifo.md"))).toMatchObject({ state: "waiting", code: "not-a-file" });
  });

  it.skipIf(process.getuid?.() === 0)(
    "waits for a folder without write permission (which does not bind root)",
    async () => {
      chmodSync(home, 0o555);
      const outcome = await append();
      chmodSync(home, 0o755);
      expect(outcome).toMatchObject({ state: "waiting", code: "no-permission" });
    },
  );
});

function again(): ReturnType<typeof appendVaultLog> {
  return append(log, ignore, { marker: childMarker, markdown: childMarkdown });
}

describe("appendVaultLog in a process that dies", () => {
  const whole = `# Mine\n\n${childMarkdown.trim()}\n\n${childMarker}\n`;

  for (const point of ["vault-log: before append", "vault-log: after append", "vault-log: after sync"]) {
    it(`has one whole entry after kill -9 at "${point}" and once more`, async () => {
      writeFileSync(log, "# Mine\n");
      const run = spawnSync(process.execPath, ["--import", "tsx", child, "vault-log", log, home, point], {
        cwd: repository,
      });
      expect(run.signal).toBe("SIGKILL");
      expect(text()).toBe(point === "vault-log: before append" ? "# Mine\n" : whole);
      expect((await again()).state).toBe("done");
      expect(text()).toBe(whole);
    });
  }

  it("has one whole entry after a new log was made and not yet written", async () => {
    const run = spawnSync(
      process.execPath,
      ["--import", "tsx", child, "vault-log", log, home, "vault-log: before append"],
      { cwd: repository },
    );
    expect(run.signal).toBe("SIGKILL");
    expect(text()).toBe("");
    expect((await again()).state).toBe("done");
    expect(text()).toMatch(/^---\n/);
    expect(text().endsWith(whole.slice("# Mine\n".length))).toBe(true);
  });

  it.skipIf(!canLimit)(
    "completes an append that a limit on file sizes really cut off (a shell with ulimit)",
    async () => {
      writeFileSync(log, "# Mine\n");
      const script = 'ulimit -f 1; "$0" --import tsx "$1" vault-log "$2" "$3"';
      spawnSync("bash", ["-c", script, process.execPath, child, log, home], {
        cwd: repository,
        env: { ...process.env, TSX_DISABLE_CACHE: "1" },
      });
      expect(statSync(log).size).toBe(1024);
      expect((await again()).state).toBe("done");
      expect(text()).toBe(whole);
    },
  );

  it.skipIf(!canMount)(
    "waits on a full disk, goes on when there is room, and waits on a read-only one (a system that lets us mount one)",
    () => {
      const script = `
      mount -t tmpfs -o size=12k tmpfs "$1" && printf '# Mine\\n' > "$1/log.md" || exit 9
      head -c 8192 /dev/zero > "$1/filler"
      head -c 3000 /dev/zero | tr '\\0' '\\n' | sed 's/^/x/' | head -c 3000 >> "$1/log.md"; printf '\\n' >> "$1/log.md"
      "$2" --import tsx "$3" vault-log "$1/log.md" "$1"
      rm "$1/filler"
      "$2" --import tsx "$3" vault-log "$1/log.md" "$1"
      mount -o remount,ro "$1"
      "$2" --import tsx "$3" vault-log "$1/other.md" "$1"
      grep -c "2026-05: verify-dispatch" "$1/log.md"; tail -n 1 "$1/log.md"`;
      const run = spawnSync(
        "sh",
        ["-c", 'exec unshare -m sh -c "$@"', "sh", script, "sh", home, process.execPath, child],
        {
          cwd: repository,
          encoding: "utf8",
        },
      );
      const [full = "", roomy = "", readOnly = "", count, last] = run.stdout.split("\n");
      expect(JSON.parse(full)).toMatchObject({ state: "waiting", code: "no-space" });
      expect(JSON.parse(roomy)).toMatchObject({ state: "done" });
      expect(JSON.parse(readOnly)).toMatchObject({ state: "waiting", code: "read-only" });
      expect([count, last]).toEqual(["1", childMarker]);
    },
  );
});
