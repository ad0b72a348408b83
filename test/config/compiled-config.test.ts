import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { readAxes } from "../../src/config/axis-file.ts";
import type { CompiledConfigPlace } from "../../src/config/compiled-config.ts";
import { keepCompiledConfig } from "../../src/config/keep-compiled-config.ts";
import { programStamp } from "../../src/config/program-stamp.ts";
import { readCompiledConfig } from "../../src/config/read-compiled-config.ts";
import { readConfig } from "../../src/config/read-config.ts";
import { folderWith } from "./temp-folder.ts";

interface Household {
  readonly folder: string;
  readonly cache: string;
  readonly place: CompiledConfigPlace;
  readonly keep: (place?: CompiledConfigPlace, readingSince?: number) => void;
  readonly read: (place?: Partial<CompiledConfigPlace>) => ReturnType<typeof readCompiledConfig>;
  /** Says that everything was changed an hour ago. */
  readonly age: () => void;
}

/** A home folder with a config and two axes that have stood there for an hour. */
function household(): Household {
  const folder = folderWith({
    "config/improve-cron.yaml": "timezone: Europe/Berlin\nworkspace: mail\n",
    "config/axes/a.yaml":
      "axis: a\nstatus: graduated\nrubric: a.md\nmodel: judge-3\nsettings: { top_p: 1 }\nartifact_roots: [../out]\n",
    "config/axes/b.yml": "axis: b\nstatus: assisted\ntimezone: UTC\n",
  });
  const env = { HOME: folder };
  const place: CompiledConfigPlace = { env, cwd: folder, program: "build-1" };
  const age = (): void => {
    const hourAgo = Date.now() / 1000 - 3600;
    for (const name of ["improve-cron.yaml", "axes/a.yaml", "axes/b.yml", "axes"]) {
      utimesSync(join(folder, "config", name), hourAgo, hourAgo);
    }
  };
  age();
  return {
    folder,
    cache: join(folder, process.platform === "darwin" ? "Library/Caches" : ".cache", "improve-cron"),
    place,
    age,
    keep: (at = place, readingSince = Date.now()) => {
      const config = readConfig({ env: at.env, cwd: at.cwd, home: folder });
      keepCompiledConfig(config, at, () => readAxes(config, folder).axes, readingSince);
    },
    read: (other = {}) => readCompiledConfig(null, { ...place, ...other }),
  };
}

describe("the compiled copy of the config", () => {
  it("says what a verdict needs, and nothing more", () => {
    const { keep, read, folder } = household();
    keep();
    const config = readConfig({ env: { HOME: folder }, cwd: folder, home: folder });
    const { clocks, ...others } = read() ?? { clocks: [] };
    expect(new Set(clocks.map(({ zoneName }) => zoneName))).toEqual(new Set(["GMT+1", "GMT+2"]));
    expect(others).toEqual({
      databaseFile: join(folder, "config/state/improve-cron.db"),
      workspace: "mail",
      timezone: "Europe/Berlin",
      decision: config.decision,
      burden: { minutesPerItem: config.burden.minutesPerItem },
      axes: [
        {
          name: "a",
          status: "graduated",
          kappaThreshold: null,
          overrideRate: null,
          rubricPath: join(folder, "config/axes/a.md"),
          model: "judge-3",
          settings: { top_p: 1 },
          artifactRoots: [join(folder, "config/out")],
        },
        {
          name: "b",
          status: "assisted",
          kappaThreshold: null,
          overrideRate: null,
          rubricPath: null,
          model: null,
          settings: {},
          artifactRoots: [],
        },
      ],
    });
  });

  it("is one private file, written whole", () => {
    const { keep, cache } = household();
    keep();
    const names = readdirSync(cache);
    expect(names).toEqual([expect.stringMatching(/^config-[0-9a-f]{32}\.json$/)]);
    expect(statSync(join(cache, names[0] ?? "")).mode & 0o777).toBe(0o600);
    expect(statSync(cache).mode & 0o777).toBe(0o700);
  });

  it("is written again only where it is not true any more", () => {
    const { keep, cache, folder, age } = household();
    keep();
    const inode = (): number => statSync(join(cache, readdirSync(cache)[0] ?? "")).ino;
    const first = inode();
    keep();
    expect(inode()).toBe(first);
    writeFileSync(join(folder, "config/axes/a.yaml"), "axis: a\nstatus: graduated\n");
    age();
    keep();
    expect(inode()).not.toBe(first);
    expect(readdirSync(cache)).toHaveLength(1);
  });

  it.each(["improve-cron.yaml", "axes/a.yaml", "axes/b.yml", "axes"])(
    "is not kept while %s is so new that a second change would not be seen",
    (name) => {
      const { keep, read, folder } = household();
      // The changes below are made before it.
      const began = Date.now() + 10_000;
      const change = (ago: number): void => {
        utimesSync(join(folder, "config", name), (began - ago) / 1000, (began - ago) / 1000);
      };
      change(1_900);
      keep(undefined, began);
      expect(read()).toBeNull();
      change(-50);
      keep(undefined, began);
      expect(read()).toBeNull();
      change(2_100);
      keep(undefined, began);
      expect(read()).not.toBeNull();
    },
  );

  it("tells a file that was written over with as much text and the time that it had, after the copy and before", () => {
    const { keep, read, folder } = household();
    const file = join(folder, "config/improve-cron.yaml");
    const hourAgo = new Date(Date.now() - 3_600_000);
    const turn = (from: string, to: string): void => {
      writeFileSync(file, readFileSync(file, "utf8").replace(from, to));
      utimesSync(file, hourAgo, hourAgo);
    };
    utimesSync(file, hourAgo, hourAgo);
    keep();
    expect(read()).not.toBeNull();
    turn("mail", "post");
    expect(read()).toBeNull();
    keep(undefined, Date.now() - 60_000);
    expect(read()).toBeNull();
    keep();
    expect(read()?.workspace).toBe("post");
  });

  it("tells a file of the same size and time that took another's place", () => {
    const { keep, read, folder } = household();
    const file = join(folder, "config/improve-cron.yaml");
    const whole = new Date("2026-05-01T12:00:00Z");
    utimesSync(file, whole, whole);
    keep();
    const beside = join(folder, "config/other");
    writeFileSync(beside, readFileSync(file, "utf8").replace("mail", "post"));
    utimesSync(beside, whole, whole);
    renameSync(beside, file);
    expect(read()).toBeNull();
  });

  it("belongs to one build of the program, and none is kept by a program that was not built", () => {
    const { keep, read, place, cache } = household();
    keep({ ...place, program: null });
    expect(() => readdirSync(cache)).toThrow("ENOENT");
    keep();
    expect(read({ program: "build-2" })).toBeNull();
    expect(read({ program: null })).toBeNull();
    expect(read()).not.toBeNull();
  });

  it("lies in XDG_CACHE_HOME where that is a whole path, and nowhere without a home", () => {
    const { keep, read, place, folder, cache } = household();
    const named = { ...place, env: { ...place.env, XDG_CACHE_HOME: join(folder, "cache") } };
    keep(named);
    expect(readdirSync(join(folder, "cache/improve-cron"))).toHaveLength(1);
    expect(read(named)).not.toBeNull();
    expect(read()).toBeNull();
    const relative = { ...place, env: { ...place.env, XDG_CACHE_HOME: "cache" } };
    keep(relative);
    expect(readdirSync(cache)).toHaveLength(1);
    const homeless = { ...place, env: { XDG_CACHE_HOME: join(folder, "cache2") } };
    keep(homeless);
    expect(read(homeless)).toBeNull();
  });

  it("is for the environment that it was made in", () => {
    const { keep, read, place, folder } = household();
    const env = { ...place.env, IMPROVE_CRON_HOME: "state" };
    keep({ ...place, env });
    expect(read({ env })?.databaseFile).toBe(join(folder, "state/improve-cron.db"));
    expect(read({ env: { ...env, IMPROVE_CRON_HOME: join(folder, "state") } })).not.toBeNull();
    expect(read()).toBeNull();
    expect(read({ env: { ...env, NOTION_TOKEN: "" } })).toBeNull();
    expect(read({ env: { ...env, NOTION_BASE_URL: "http://localhost:1" } })).toBeNull();
    expect(read({ env: { ...env, IMPROVE_CRON_LOG_LEVEL: "debug" } })).toBeNull();
    expect(read({ env: { ...env, NOTION_TOKEN: "secret" } })).not.toBeNull();
  });

  it("is read where the config is: by flag, variable or search", () => {
    const { keep, place, folder } = household();
    keep();
    const elsewhere = { ...place, cwd: dirname(folder) };
    const file = join(folder, "config/improve-cron.yaml");
    expect(readCompiledConfig(null, elsewhere)).toBeNull();
    expect(readCompiledConfig(file, elsewhere)).not.toBeNull();
    const env = { ...place.env, IMPROVE_CRON_CONFIG: "~/config/improve-cron.yaml" };
    expect(readCompiledConfig(null, { ...elsewhere, env })).not.toBeNull();
    expect(readCompiledConfig(join(folder, "none.yaml"), { ...place, env })).toBeNull();
  });

  it("is not believed where it is not whole, or others could have written it", () => {
    const { keep, read, cache } = household();
    keep();
    const file = join(cache, readdirSync(cache)[0] ?? "");
    const whole = readFileSync(file);
    for (let at = 0; at < whole.length; at += 7) {
      const broken = Buffer.from(whole);
      broken.writeUInt8(broken.readUInt8(at) ^ 0x04, at);
      writeFileSync(file, broken);
      expect(read()).toBeNull();
    }
    for (const length of [0, 1, 3, 4, 5, 100, whole.length - 1]) {
      writeFileSync(file, whole.subarray(0, length));
      expect(read()).toBeNull();
    }
    writeFileSync(file, whole);
    chmodSync(file, 0o620);
    expect(read()).toBeNull();
    chmodSync(file, 0o600);
    expect(read()).not.toBeNull();
  });

  it("is nobody's trouble where it cannot be written", () => {
    const { keep, read, cache } = household();
    mkdirSync(dirname(cache), { recursive: true });
    writeFileSync(cache, "a file in the place of the folder");
    keep();
    expect(read()).toBeNull();
  });
});

describe("the stamp of a build", () => {
  it("is what the build left in its folder, and null elsewhere", () => {
    const { folder } = household();
    expect(programStamp(folder)).toBeNull();
    writeFileSync(join(folder, ".stamp"), "abc\n");
    expect(programStamp(folder)).toBe("abc");
    writeFileSync(join(folder, ".stamp"), "\n");
    expect(programStamp(folder)).toBeNull();
  });
});
