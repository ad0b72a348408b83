import { describe, expect, it } from "vitest";
import { checkCritics } from "../../../src/cli/doctor/critic-checks.ts";
import { readAxisEntry } from "../../../src/config/axis-entry.ts";
import type { Axis } from "../../../src/core/axis.ts";
import type { CriticSpec } from "../../../src/core/critic-spec.ts";
import { openFakes, specOf } from "../../support/fake-critics/open-fakes.ts";

function axis(name: string, critic: CriticSpec | null): Axis {
  const place = { file: "a.yaml", folder: "/w", home: "/home/ada", statusKey: "status", lineOf: () => 1 };
  const { axis: read } = readAxisEntry({ axis: name, status: "graduated", rubric: "gone.md" }, place);
  if (read === null) throw new Error("no axis");
  return { ...read, critic };
}

describe("checkCritics", () => {
  it("says nothing where no critic is configured", async () => {
    expect(await checkCritics([axis("a", null)], openFakes().critics)).toEqual([]);
  });

  it("makes a real call for each critic, one for axes that share it", async () => {
    const { critics, seen } = openFakes();
    const shared = specOf("claude", "claude:fails", { env: ["FAKE_RECORD"] });
    const other = specOf("command", "command:passes", { env: ["FAKE_RECORD"] });
    const checks = await checkCritics([axis("a", shared), axis("b", shared), axis("c", other)], critics);
    expect(checks).toMatchObject([
      { name: "critic of a, b", ok: true },
      { name: "critic of c", ok: true },
    ]);
    expect(checks[0]?.message).toContain("2.1.332");
    expect(checks[0]?.message).toContain("claude-sonnet-5-5-20260401");
    expect(seen()).toHaveLength(2);
  });

  it("finds each failure by its kind, with what to do", async () => {
    const { critics } = openFakes();
    const scenes = ["claude:not-logged-in", "claude:hit-limit", "says-nothing", "claude:login-ends"];
    const missing = specOf("claude", "", { command: ["/nonexistent/claude"] });
    const axes = [
      ...scenes.map((scene, index) => axis(`a${index}`, specOf("claude", scene))),
      axis("gone", missing),
    ];
    const checks = await checkCritics(axes, critics);
    expect(checks.map(({ ok }) => ok)).toEqual([false, false, false, false, false]);
    expect(checks.every(({ fix }) => fix !== null && fix !== "")).toBe(true);
    const messages = checks.map(({ message }) => message);
    for (const [index, kind] of ["(auth)", "(limit, until 2026-06-01T12:00:00.000Z)", "(empty)"].entries()) {
      expect(messages[index]).toContain(kind);
    }
    expect(messages[3]).toContain("2026-06-05");
    expect(messages[4]).toContain("(not-found)");
  });

  it("waits no longer than the critic's own time", async () => {
    const { critics } = openFakes();
    const [check] = await checkCritics(
      [axis("a", specOf("command", "hangs", { timeoutMs: 1_000 }))],
      critics,
    );
    expect(check?.message).toContain("(timeout)");
  });
});
