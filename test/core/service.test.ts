import { expect, it } from "vitest";
import { canStandInServiceFile } from "../../src/core/service.ts";

it("takes every path that has no control character and no half of a letter", () => {
  for (const path of ["/home/ana/my critics/config.yaml", "/srv/критики/😀.yaml", "/a\u200bb", "/100%/$x"]) {
    expect(canStandInServiceFile(path)).toBe(true);
  }
  for (const path of ["/a\nExecStart=/bin/sh", "/a\u0000", "/a\tb", "/a\u0085b", "/a\ud83db"]) {
    expect(canStandInServiceFile(path)).toBe(false);
  }
});
