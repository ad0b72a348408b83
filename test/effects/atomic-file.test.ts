import { spawnSync } from "node:child_process";
import {
  chmodSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { replaceFile } from "../../src/effects/atomic-file.ts";
import type { EffectStep } from "../../src/effects/step.ts";

const isRoot = process.getuid?.() === 0;
let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "axis-"));
  file = join(folder, "axis.yaml");
  writeFileSync(file, "status: graduated\n", { mode: 0o640 });
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const ignore = { step: (): void => undefined, attempt: 1 };
const toUpper = (bytes: Buffer): Buffer => Buffer.from(bytes.toString().toUpperCase());

async function refusal(path: string): Promise<string> {
  const outcome = await replaceFile(path, toUpper, ignore);
  return outcome.kind === "waiting" ? outcome.waiting.code : outcome.kind;
}

async function kindAt(attempt: number): Promise<string> {
  return (await replaceFile(file, toUpper, { step: ignore.step, attempt })).kind;
}

describe("replaceFile", () => {
  it("replaces the content, keeps the mode and leaves no other file", async () => {
    chmodSync(file, 0o604);
    const inode = statSync(file).ino;
    expect(await replaceFile(file, toUpper, ignore)).toEqual({ kind: "replaced" });
    expect(readFileSync(file, "utf8")).toBe("STATUS: GRADUATED\n");
    expect(statSync(file).mode & 0o7777).toBe(0o604);
    expect(statSync(file).ino).not.toBe(inode);
    expect(readdirSync(folder)).toEqual(["axis.yaml"]);
  });

  it.skipIf(!isRoot)("keeps the owner (only root can give a file away)", async () => {
    spawnSync("chown", ["12345:54321", file]);
    await replaceFile(file, toUpper, ignore);
    expect([statSync(file).uid, statSync(file).gid]).toEqual([12345, 54321]);
  });

  it("leaves the file alone when there is nothing to change", async () => {
    const inode = statSync(file).ino;
    expect(await replaceFile(file, () => null, ignore)).toEqual({ kind: "unchanged" });
    expect(await replaceFile(file, (bytes) => bytes, ignore)).toEqual({ kind: "unchanged" });
    expect(statSync(file).ino).toBe(inode);
  });

  it("writes through a symbolic link, which stays a link", async () => {
    const link = join(folder, "link.yaml");
    symlinkSync("axis.yaml", link);
    expect(await replaceFile(link, toUpper, ignore)).toEqual({ kind: "replaced" });
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(readlinkSync(link)).toBe("axis.yaml");
    expect(readFileSync(file, "utf8")).toBe("STATUS: GRADUATED\n");
  });

  it.each(["axis-file: temp written", "axis-file: before rename"] as const)(
    "reads again when a person saves at %s, and loses nothing of it",
    async (moment) => {
      const steps: EffectStep[] = [];
      const step = (name: EffectStep): void => {
        steps.push(name);
        if (steps.filter((one) => one === moment).length === 1 && name === moment)
          writeFileSync(file, "status: graduated\nmine: yes\n");
      };
      expect(await replaceFile(file, toUpper, { step, attempt: 1 })).toEqual({ kind: "replaced" });
      expect(readFileSync(file, "utf8")).toBe("STATUS: GRADUATED\nMINE: YES\n");
      const written = ["axis-file: temp written", "axis-file: before rename"];
      expect(steps).toEqual([...written, ...written, "axis-file: after rename"]);
      expect(readdirSync(folder)).toEqual(["axis.yaml"]);
    },
  );

  it("waits when the file changes at every read", async () => {
    let saves = 0;
    const step = (): void => {
      saves += 1;
      writeFileSync(file, `n: ${saves}\n`);
    };
    expect(await replaceFile(file, toUpper, { step, attempt: 1 })).toMatchObject({
      waiting: { code: "changing" },
    });
    expect(readFileSync(file, "utf8")).toBe(`n: ${saves}\n`);
    expect(readdirSync(folder)).toEqual(["axis.yaml"]);
  });

  it("refuses a hard-linked, read-only, large or non-UTF-8 file and what is not a file", async () => {
    chmodSync(file, 0o444);
    expect(await refusal(file)).toBe("read-only");
    chmodSync(file, 0o644);
    linkSync(file, join(folder, "second.yaml"));
    expect(await refusal(file)).toBe("hard-linked");
    rmSync(join(folder, "second.yaml"));
    writeFileSync(file, Buffer.alloc(1024 * 1024 + 1, "a"));
    expect(await refusal(file)).toBe("too-large");
    writeFileSync(file, Buffer.alloc(1024 * 1024, "a"));
    expect(await refusal(file)).toBe("replaced");
    writeFileSync(file, Buffer.from([0x61, 0xff, 0x0a]));
    expect(await refusal(file)).toBe("not-utf8");
    expect(readFileSync(file)).toEqual(Buffer.from([0x61, 0xff, 0x0a]));
    expect(await refusal(folder)).toBe("not-a-file");
    expect(await refusal(join(folder, "none.yaml"))).toBe("not-found");
    expect(await refusal(join(file, "below.yaml"))).toBe("not-found");
    spawnSync("sh", ["-c", 'mkfifo "$0"', join(folder, "fifo")]);
    expect(await refusal(join(folder, "fifo"))).toBe("not-a-file");
    writeFileSync(join(folder, ".far.yaml.icloud"), "");
    expect(await refusal(join(folder, "far.yaml"))).toBe("not-downloaded");
  });

  it.skipIf(isRoot)("waits for a folder without write permission (which does not bind root)", async () => {
    chmodSync(folder, 0o555);
    const outcome = await replaceFile(file, toUpper, ignore);
    chmodSync(folder, 0o755);
    expect(outcome).toMatchObject({ waiting: { code: "no-permission" } });
    expect(readFileSync(file, "utf8")).toBe("status: graduated\n");
  });

  for (const sign of [".axis.yaml.swp", ".axis.yaml.swo", ".#axis.yaml", "axis.yaml~"]) {
    it(`waits while an editor shows ${sign}`, async () => {
      symlinkSync("nobody@nowhere.1234", join(folder, sign));
      expect(await replaceFile(file, toUpper, ignore)).toMatchObject({ waiting: { code: "open-in-editor" } });
      expect(readFileSync(file, "utf8")).toBe("status: graduated\n");
      rmSync(join(folder, sign));
      expect(await replaceFile(file, toUpper, ignore)).toEqual({ kind: "replaced" });
    });
  }

  it("sees an editor's sign beside the link too", async () => {
    mkdirSync(join(folder, "links"));
    const link = join(folder, "links", "axis.yaml");
    symlinkSync(file, link);
    writeFileSync(join(folder, "links", ".#axis.yaml"), "");
    expect(await replaceFile(link, toUpper, ignore)).toMatchObject({ waiting: { code: "open-in-editor" } });
  });

  it("lets a backup that never goes away postpone the first three attempts only", async () => {
    writeFileSync(join(folder, "axis.yaml~"), "old");
    const kinds = [await kindAt(1), await kindAt(2), await kindAt(3), await kindAt(4)];
    expect(kinds).toEqual(["waiting", "waiting", "waiting", "replaced"]);
  });

  it("removes temporary files of dead processes and no others", async () => {
    const dead = spawnSync(process.execPath, ["-e", ""]).pid;
    const keep = [
      `.axis.yaml.${process.ppid}.0123456789ab.tmp`,
      `.axis.yaml.${dead}.notours.tmp`,
      `.other.yaml.${dead}.0123456789ab.tmp`,
    ];
    const drop = [`.axis.yaml.${dead}.0123456789ab.tmp`, `.axis.yaml.${process.pid}.0123456789ab.tmp`];
    for (const name of [...keep, ...drop]) writeFileSync(join(folder, name), "");
    expect(await replaceFile(file, toUpper, ignore)).toEqual({ kind: "replaced" });
    expect(readdirSync(folder).sort()).toEqual([...keep, "axis.yaml"].sort());
  });
});
