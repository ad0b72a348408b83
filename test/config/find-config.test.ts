import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { findConfig } from "../../src/config/find-config.ts";
import { folderWith } from "./temp-folder.ts";

const inFolder = "cwd/config/improve-cron.yaml";
const inHome = "home/.config/improve-cron/improve-cron.yaml";
const inXdg = "xdg/improve-cron/improve-cron.yaml";

function places(files: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const root = folderWith({
    "cwd/x": "",
    "home/x": "",
    ...Object.fromEntries(files.map((file) => [file, ""])),
  });
  const resolved = Object.entries(env).map(([name, value]): [string, string] => [
    name,
    value.replace("ROOT", root),
  ]);
  return {
    root,
    search: {
      flag: null,
      variable: null,
      env: Object.fromEntries(resolved),
      cwd: join(root, "cwd"),
      home: join(root, "home"),
    },
  };
}

describe("findConfig", () => {
  it("takes --config before the variable, and does not ask whether it exists", () => {
    const { root, search } = places([inFolder]);
    expect(findConfig({ ...search, flag: "mine.yaml", variable: "/other.yaml" })).toMatchObject({
      file: join(root, "cwd/mine.yaml"),
      namedBy: "--config",
    });
  });

  it("takes the variable before the search", () => {
    const { root, search } = places([inFolder]);
    expect(findConfig({ ...search, variable: "~/c.yaml" })).toMatchObject({
      file: join(root, "home/c.yaml"),
      namedBy: "IMPROVE_CRON_CONFIG",
    });
  });

  it("takes ./config before the user's folder, and says which one it passed over", () => {
    const { root, search } = places([inFolder, inHome]);
    expect(findConfig(search)).toEqual({
      kind: "found",
      file: join(root, inFolder),
      namedBy: "search",
      passedOver: join(root, inHome),
    });
  });

  it("does not call one file under two names two files", () => {
    const { root, search } = places([inHome]);
    symlinkSync(join(root, "home/.config/improve-cron"), join(root, "cwd/config"));
    expect(findConfig(search)).toMatchObject({ file: join(root, inFolder), passedOver: null });
  });

  it("takes the user's folder last", () => {
    const { root, search } = places([inHome]);
    expect(findConfig(search)).toMatchObject({
      file: join(root, inHome),
      namedBy: "search",
      passedOver: null,
    });
  });

  it("takes XDG_CONFIG_HOME in its stead, unless that is empty or relative", () => {
    const { root, search } = places([inHome, inXdg], { XDG_CONFIG_HOME: "ROOT/xdg" });
    expect(findConfig(search)).toMatchObject({ file: join(root, inXdg), passedOver: null });
    for (const value of ["", "xdg"]) {
      expect(findConfig({ ...search, env: { XDG_CONFIG_HOME: value } })).toMatchObject({
        file: join(root, inHome),
      });
    }
  });

  it("says where it looked when there is none", () => {
    const { root, search } = places([]);
    expect(findConfig(search)).toEqual({
      kind: "none",
      searched: [join(root, inFolder), join(root, inHome)],
    });
  });
});
