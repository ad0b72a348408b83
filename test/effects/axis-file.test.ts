import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { applyAxisFileEdit } from "../../src/effects/axis-file.ts";
import { childEdit } from "./effect-child.ts";

const child = fileURLToPath(new URL("effect-child.ts", import.meta.url));
const root = fileURLToPath(new URL("../..", import.meta.url));
const keys = {
  status: "status",
  lastCalibration: "last_calibration",
  lastKappa: "last_kappa",
  founderOverrideCount: "founder_override_count",
};
const before = "# Dispatch\naxis: verify-dispatch\nstatus: graduated  # since March\nlast_kappa: 0.7\n";
const after =
  "# Dispatch\naxis: verify-dispatch\nstatus: assisted  # since March\nlast_calibration: 2026-06-01\n" +
  "founder_override_count: 4\nlast_kappa: 0.512\n";
const canMount = spawnSync("sh", ["-c", "unshare -m mount -t tmpfs tmpfs /mnt"]).status === 0;

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "axis-"));
  file = join(folder, "verify-dispatch.yaml");
  writeFileSync(file, before);
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const apply = (path = file): ReturnType<typeof applyAxisFileEdit> =>
  applyAxisFileEdit({ file: path, axis: "verify-dispatch", edit: childEdit }, keys, {
    step: () => undefined,
    attempt: 1,
  });

describe("applyAxisFileEdit", () => {
  it("writes the owned lines, names them, and finds them the second time", async () => {
    const outcome = await apply();
    expect(outcome.state).toBe("done");
    expect(outcome).toHaveProperty("detail", expect.stringContaining("status: assisted"));
    expect(outcome).toHaveProperty("detail", expect.stringContaining("last_calibration: 2026-06-01"));
    expect(readFileSync(file, "utf8")).toBe(after);
    const inode = statSync(file).ino;
    expect((await apply()).state).toBe("done");
    expect(statSync(file).ino).toBe(inode);
  });

  it("says that a person changed the status, and still writes the numbers", async () => {
    writeFileSync(file, before.replace("graduated", "shadow"));
    expect(await apply()).toMatchObject({ state: "done", detail: expect.stringContaining("`shadow`") });
    expect(readFileSync(file, "utf8")).toBe(after.replace("assisted", "shadow"));
  });

  it("keeps the byte order mark", async () => {
    writeFileSync(file, `\uFEFF${before}`);
    await apply();
    expect(readFileSync(file)).toEqual(Buffer.from(`\uFEFF${after}`));
  });

  it("waits with file and line where a splice is unsafe, and touches nothing", async () => {
    writeFileSync(file, "axis: verify-dispatch\nstatus: &st graduated\nmirror: *st\n");
    expect(await apply()).toMatchObject({
      state: "waiting",
      code: "anchor",
      because: expect.stringContaining(`${file}:2`),
      hint: expect.stringContaining(`${file}:2`),
    });
    expect(readFileSync(file, "utf8")).toBe("axis: verify-dispatch\nstatus: &st graduated\nmirror: *st\n");
  });

  it("waits for a file that is gone", async () => {
    expect(await apply(join(folder, "gone.yaml"))).toMatchObject({ state: "waiting", code: "not-found" });
  });

  for (const point of ["axis-file: temp written", "axis-file: before rename", "axis-file: after rename"]) {
    it(`is whole after kill -9 at "${point}", and once more is the same end`, async () => {
      const run = spawnSync(process.execPath, ["--import", "tsx", child, "axis-file", file, point], {
        cwd: root,
      });
      expect(run.signal).toBe("SIGKILL");
      expect(readFileSync(file, "utf8")).toBe(point === "axis-file: after rename" ? after : before);
      const inode = statSync(file).ino;
      expect((await apply()).state).toBe("done");
      expect(readFileSync(file, "utf8")).toBe(after);
      expect(readdirSync(folder)).toEqual(["verify-dispatch.yaml"]);
      expect(statSync(file).ino === inode).toBe(point === "axis-file: after rename");
    });
  }

  it.skipIf(!canMount)("waits on a full and on a read-only disk (a system that lets us mount one)", () => {
    const script = `
      mount -t tmpfs -o size=16k tmpfs "$1" && printf '%s' "$2" > "$1/a.yaml" || exit 9
      cat /dev/zero > "$1/filler" 2>/dev/null
      "$3" --import tsx "$4" axis-file "$1/a.yaml"
      rm "$1/filler"; mount -o remount,ro "$1"
      "$3" --import tsx "$4" axis-file "$1/a.yaml"
      ls -A "$1"; cat "$1/a.yaml"`;
    const run = spawnSync(
      "sh",
      ["-c", 'exec unshare -m sh -c "$@"', "sh", script, "sh", folder, before, process.execPath, child],
      {
        cwd: root,
        encoding: "utf8",
      },
    );
    const [full = "", readOnly = "", list, ...content] = run.stdout.split("\n");
    expect(JSON.parse(full)).toMatchObject({ state: "waiting", code: "no-space" });
    expect(JSON.parse(readOnly)).toMatchObject({ state: "waiting", code: "read-only" });
    expect(list).toBe("a.yaml");
    expect(content.join("\n")).toBe(before);
  });
});
