import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { afterEach, describe, expect, it } from "vitest";
import { keptProposal } from "../../src/core/adjustments.ts";
import { listBlindItems } from "../../src/cycle/blind-items.ts";
import { displayWidth } from "../../src/reports/display-width.ts";
import { callProgram } from "../support/call-program.ts";
import { agrees, monthOfVerdicts, Workspace } from "../support/workspace.ts";

const workspaces: Workspace[] = [];

afterEach(() => {
  for (const workspace of workspaces.splice(0)) workspace.dispose();
});

const rubric = "# Dispatch\n\n1. Addresses must be complete\n2. No promises of dates\n";

/** A founder whose rubric and writer's instructions are in a git repository beside the config. */
function newWorkspace(): Workspace {
  const workspace = new Workspace({
    config:
      "notify: [{ channel: stdout }]\ninstructions: { repo: ./skills, files: [agents/writer.md] }\nprobes: { per_axis: 0 }\ntop_up: { enabled: false }\n",
    axes: { "verify-dispatch": "rubric: ../skills/rubric.md\n" },
  });
  workspaces.push(workspace);
  workspace.write("skills/rubric.md", rubric);
  workspace.write("skills/agents/writer.md", "# Writer\n\n## Voice\n\n- Be plain\n");
  git(workspace, ["init", "-q"]);
  commit(workspace, "first", "2025-10-01T12:00:00Z");
  return workspace;
}

function git(workspace: Workspace, args: readonly string[], at = "2026-05-01T12:00:00Z"): string {
  const identity = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org"];
  return execFileSync("git", ["-C", workspace.path("skills"), ...identity, ...args], {
    env: { PATH: process.env["PATH"], HOME: workspace.folder, GIT_COMMITTER_DATE: at, GIT_AUTHOR_DATE: at },
    encoding: "utf8",
  }).trim();
}

function commit(workspace: Workspace, message: string, at: string): string {
  git(workspace, ["add", "-A"]);
  git(workspace, ["commit", "-q", "--allow-empty", "-m", message], at);
  return git(workspace, ["rev-parse", "HEAD"]);
}

async function call(workspace: Workspace, now: string, ...args: readonly string[]) {
  return callProgram(["--config", workspace.configFile, "--now", now, "adjustments", ...args], {
    cwd: workspace.folder,
  });
}

async function answer(workspace: Workspace, now: string, ...args: readonly string[]) {
  const { code, stderr, stdout } = await call(workspace, now, ...args, "--json");
  if (code !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}

/** A month in which the critic names its rule; the founder overrides what is of rule 2. */
async function gradeMonth(workspace: Workspace, month: string, overrides: number): Promise<void> {
  const lines = monthOfVerdicts(month, { pass: 60, fail: 6 }).map(({ text, ...line }) =>
    JSON.stringify({ ...line, axis: "verify-dispatch", artifact: { text }, clause: "2" }),
  );
  const log = workspace.path("logs/verify-dispatch.jsonl");
  let before = "";
  try {
    before = readFileSync(log, "utf8");
  } catch {
    // The first month.
  }
  writeFileSync(log, `${before}${lines.join("\n")}\n`);
  const next = month === "2026-05" ? "2026-06" : "2026-07";
  await workspace.run(`${next}-01T13:00:00Z`);
  await workspace.at(`${next}-05T13:00:00Z`, async (app) => {
    let left = overrides;
    const items = await listBlindItems(app.cycle, { axis: null });
    await app.localQueue.answer(
      items.map((item) => {
        const isOverride = agrees(item) === "PASS" && left > 0;
        if (isOverride) left -= 1;
        return {
          ref: item.ref,
          grade: isOverride ? ("FAIL" as const) : agrees(item),
          reason: isOverride ? (left === 0 ? "says by Friday" : "promises next Tuesday") : null,
          by: "founder",
          at: null,
          observedAt: app.clock.now(),
          via: "import",
        };
      }),
    );
  });
}

describe("adjustments of overrides", () => {
  it("come out when their month has closed, are applied by a commit, and the next month tells of it", async () => {
    const workspace = newWorkspace();
    await gradeMonth(workspace, "2026-05", 2);
    // Graded, and not closed: whoever reads the list must not learn what the critic said.
    expect(await answer(workspace, "2026-06-10T13:00:00Z", "list")).toMatchObject({ open: 0, entries: [] });
    await workspace.run("2026-06-16T13:00:00Z");
    const list = await answer(workspace, "2026-06-16T14:00:00Z", "list");
    expect(list).toMatchObject({
      open: 1,
      files: 1,
      entries: [
        {
          file: "rubric.md",
          section: "No promises of dates",
          kind: "fault",
          disagreements: 2,
          askers: ["founder"],
          axes: ["verify-dispatch"],
          problems: expect.arrayContaining(["promises next Tuesday", "says by Friday"]),
          rank: 1,
          because: [
            { code: "disagreements", n: 2 },
            { code: "asked", n: 2 },
          ],
        },
      ],
    });
    const id: string = list.entries[0].id;
    const shown = (await call(workspace, "2026-06-16T14:00:00Z", "list")).stdout;
    for (const reason of list.entries[0].problems) expect(shown).toContain(reason);
    expect(shown).toContain("improve-cron dialogue open --axis verify-dispatch");

    const other = commit(workspace, "nothing of it", "2026-06-17T12:00:00Z");
    const refused = await call(workspace, "2026-06-17T13:00:00Z", "apply", id, "--commit", other);
    expect([refused.code, refused.stdout]).toEqual([2, ""]);
    workspace.write("skills/rubric.md", `${rubric}   A weekday is a date.\n`);
    const sha = commit(workspace, "dates", "2026-06-17T12:30:00Z");
    const now = "2026-06-17T13:00:00Z";
    expect(await answer(workspace, now, "apply", id, "--commit", sha, "--dry-run")).toMatchObject({
      outcome: "applied",
      dryRun: true,
    });
    expect(await answer(workspace, now, "apply", id.slice(0, 5), "--commit", sha.slice(0, 9))).toMatchObject({
      outcome: "applied",
      id,
      commit: sha,
      warnings: [],
      reminders: ["version-bump", "plugin-reload"],
    });
    expect(await answer(workspace, now, "apply", id, "--commit", sha)).toMatchObject({ outcome: "already" });
    // The rule has another name now; what was settled stays settled.
    workspace.write("skills/rubric.md", rubric.replace("No promises of dates", "Promise no dates"));
    expect(await answer(workspace, now, "list", "--all")).toMatchObject({
      open: 0,
      applied: 1,
      entries: [{ id, state: "applied", commit: sha, times: 2, askedSince: 0 }],
      effects: [{ id, basis: "overrides", after: { n: 0 }, difference: null, says: "not-enough" }],
      uncommitted: ["rubric.md"],
    });

    await workspace.run("2026-07-01T13:00:00Z");
    const opening = workspace.read("vault/01-projects/self-review/improve-cron-log.md").split("## ").at(-1);
    expect(opening).toMatch(/^2026-06 opened/);
    expect(opening).toMatch(/rubric.md.*No promises of dates.*not enough to say/);
    expect(opening).toMatch(/Worth deleting.*agents\/writer.md:5 "Be plain": unchanged for 273 days/);
  });
});

describe("a month with 300 adjustments", () => {
  it("shows the first ten with what put them there, and the rest as a number", async () => {
    const workspace = newWorkspace();
    await workspace.at("2026-05-10T13:00:00Z", async (app) => {
      const proposals = Array.from({ length: 300 }, (_, index) => {
        const isPraise = index % 10 === 0;
        // Three edits are asked for in several runs, one of them by several lenses, one of them praise.
        const runs = index === 250 ? 9 : index === 77 ? 6 : index === 160 ? 12 : 1;
        return Array.from({ length: runs }, (_run, run) =>
          keptProposal(
            {
              file: `agents/writer-${index % 12}.md`,
              section: `Section ${index % 31}`,
              problem: isPraise ? "none, it works" : `Problem ${index} \u001b[31mred`,
              suggestion: `${index === 11 ? "Delete" : "Rewrite"} rule ${index}.`,
              asker: index === 77 ? `lens-${run % 3}` : "claim-auditor",
              source: { kind: "panel", id: `run-${index}-${run}` },
            },
            { axis: "verify-panel", clause: null, at: app.clock.now() + index },
          ),
        );
      }).flat();
      await app.store.proposeAdjustments(proposals);
    });
    const { stdout } = await call(workspace, "2026-05-10T14:00:00Z", "list");
    const lines = stdout.trimEnd().split("\n");
    expect(lines[0]).toMatch(/^300 open adjustments in 12 files, the first 10 here; 0 applied, 0 dismissed$/);
    expect(lines.length).toBeLessThan(75);
    expect(Math.max(...lines.map(displayWidth))).toBeLessThanOrEqual(80);
    expect(stdout).not.toContain("\u001b");
    expect(stdout).toContain("and 290 more: improve-cron adjustments list --all");

    const listed = await answer(workspace, "2026-05-10T14:00:00Z", "list");
    expect(listed.entries).toHaveLength(300);
    const order: readonly string[] = listed.entries.map(({ suggestion }: { suggestion: string }) =>
      suggestion.replace(/^\w+ /, ""),
    );
    // Asked for most often; by three lenses; then the one that takes away; praise, however often, at the end.
    expect(order.slice(0, 4)).toEqual(["rule 77.", "rule 11.", "rule 1.", "rule 2."]);
    expect(order.slice(270, 273)).toEqual(["rule 160.", "rule 250.", "rule 0."]);
    expect(listed.entries[270]).toMatchObject({ kind: "reinforcement", editFirst: true });
    expect(lines.findIndex((line) => line.includes("asked 6 times, by 3"))).toBeLessThan(5);
    expect(new Set(order).size).toBe(300);

    const one = await answer(workspace, "2026-05-10T14:00:00Z", "list", "--file", "./agents/writer-5.md");
    expect(one).toMatchObject({ open: 25, files: 1 });
    const all = await call(workspace, "2026-05-10T14:00:00Z", "list", "--all");
    expect(all.stdout.match(/^ {2}\d+\. /gm)).toHaveLength(300);
  });
});

describe("adjustments dismiss, reopen and patch", () => {
  it("keep the reason, take it back, and put remarks at their sections that nothing applies", async () => {
    const workspace = newWorkspace();
    const now = "2026-05-10T13:00:00Z";
    const ids = await workspace.at(now, async (app) => {
      const proposals = [
        { section: "voice", suggestion: "Say who\nspeaks.\n+ not a change" },
        { section: "Gone", suggestion: "Delete it." },
      ].map((texts) =>
        keptProposal(
          {
            file: "agents/writer.md",
            problem: "Bad.",
            asker: "ai-detector",
            source: { kind: "panel", id: "run" },
            ...texts,
          },
          { axis: "verify-panel", clause: null, at: app.clock.now() },
        ),
      );
      await app.store.proposeAdjustments(proposals);
      return proposals.map(({ adjustmentId }) => adjustmentId);
    });
    const [voice = "", gone = ""] = ids;
    const patch = (await call(workspace, now, "patch", "-")).stdout;
    expect(patch).toMatch(/@@ line 3 @@\n ## Voice\n.*\n.*\n# [0-9a-f]{12} fault, voice/);
    expect(patch).toContain("@@ no such section in the file @@");
    // Everything that somebody else wrote is behind a mark.
    expect(patch).toContain("#     + not a change");
    expect(patch.split("\n").filter((line) => /^[+-](?![+-])/.test(line))).toEqual([]);
    expect(await answer(workspace, now, "patch", "edits.patch")).toMatchObject({ entries: 2, files: 1 });
    const applied = spawnSync("git", ["apply", "--unidiff-zero", "../edits.patch"], {
      cwd: workspace.path("skills"),
    });
    expect(applied.status).not.toBe(0);
    expect(git(workspace, ["status", "--porcelain"])).toBe("");

    const reason = "rule 4 says so already";
    expect(await answer(workspace, now, "dismiss", gone, "--reason", reason)).toMatchObject({
      outcome: "dismissed",
    });
    expect(await answer(workspace, now, "dismiss", gone, "--reason", "again")).toMatchObject({
      outcome: "already",
    });
    expect(await answer(workspace, now, "list", "--all")).toMatchObject({
      open: 1,
      dismissed: 1,
      entries: [
        { id: voice, state: "open" },
        { id: gone, state: "dismissed", reason },
      ],
      deletions: [],
    });
    expect(await answer(workspace, now, "reopen", gone, "--reason", "it came back")).toMatchObject({
      outcome: "reopened",
    });
    expect(await answer(workspace, now, "list")).toMatchObject({
      open: 2,
      deletions: [{ section: "Gone", because: [{ code: "deletion-asked", n: 1 }] }],
    });
    for (const [args, code] of [
      [["dismiss", "ffff00000000", "--reason", "x"], 2],
      [["dismiss", gone, "--reason", "  "], 2],
      [["apply", gone, "--commit", "main"], 2],
      [["list", "--file", "../x"], 2],
    ] as const) {
      expect((await call(workspace, now, ...args)).code).toBe(code);
    }
  });
});
