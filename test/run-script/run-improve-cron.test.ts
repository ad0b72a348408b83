import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { delimiter, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type MadeProject, makeProject, repository, runScript, writePackage } from "./made-project.ts";

const seconds = 1_000;
let project: MadeProject;

beforeAll(async () => {
  project = makeProject();
  await runScript(project, []);
}, 120 * seconds);
afterAll(() => rmSync(project.place, { recursive: true, force: true }));

function given(out: string): { words: string[]; cwd: string; config: string | null; node: string | null } {
  return JSON.parse(out.split("\n")[0] ?? "");
}

function builds(err: string): number {
  return err.split("run-improve-cron: building").length - 1;
}

function inode(path: string): number {
  return statSync(path).ino;
}

function logOf(folder: string): string {
  return join(folder, "run-improve-cron.log");
}

/** The programs that the script needs, without a Node among them. */
function makeToolbox(): string {
  const toolbox = join(project.place, "toolbox");
  mkdirSync(toolbox, { recursive: true });
  const tools =
    "bash env dirname readlink sed sort mkdir ln rm mv cp ps cat tee date wc mkfifo mktemp sleep find rmdir";
  for (const tool of tools.split(" ")) {
    const found = ["/usr/bin", "/bin", ...(process.env["PATH"] ?? "").split(delimiter)]
      .map((folder) => join(folder, tool))
      .find((path) => existsSync(path));
    if (found !== undefined && !existsSync(join(toolbox, tool))) symlinkSync(found, join(toolbox, tool));
  }
  return toolbox;
}

function makeNode(folder: string, runs: string): string {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, "node");
  writeFileSync(path, `#!/bin/sh\n${runs}\n`);
  chmodSync(path, 0o755);
  return path;
}

function touchSource(): void {
  const main = join(project.root, "src", "cli", "main.ts");
  writeFileSync(main, `${readFileSync(main, "utf8")}// again\n`);
}

function lockFile(): string {
  return join(project.root, ".improve-cron", "build.lock");
}

describe("the text of the script", () => {
  const scripts = ["run-improve-cron.sh", "scripts/demo.sh"].map((name) => join(repository, name));

  it("parses", () => {
    for (const script of scripts) expect(spawnSync("bash", ["-n", script]).status).toBe(0);
  });

  const hasShellcheck = spawnSync("shellcheck", ["--version"]).status === 0;
  it.skipIf(!hasShellcheck)("is clean under shellcheck (skipped where there is none)", () => {
    expect(spawnSync("shellcheck", scripts).status).toBe(0);
  });

  it("has nothing that bash 3.2 does not know", () => {
    const newer =
      /declare -A|local -n|mapfile|readarray|\$\{\w+(?:,,|\^\^|@)|&>>|\|&|wait -n|\bcoproc\b|BASHPID|;;&|;&|\$EPOCH/;
    for (const script of scripts) expect(readFileSync(script, "utf8")).not.toMatch(newer);
  });
});

describe("arguments and environment", () => {
  it("without arguments it is `run`; the working directory stays; the config is the one beside the script", async () => {
    const { out } = await runScript(project, []);
    expect(given(out)).toMatchObject({
      words: ["run"],
      cwd: project.home,
      config: join(project.root, "config", "improve-cron.yaml"),
    });
  });

  it("passes every argument through as it is", async () => {
    const words = ["record", "--reason", "two  words", "", "*", "--at", "$HOME", "'\""];
    expect(given((await runScript(project, words)).out).words).toEqual(words);
  });

  it("ends with the program's exit code, of `run` and of other commands", async () => {
    for (const words of [["run"], ["status"]]) {
      expect((await runScript(project, words, { env: { FIXTURE_CODE: "2" } })).code).toBe(2);
    }
  });

  it("hands stdin through", async () => {
    for (const command of ["run", "record"]) {
      const { out } = await runScript(project, [command, "--echo"], { input: "a line\n" });
      expect(out.endsWith("a line\n")).toBe(true);
    }
  });

  it("passes a signal on and waits for the program", async () => {
    const ended = await runScript(project, ["run", "--wait"], {
      onOutput: (pid) => setTimeout(() => process.kill(pid, "SIGTERM"), 200),
    });
    expect(ended.code).toBe(7);
    expect(ended.out).toContain("stopped");
  });

  it("works through symlinks, relative ones too", async () => {
    const folder = join(project.place, "bin");
    mkdirSync(folder);
    symlinkSync("../project/run-improve-cron.sh", join(folder, "inner"));
    symlinkSync("inner", join(folder, "calibrate"));
    const { code, out } = await runScript(project, ["status"], { script: join(folder, "calibrate") });
    expect(code).toBe(0);
    expect(given(out).words).toEqual(["status"]);
  });

  it("leaves a config alone that the program finds by itself", async () => {
    const own = join(project.home, ".config", "improve-cron");
    mkdirSync(own, { recursive: true });
    writeFileSync(join(own, "improve-cron.yaml"), `state: ${join(project.place, "own state")}\n`);
    expect(given((await runScript(project, ["status"])).out).config).toBeNull();
    rmSync(own, { recursive: true });
    const named = join(project.root, "config", "improve-cron.yaml");
    expect(given((await runScript(project, ["--config", named, "status"])).out).config).toBeNull();
  });
});

describe("the log", () => {
  it("holds what the job said on both streams, with date and exit code, in a private file", async () => {
    const state = join(project.place, "state of the log");
    mkdirSync(state, { mode: 0o700 });
    writeFileSync(logOf(state), "copied by a person\n", { mode: 0o644 });
    const { out, err } = await runScript(project, ["run"], {
      env: { IMPROVE_CRON_HOME: state, FIXTURE_CODE: "1" },
    });
    const log = readFileSync(logOf(state), "utf8");
    expect(log).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d{4} run-improve-cron\[\d+\] begin run$/m);
    expect(log).toContain(out.trim());
    expect(log).toContain("a notice\n");
    expect(log).toMatch(/exit 1\n$/);
    expect(out).not.toContain("a notice");
    expect(err).toContain("a notice");
    expect(statSync(logOf(state)).mode & 0o777).toBe(0o600);
    expect(statSync(state).mode & 0o777).toBe(0o700);
  });

  it("lies in the state folder that the config names, quoted and with a comment", async () => {
    expect(existsSync(logOf(join(project.root, "config", "the state")))).toBe(true);
    const config = join(project.place, "other.yaml");
    for (const [written, folder] of [
      ["~/in home", join(project.home, "in home")],
      ["'single'", join(project.place, "single")],
      [join(project.place, "absolute"), join(project.place, "absolute")],
    ] as const) {
      writeFileSync(config, `timezone: UTC\nstate: ${written}\n`);
      await runScript(project, [`--config=${config}`, "run"]);
      expect(existsSync(logOf(folder))).toBe(true);
    }
  });

  it("keeps no words of other commands, and asking for help makes no folder", async () => {
    const state = join(project.place, "quiet state");
    await runScript(project, ["--help"], { env: { IMPROVE_CRON_HOME: state } });
    expect(existsSync(state)).toBe(false);
    await runScript(project, ["run"], { env: { IMPROVE_CRON_HOME: state } });
    await runScript(project, ["record", "--reason", "private words"], { env: { IMPROVE_CRON_HOME: state } });
    const log = readFileSync(logOf(state), "utf8");
    expect(log).toContain("begin record");
    expect(log).not.toContain("private words");
  });

  it("moves aside past 5 MB", async () => {
    const state = join(project.place, "full state");
    mkdirSync(state);
    writeFileSync(logOf(state), "x".repeat(5_000_001));
    await runScript(project, ["run"], { env: { IMPROVE_CRON_HOME: state } });
    expect(statSync(`${logOf(state)}.1`).size).toBe(5_000_001);
    expect(statSync(logOf(state)).size).toBeLessThan(10_000);
  });

  it("is not worth a failed run", async () => {
    const { code, err } = await runScript(project, ["run"], {
      env: { IMPROVE_CRON_HOME: "/dev/null/state" },
    });
    expect(code).toBe(0);
    expect(err).toContain("no log");
  });
});

describe("finding Node", () => {
  const wrapper = `FOUND_NODE="$0" exec "${process.execPath}" "$@"`;
  const elsewhere = ["/opt/homebrew", "/usr/local", "/opt/local", "/home/linuxbrew/.linuxbrew", "/snap"].some(
    (folder) => existsSync(join(folder, "bin", "node")),
  );

  it.skipIf(elsewhere)(
    "takes the highest usable version of a version manager (skipped beside a system Node)",
    async () => {
      const versions = join(project.home, ".nvm", "versions", "node");
      makeNode(join(versions, "v18.19.0", "bin"), "exit 1");
      makeNode(join(versions, "v20.9.0", "bin"), wrapper);
      const wanted = makeNode(join(versions, "v22.10.0", "bin"), wrapper);
      makeNode(join(versions, "v22.9.0", "bin"), wrapper);
      makeNode(join(versions, "v99.0.0", "bin"), "exit 1");
      // The remembered Node of the install would come first.
      rmSync(join(project.root, ".improve-cron", "node"), { force: true });
      const { out } = await runScript(project, ["status"], {
        env: { PATH: makeToolbox(), IMPROVE_CRON_NODE: "" },
      });
      expect(given(out).node).toBe(wanted);
      rmSync(join(project.home, ".nvm"), { recursive: true });
    },
  );

  it.skipIf(elsewhere)("says what to do where there is none (skipped beside a system Node)", async () => {
    rmSync(join(project.root, ".improve-cron", "node"), { force: true });
    const { code, err } = await runScript(project, ["status"], {
      env: { PATH: makeToolbox(), IMPROVE_CRON_NODE: "" },
    });
    expect(code).toBe(1);
    expect(err).toContain("IMPROVE_CRON_NODE");
  });

  it("takes the one that is named, and refuses a named one that is too old", async () => {
    const named = makeNode(join(project.place, "named"), wrapper);
    expect(
      given((await runScript(project, ["status"], { env: { IMPROVE_CRON_NODE: named } })).out).node,
    ).toBe(named);
    const old = makeNode(join(project.place, "old"), "exit 1");
    expect((await runScript(project, ["status"], { env: { IMPROVE_CRON_NODE: old } })).code).toBe(2);
  });
});

describe("installing and building", { timeout: 120 * seconds }, () => {
  it("does neither again while nothing has changed", async () => {
    const before = [inode(join(project.root, "dist")), inode(join(project.root, "node_modules"))];
    const { err } = await runScript(project, ["status"]);
    expect(builds(err)).toBe(0);
    expect([inode(join(project.root, "dist")), inode(join(project.root, "node_modules"))]).toEqual(before);
  });

  it("builds into a new folder when a source has changed, and leaves nothing behind", async () => {
    const main = join(project.root, "src", "cli", "main.ts");
    const before = inode(join(project.root, "dist"));
    const packages = inode(join(project.root, "node_modules"));
    writeFileSync(main, `${readFileSync(main, "utf8")}\nprocess.stdout.write("newer\\n");\n`);
    const { out, err } = await runScript(project, ["status"]);
    expect(out).toContain("newer");
    expect(builds(err)).toBe(1);
    expect(inode(join(project.root, "dist"))).not.toBe(before);
    expect(inode(join(project.root, "node_modules"))).toBe(packages);
    expect(readdirSync(project.root).filter((name) => name.startsWith("dist."))).toEqual([]);
    expect(readdirSync(join(project.root, ".improve-cron")).filter((name) => name !== "node")).toEqual([]);
  });

  it("installs again when the lockfile has changed", async () => {
    writePackage(project, "2.0.0");
    expect((await runScript(project, ["status"])).code).toBe(0);
    const installed = JSON.parse(
      readFileSync(join(project.root, "node_modules", "words", "package.json"), "utf8"),
    );
    expect(installed.version).toBe("2.0.0");
  });

  it("takes over what somebody has installed by hand, if it is what the lockfile asks for", async () => {
    const mark = join(project.root, "node_modules", ".improve-cron-stamp");
    const before = inode(join(project.root, "node_modules"));
    rmSync(mark);
    await runScript(project, ["status"]);
    expect(existsSync(mark)).toBe(true);
    expect(inode(join(project.root, "node_modules"))).toBe(before);

    rmSync(mark);
    writeFileSync(join(project.root, "node_modules", "words", "package.json"), '{"version":"0.9.0"}');
    await runScript(project, ["status"]);
    expect(inode(join(project.root, "node_modules"))).not.toBe(before);
  });

  it("keeps the old build when a new one fails, and says so with 1", async () => {
    const main = join(project.root, "src", "cli", "main.ts");
    const good = readFileSync(main, "utf8");
    const before = inode(join(project.root, "dist"));
    writeFileSync(main, `${good}\nconst n: number = "no number";\n`);
    const { code, out } = await runScript(project, ["status"]);
    writeFileSync(main, good);
    expect(code).toBe(1);
    expect(out).not.toContain('"words"');
    expect(inode(join(project.root, "dist"))).toBe(before);
    expect(readdirSync(project.root).filter((name) => name.startsWith("dist."))).toEqual([]);
    expect((await runScript(project, ["status"])).code).toBe(0);
  });

  it("keeps the old packages when an install fails, and says so with 1", async () => {
    const lockfile = join(project.root, "package-lock.json");
    const before = inode(join(project.root, "node_modules"));
    const good = readFileSync(lockfile, "utf8");
    const manifest = readFileSync(join(project.root, "package.json"), "utf8");
    writePackage(project, "3.0.0");
    writeFileSync(
      lockfile,
      readFileSync(lockfile, "utf8").replace(/"integrity":"sha512-../, '"integrity":"sha512-xx'),
    );
    const { code } = await runScript(project, ["status"]);
    writeFileSync(lockfile, good);
    writeFileSync(join(project.root, "package.json"), manifest);
    expect(code).toBe(1);
    expect(inode(join(project.root, "node_modules"))).toBe(before);
    expect(readdirSync(join(project.root, ".improve-cron")).filter((name) => name !== "node")).toEqual([]);
  });
});

describe("several at once", { timeout: 120 * seconds }, () => {
  it("one builds, the others wait for it, and all run", async () => {
    touchSource();
    const ended = await Promise.all([1, 2, 3].map(() => runScript(project, ["status"])));
    expect(ended.map(({ code }) => code)).toEqual([0, 0, 0]);
    expect(ended.map(({ out }) => given(out).words)).toEqual([["status"], ["status"], ["status"]]);
    expect(ended.reduce((sum, { err }) => sum + builds(err), 0)).toBe(1);
  });

  it.each([
    ["is dead", () => String(spawnSync("true").pid)],
    ["has become another program's", () => String(process.pid)],
  ])("takes over a lock whose pid %s", async (_, pid) => {
    touchSource();
    symlinkSync(`${pid()} ${project.script}`, lockFile());
    const ended = await Promise.all([1, 2].map(() => runScript(project, ["status"])));
    expect(ended.map(({ code }) => code)).toEqual([0, 0]);
    expect(ended.reduce((sum, { err }) => sum + builds(err), 0)).toBe(1);
    expect(readdirSync(join(project.root, ".improve-cron"))).not.toContain("build.lock");
  });

  it("removes what a build that was killed has left behind", async () => {
    const leftover = join(project.root, `dist.tmp-${spawnSync("true").pid}`);
    mkdirSync(leftover);
    touchSource();
    await runScript(project, ["status"]);
    expect(existsSync(leftover)).toBe(false);
  });
});

it("runs what is built where there are no sources", async () => {
  rmSync(join(project.root, "src"), { recursive: true });
  rmSync(join(project.root, "scripts"), { recursive: true });
  expect((await runScript(project, ["status"])).code).toBe(0);
});
