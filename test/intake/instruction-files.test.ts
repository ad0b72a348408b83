import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { openInstructions } from "../../src/intake/instruction-files.ts";

const root = realpathSync(mkdtempSync(join(tmpdir(), "ic-instructions-")));
const env = { PATH: process.env["PATH"], HOME: root };

afterAll(() => {
  rmSync(root, { recursive: true, force: true });
});

function write(folder: string, file: string, text: string): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), text);
}

function git(folder: string, args: readonly string[], at = "2026-01-01T00:00:00Z"): string {
  const identity = [
    "-c",
    "user.name=Ada",
    "-c",
    "user.email=ada@example.org",
    "-c",
    "init.defaultBranch=main",
  ];
  return execFileSync("git", ["-C", folder, ...identity, ...args], {
    env: { ...env, GIT_COMMITTER_DATE: at, GIT_AUTHOR_DATE: at },
    encoding: "utf8",
  }).trim();
}

function commit(folder: string, files: Readonly<Record<string, string>>, at: string): string {
  for (const [file, text] of Object.entries(files)) write(folder, file, text);
  git(folder, ["add", "-A"]);
  git(folder, ["commit", "-q", "--allow-empty", "-m", `edit at ${at}`], at);
  return git(folder, ["rev-parse", "HEAD"]);
}

// The instructions stand in a folder of the repository, as skills of a plugin do.
const repository = join(root, "plugin");
mkdirSync(repository);
git(repository, ["init", "-q"]);
const first = commit(
  repository,
  { "skills/agents/writer.md": "# Writer\n- old\n", "skills/other.md": "x\n", "README.md": "r\n" },
  "2026-01-01T00:00:00Z",
);
const second = commit(
  repository,
  { "skills/agents/writer.md": "# Writer\n- old\n- young\n" },
  "2026-03-01T00:00:00Z",
);
const outside = commit(repository, { "README.md": "r2\n" }, "2026-03-02T00:00:00Z");
const repo = join(repository, "skills");
const instructions = openInstructions({ repo, files: [], home: root, env });
const ask = (sha: string, file = "agents/writer.md", other: string | null = null) =>
  instructions.checkCommit({ commit: sha, file, repo: other });

describe("instruction files", () => {
  it("are read with their size, their hash, HEAD, and the last change of each line", async () => {
    const text = "# Writer\n- old\n- young\n";
    expect(await instructions.read(["agents/writer.md"])).toEqual([
      {
        kind: "file",
        file: "agents/writer.md",
        text,
        bytes: Buffer.byteLength(text),
        lines: 3,
        sha256: createHash("sha256").update(text).digest("hex"),
        commit: outside,
        differsFromHead: false,
        touchedAt: ["2026-01-01", "2026-01-01", "2026-03-01"].map((day) => Date.parse(day)),
      },
    ]);
  });

  it("that are missing, folders, or outside of the folder are named, and not read", async () => {
    symlinkSync(join(repository, "README.md"), join(repo, "link.md"));
    symlinkSync(repo, join(repo, "inside"));
    const read = await instructions.read(["none.md", "agents", "link.md", "../README.md", "inside/other.md"]);
    expect(read.map((one) => (one.kind === "file" ? one.text : one.because))).toEqual([
      "missing",
      "not-a-file",
      "outside",
      "outside",
      "x\n",
    ]);
    rmSync(join(repo, "link.md"));
    rmSync(join(repo, "inside"));
  });

  it("are measured without a repository too, and not at all without a folder", async () => {
    const plain = join(root, "plain");
    write(plain, "a.md", "one\ntwo");
    const [read] = await openInstructions({ repo: plain, files: [], home: root, env }).read(["a.md"]);
    expect(read).toMatchObject({ lines: 2, bytes: 7, commit: null, differsFromHead: null, touchedAt: null });
    expect(await openInstructions({ repo: null, files: ["a.md"], home: root, env }).read(["a.md"])).toEqual(
      [],
    );
  });

  it("are named from their folder, else from the config's, else by their last name", () => {
    const names = [join(repo, "agents/writer.md"), join(root, "rubric.md"), "/elsewhere/x/rubric.md"];
    expect(names.map((path) => instructions.nameOf(path))).toEqual([
      "agents/writer.md",
      "rubric.md",
      "rubric.md",
    ]);
  });
});

describe("a commit that is said to have applied an edit", () => {
  it("is found by the beginning of its hash, with its subject", async () => {
    expect(await ask(second.slice(0, 8))).toEqual({
      kind: "ok",
      commit: second,
      committedAt: Date.parse("2026-03-01"),
      subject: "edit at 2026-03-01T00:00:00Z",
      warnings: [],
    });
    // The first commit of all has no parent to differ from.
    expect(await ask(first)).toMatchObject({ kind: "ok", commit: first });
    expect(await ask(outside, "README.md", repository)).toMatchObject({ kind: "ok" });
  });

  it.each([
    ["is no hash", "main", "not-a-commit"],
    ["would be an option", "--output=x", "not-a-commit"],
    ["does not exist", "0123456789abcdef", "unknown-commit"],
    ["touches other files", outside, "file-not-touched"],
  ])("is refused where it %s", async (_what, sha, because) => {
    expect(await ask(sha)).toMatchObject({ kind: "refused", because });
  });

  it("is refused where it is no commit, where there is no repository, and where no folder is known", async () => {
    const tree = git(repository, ["rev-parse", "HEAD^{tree}"]);
    expect(await ask(tree)).toMatchObject({ because: "unknown-commit" });
    const plain = join(root, "no-repository");
    mkdirSync(plain);
    expect(await ask(second, "agents/writer.md", plain)).toMatchObject({ because: "no-repository" });
    const nowhere = openInstructions({ repo: null, files: [], home: root, env });
    expect(await nowhere.checkCommit({ commit: second, file: "a.md", repo: null })).toMatchObject({
      because: "no-repository",
    });
    const bare = openInstructions({ repo, files: [], home: root, env: { PATH: plain } });
    expect(await bare.checkCommit({ commit: second, file: "a.md", repo: null })).toMatchObject({
      because: "no-git",
    });
  });

  it("comes with a warning where the file differs from HEAD, is gone, or HEAD does not contain it", async () => {
    write(repo, "agents/writer.md", "# Writer\n- changed\n");
    expect(await ask(second)).toMatchObject({ warnings: ["differs-from-head"] });
    const [changed] = await instructions.read(["agents/writer.md"]);
    expect(changed).toMatchObject({ differsFromHead: true });
    rmSync(join(repo, "agents/writer.md"));
    expect(await ask(second)).toMatchObject({ warnings: ["differs-from-head", "file-missing"] });
    git(repository, ["checkout", "-q", "-b", "side", first, "-f"]);
    expect(await ask(second)).toMatchObject({ warnings: ["not-in-head"] });
    git(repository, ["checkout", "-q", "-f", "main"]);
  });

  it("is asked for of the folder that was named, whatever a hook's environment says, and runs no program of the repository", async () => {
    const evil = join(root, "evil");
    mkdirSync(evil);
    git(evil, ["init", "-q"]);
    const sha = commit(
      evil,
      { "a.md": "x\n", ".gitattributes": "*.md filter=a=b diff=bad\n" },
      "2026-01-01T00:00:00Z",
    );
    const marker = join(root, "it-ran");
    write(evil, "run.sh", `#!/bin/sh\ntouch ${marker}\n`);
    execFileSync("chmod", ["+x", join(evil, "run.sh")]);
    for (const name of [
      "core.fsmonitor",
      "filter.a=b.clean",
      "filter.a=b.process",
      "diff.bad.textconv",
      "diff.external",
      "remote.origin.uploadpack",
    ]) {
      git(evil, ["config", name, join(evil, "run.sh")]);
    }
    git(evil, ["config", "filter.a=b.required", "true"]);
    // A partial clone asks its origin for what it lacks.
    git(evil, ["config", "core.repositoryformatversion", "1"]);
    git(evil, ["config", "extensions.partialClone", "origin"]);
    git(evil, ["config", "remote.origin.promisor", "true"]);
    git(evil, ["config", "remote.origin.url", repository]);
    write(evil, "a.md", "x\ny\n");
    const hooked = openInstructions({
      repo: evil,
      files: [],
      home: root,
      env: { ...env, GIT_DIR: join(repository, ".git"), GIT_WORK_TREE: repository },
    });
    expect(await hooked.checkCommit({ commit: sha, file: "a.md", repo: null })).toMatchObject({ kind: "ok" });
    expect(await hooked.checkCommit({ commit: second, file: "a.md", repo: null })).toMatchObject({
      because: "unknown-commit",
    });
    expect(await hooked.read(["a.md"])).toMatchObject([
      { kind: "file", differsFromHead: true, touchedAt: [Date.parse("2026-01-01"), expect.any(Number)] },
    ]);
    expect(() => realpathSync(marker)).toThrow("ENOENT");
  });
});
