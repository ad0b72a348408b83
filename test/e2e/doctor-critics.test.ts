import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { runCli } from "../support/built-cli.ts";
import { monthOfVerdicts, Workspace } from "../support/workspace.ts";

const critic = `process.stdin.resume().on("end", () => {
  console.log(JSON.stringify({ verdict: "PASS", reason: "One line of plain text, as asked.", model: "m-7", cost_usd: 0.01 }));
});`;

describe("doctor", () => {
  let space: Workspace;
  beforeEach(() => {
    space = new Workspace({
      database: "none",
      axes: { "verify-dispatch": `critic: [${JSON.stringify(process.execPath)}, ../critic.mjs]\n` },
    });
    space.write("critic.mjs", critic);
  });
  afterEach(() => space.dispose());

  const doctor = () =>
    runCli(["doctor", "--json", "--config", space.configFile, "--now", "2026-06-02T12:00:00Z"], {
      cwd: space.folder,
    });
  const calls = () => space.at("2026-06-03T12:00:00Z", ({ store }) => store.listCriticCalls());

  it("makes no database for its call to be kept in, and keeps it where there is one", async () => {
    const { stdout } = await doctor();
    expect(JSON.parse(stdout).checks).toContainEqual(
      expect.objectContaining({ name: "critic of verify-dispatch", ok: true }),
    );
    expect(await calls()).toEqual([]);
    space.writeLog("verify-dispatch", monthOfVerdicts("2026-05", { pass: 1, fail: 0 }));
    await doctor();
    expect(await calls()).toMatchObject([
      { axis: "verify-dispatch", purpose: "doctor", outcome: "PASS", model: "m-7", costUsd: 0.01 },
    ]);
  });
});
