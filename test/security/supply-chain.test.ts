import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

interface Package {
  readonly scripts: Readonly<Record<string, string>>;
  readonly allowScripts: Readonly<Record<string, boolean>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}
interface Locked {
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly hasInstallScript?: boolean;
  readonly dev?: boolean;
  readonly link?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}
interface Lock {
  readonly lockfileVersion: number;
  readonly packages: Readonly<Record<string, Locked>>;
}

const root = new URL("../../", import.meta.url);
const read = (name: string): string => readFileSync(new URL(name, root), "utf8");
const own: Package = JSON.parse(read("package.json"));
const lock: Lock = JSON.parse(read("package-lock.json"));
const locked = Object.entries(lock.packages).filter(([name]) => name !== "");
const asked = { ...own.dependencies, ...own.devDependencies };

describe("what is installed", () => {
  it("is asked for in exact versions, and locked in the same", () => {
    expect(Object.entries(asked).filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
    const different = Object.entries(asked).filter(
      ([name, version]) => lock.packages[`node_modules/${name}`]?.version !== version,
    );
    expect(different).toEqual([]);
    expect(lock.packages[""]).toMatchObject({
      dependencies: own.dependencies,
      devDependencies: own.devDependencies,
    });
  });

  it("is locked by its content, names no host, and links to no folder", () => {
    expect(lock.lockfileVersion).toBe(3);
    expect(locked.length).toBeGreaterThan(100);
    expect(
      locked.filter(([, { integrity }]) => !integrity?.startsWith("sha512-")).map(([name]) => name),
    ).toEqual([]);
    expect(locked.filter(([, one]) => one.resolved !== undefined || one.link === true)).toEqual([]);
  });

  it("runs no script at its installation but the one that is allowed", () => {
    expect(own.allowScripts).toEqual({ "better-sqlite3": true });
    // Of what the program itself needs; the builders among the tools bring ready-made programs as packages of their own.
    const scripted = locked.filter(([, one]) => one.hasInstallScript === true && one.dev !== true);
    expect(scripted.map(([name]) => name)).toEqual(["node_modules/better-sqlite3"]);
    const atInstall = [
      "preinstall",
      "install",
      "postinstall",
      "prepare",
      "prepublish",
      "preprepare",
      "postprepare",
    ];
    expect(Object.keys(own.scripts).filter((name) => atInstall.includes(name))).toEqual([]);
  });

  it("is all that the sources import", () => {
    const files = readdirSync(new URL("src", root), { recursive: true, encoding: "utf8" });
    const imported = files
      .filter((name) => /\.c?ts$/.test(name))
      .flatMap((name) => [
        ...read(`src/${name}`).matchAll(
          /(?:^(?:import|export|}) [^;]*?from |^import |import\()"([^".][^"]*)"/gm,
        ),
      ])
      .map(([, name = ""]) => name)
      .filter((name) => !name.startsWith("node:"))
      .map((name) =>
        name.startsWith("@") ? name.split("/").slice(0, 2).join("/") : (name.split("/")[0] ?? name),
      );
    expect([...new Set(imported)].filter((name) => !Object.hasOwn(own.dependencies, name))).toEqual([]);
    expect(new Set(imported).size).toBeGreaterThan(5);
  });
});

it("SECURITY.md is there and names what a reader looks for", () => {
  const page = read("SECURITY.md");
  for (const heading of [
    "Threats",
    "What is trusted",
    "What leaves the machine",
    "Files",
    "Secrets",
    "Supply chain",
    "Reporting",
  ]) {
    expect(page).toMatch(new RegExp(`^## .*${heading}`, "m"));
  }
});
