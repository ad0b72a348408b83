import {
  chmodSync,
  existsSync,
  lstatSync,
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
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { replaceVaultPicture } from "../../src/effects/vault-picture.ts";
import type { EffectStep } from "../../src/effects/step.ts";

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "vault-picture-"));
});
afterEach(() => {
  rmSync(home, { recursive: true, force: true });
});

function draw(
  svg: string,
  step: (name: EffectStep) => void = () => {},
): ReturnType<typeof replaceVaultPicture> {
  return replaceVaultPicture({
    log: join(home, "vault/log.md"),
    home,
    name: "verify-dispatch.svg",
    svg,
    step,
  });
}

function noSpace(): void {
  throw Object.assign(new Error("ENOSPC"), { code: "ENOSPC" });
}

const folder = (): string => join(home, "vault/improve-cron");
const file = (): string => join(folder(), "verify-dispatch.svg");

describe("replaceVaultPicture", () => {
  it("makes the folder beside the log, and replaces the picture whole", async () => {
    expect(await draw("<svg>1</svg>")).toMatchObject({ state: "done" });
    expect(readFileSync(file(), "utf8")).toBe("<svg>1</svg>");
    const seen: string[] = [];
    expect(await draw("<svg>2</svg>", () => seen.push(readFileSync(file(), "utf8")))).toMatchObject({
      state: "done",
    });
    expect(seen).toEqual(["<svg>1</svg>", "<svg>1</svg>", "<svg>2</svg>"]);
    expect(readdirSync(folder())).toEqual(["verify-dispatch.svg"]);
  });

  it("writes nothing where the picture is up to date", async () => {
    await draw("<svg>1</svg>");
    const { ino } = statSync(file());
    expect(await draw("<svg>1</svg>")).toMatchObject({ state: "done" });
    expect(statSync(file()).ino).toBe(ino);
  });

  it("leaves the old picture and no temporary file where writing fails", async () => {
    await draw("<svg>1</svg>");
    expect(await draw("<svg>2</svg>", noSpace)).toMatchObject({ state: "waiting", code: "no-space" });
    expect(readFileSync(file(), "utf8")).toBe("<svg>1</svg>");
    expect(readdirSync(folder())).toEqual(["verify-dispatch.svg"]);
  });

  it("waits for a picture that is marked read-only, and for a vault that is not there", async () => {
    await draw("<svg>1</svg>");
    chmodSync(file(), 0o444);
    expect(await draw("<svg>2</svg>")).toMatchObject({ state: "waiting", code: "read-only" });
    const away = { log: "/nowhere-at-all/log.md", home, name: "a.svg", svg: "<svg/>", step: (): void => {} };
    expect(await replaceVaultPicture(away)).toMatchObject({ state: "waiting", code: "folder-missing" });
    expect(existsSync("/nowhere-at-all")).toBe(false);
  });

  it("waits where a folder stands in its place, takes the place of a link, and leaves what that leads to", async () => {
    mkdirSync(file(), { recursive: true });
    const waits = await draw("<svg/>");
    expect(waits).toMatchObject({ state: "waiting", code: "not-a-file" });
    expect(waits).toMatchObject({ hint: expect.stringContaining(file()) });
    rmSync(file(), { recursive: true });
    const mine = join(home, "mine.svg");
    writeFileSync(mine, "mine");
    symlinkSync(mine, file());
    expect(await draw("<svg/>")).toMatchObject({ state: "done" });
    expect(readFileSync(mine, "utf8")).toBe("mine");
    expect(lstatSync(file()).isFile()).toBe(true);
  });

  it("waits where a file stands in the folder's place", async () => {
    mkdirSync(join(home, "vault"));
    writeFileSync(folder(), "mine");
    expect(await draw("<svg/>")).toMatchObject({ state: "waiting" });
    expect(readFileSync(folder(), "utf8")).toBe("mine");
  });
});
