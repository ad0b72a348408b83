import { mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openPanelFiles } from "../../src/effects/panel-files.ts";
import { folderWith } from "../config/temp-folder.ts";

describe("openPanelFiles", () => {
  it("writes in one step, reads back, tells files apart by what they hold, and leaves nothing else", async () => {
    const folder = folderWith({});
    const files = await openPanelFiles(folder, { readOnly: false });
    const first = await files.write("lenses/a.json", { lens: "a" });
    expect([await files.read("lenses/a.json"), await files.digest("lenses/a.json")]).toEqual([
      { lens: "a" },
      first,
    ]);
    expect(await files.write("lenses/a.json", { lens: "b" })).not.toBe(first);
    await files.remove("lenses/a.json");
    await files.remove("lenses/a.json");
    expect([await files.read("lenses/a.json"), await files.digest("lenses/a.json")]).toEqual([null, null]);
    expect(readdirSync(join(folder, "lenses"))).toEqual([]);
  });

  it("takes what is no JSON for nothing that it wrote", async () => {
    const files = await openPanelFiles(folderWith({ "peer.json": "{" }), { readOnly: true });
    expect(await files.read("peer.json")).toBeNull();
    expect(await files.digest("peer.json")).not.toBeNull();
  });

  it("makes nothing where nothing is to be written", async () => {
    const folder = folderWith({});
    await openPanelFiles(folder, { readOnly: true });
    expect(readdirSync(folder)).toEqual([]);
  });

  it("replaces a link by a file, and writes into no folder that is a link to elsewhere", async () => {
    const folder = folderWith({ "elsewhere/peer.json": "{}" });
    const run = join(folder, "run");
    mkdirSync(run);
    symlinkSync("../elsewhere/peer.json", join(run, "peer.json"));
    const files = await openPanelFiles(run, { readOnly: false });
    await files.write("peer.json", { status: "ok" });
    const other = await openPanelFiles(join(folder, "elsewhere"), { readOnly: true });
    expect(await other.read("peer.json")).toEqual({});
    const linked = join(folder, "linked");
    mkdirSync(linked);
    symlinkSync("../elsewhere", join(linked, "lenses"));
    await expect(openPanelFiles(linked, { readOnly: false })).rejects.toMatchObject({ code: "io" });
  });
});
