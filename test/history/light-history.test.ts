import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { builtFolder } from "../support/built-cli.ts";
import {
  lightOnlyBuild,
  ordinaryPath,
  type RecordWorkspace,
  removeLightOnlyBuild,
} from "../record/record-workspace.ts";
import { compile, makeMonths } from "./history-workspace.ts";

let workspace: RecordWorkspace;

beforeAll(async () => {
  workspace = await makeMonths();
  await compile(workspace);
}, 60_000);

afterAll(() => {
  workspace.dispose();
  removeLightOnlyBuild();
});

describe("the light history", () => {
  const calls: readonly (readonly [string, Record<string, string>])[] = [
    ["history", {}],
    ["history", { LANG: "en_US.UTF-8" }],
    ["history", { LANG: "en_US.UTF-8", TERM: "dumb", NO_COLOR: "1" }],
    ["history voice", { LC_ALL: "C.UTF-8" }],
    ["history --json", {}],
    ["history --csv", {}],
    ["--config config/improve-cron.yaml history tone --since 2024-06", {}],
    ["history --as-of 2024-06-02T00:00:00Z --json", {}],
  ];

  it.each(calls)("says to the byte what the ordinary path says: %s %o", async (line, env) => {
    const args = line.split(" ");
    const ordinary = await workspace.ordinarily(args, { env });
    const light = await workspace.lightly(args, { env });
    expect(light).toEqual(ordinary);
    expect(ordinary.stdout.length).toBeGreaterThan(30);
  });

  it("tells of everything that the workspace was made to have", async () => {
    const { stdout } = await workspace.lightly(["history"], { env: { LANG: "en_US.UTF-8" } });
    for (const words of [
      "EDT",
      "kappa 0.4",
      "errors",
      "disagreements",
      "日本",
      "gold: ",
      "can't tell",
      "assisted",
    ])
      expect(stdout).toContain(words);
  });

  it("is the same where the reader is slow, and no failure where he goes away", async () => {
    const shell = (tail: string) =>
      workspace.call([], {
        program: [
          "/bin/sh",
          "-c",
          `{ ${process.execPath} ${lightOnlyBuild()} history --json; echo $? >&2; } | ${tail}`,
        ],
      });
    const whole = await workspace.lightly(["history", "--json"]);
    const slow = await shell("(sleep 0.5; cat)");
    expect([slow.stdout, slow.stderr]).toEqual([whole.stdout, "0\n"]);
    expect((await shell("true")).stderr).toBe("0\n");
  });

  it.skipIf(process.platform !== "linux")(
    "leaves a full disk to the ordinary path (needs /dev/full)",
    async () => {
      const full = `${process.execPath} ${lightOnlyBuild()} history > /dev/full`;
      expect((await workspace.call([], { program: ["/bin/sh", "-c", full] })).code).toBe(ordinaryPath);
    },
  );

  // util-linux's `script` gives the program a terminal; the one of other systems takes other arguments.
  it.skipIf(!existsSync("/usr/bin/script") || process.platform !== "linux")(
    "fits its screen as the ordinary path does (needs script of util-linux)",
    async () => {
      const full = join(builtFolder(), "dist/cli/main.js");
      for (const [columns, env] of [
        [60, { TERM: "xterm", LANG: "en_US.UTF-8" }],
        [120, { TERM: "xterm", NO_COLOR: "1" }],
        [200, { TERM: "xterm" }],
      ] as const) {
        const ordinary = await onScreen(full, columns, env);
        expect(await onScreen(lightOnlyBuild(), columns, env)).toBe(ordinary);
        expect(ordinary.includes("\u001b[1m")).toBe(!("NO_COLOR" in env));
      }
    },
  );
});

describe("the ordinary path is taken", () => {
  it.each([
    "history nobody",
    "history --since 2099-01",
    "history --as-of 2024-05-31T00:00:00Z",
    "history --now 2024-08-01T00:00:00Z",
    "history --help",
  ])("for %s", async (line) => {
    expect(await workspace.lightly(line.split(" "))).toEqual({ code: ordinaryPath, stdout: "", stderr: "" });
  });

  const changes: readonly (readonly [string, (at: RecordWorkspace) => void])[] = [
    ["an axis file was changed", (at) => at.write("config/axes/tone.yaml", "axis: tone\nstatus: assisted\n")],
    ["the schema is newer", (at) => sql(at, "INSERT INTO schema_migration VALUES ('ff', 'later', 0)")],
    [
      "a stored decision is no JSON any more",
      (at) => {
        sql(at, "DROP TRIGGER decision_no_update");
        sql(at, "UPDATE decision SET reasons = 'no JSON'");
      },
    ],
    ["the database is gone", (at) => rmSync(at.path("config/state"), { recursive: true })],
  ];

  it.each(changes)("where %s", async (_name, change) => {
    const copy = workspace.copy();
    await compile(copy);
    expect((await copy.lightly(["history"])).code).toBe(0);
    change(copy);
    expect(await copy.lightly(["history"])).toEqual({ code: ordinaryPath, stdout: "", stderr: "" });
    copy.dispose();
  });
});

function sql(at: RecordWorkspace, statement: string): void {
  at.query((database) => database.exec(statement));
}

async function onScreen(program: string, columns: number, env: Record<string, string>): Promise<string> {
  const command = `stty cols ${columns}; ${process.execPath} ${program} history`;
  const { stdout } = await workspace.call([], {
    program: ["/usr/bin/script", "-qec", command, "/dev/null"],
    env,
  });
  return stdout;
}
