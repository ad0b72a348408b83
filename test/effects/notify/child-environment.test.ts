import { expect, it } from "vitest";
import { childEnvironment } from "../../../src/effects/notify/child-environment.ts";

it("passes on four variables and no secret", () => {
  const environment = {
    PATH: "/bin",
    HOME: "/home/founder",
    USER: "founder",
    NTFY_TOKEN: "tk_1",
    LANG: undefined,
  };
  expect(childEnvironment(environment)).toEqual({ PATH: "/bin", HOME: "/home/founder", USER: "founder" });
});
