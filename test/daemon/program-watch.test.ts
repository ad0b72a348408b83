import { expect, it } from "vitest";
import { type InstalledProgram, watchProgram } from "../../src/daemon/program-watch.ts";

it("tells of another build, and not of the moment in which there is none", () => {
  let installed: InstalledProgram = { version: "0.1.0", build: "a" };
  const { look, running } = watchProgram(() => installed);
  expect(look()).toBeNull();
  installed = { version: "unknown", build: null };
  expect(look()).toBeNull();
  installed = { version: "0.2.0", build: "b" };
  expect(look()).toEqual({ from: "0.1.0", to: "0.2.0" });
  installed = { version: "0.1.0", build: "a" };
  expect(look()).toBeNull();
  expect(running).toEqual({ version: "0.1.0", build: "a" });
});

it("says nothing where the program runs from its sources", () => {
  let build: string | null = null;
  const { look } = watchProgram(() => ({ version: "0.1.0", build }));
  build = "b";
  expect(look()).toBeNull();
});
