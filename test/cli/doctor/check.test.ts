import { describe, expect, it } from "vitest";
import { finding, fine, guarded } from "../../../src/cli/doctor/check.ts";
import { ImproveCronError } from "../../../src/errors.ts";

function broken(error: Error): () => never {
  return () => {
    throw error;
  };
}

describe("guarded", () => {
  it("hands on what was found", async () => {
    const checks = [fine("a", "m"), finding("b", "m", "f")];
    expect(await guarded("x", () => checks)).toEqual(checks);
  });

  it("makes a finding of a group that breaks down, with the hint of its error", async () => {
    expect(
      await guarded("database", broken(new ImproveCronError("store-damaged", "torn", "Restore."))),
    ).toEqual([{ name: "database", ok: false, message: "torn", fix: "Restore." }]);
    const [check] = await guarded("vault", broken(new TypeError("bad")));
    expect(check).toMatchObject({ name: "vault", ok: false, message: "bad" });
    expect(check?.fix).not.toBeNull();
  });
});
