import { describe, expect, it } from "vitest";
import { pathTrap, resolvePath } from "../../src/config/resolve-path.ts";

describe("resolvePath", () => {
  it.each([
    ["./state", "/srv/config/state"],
    ["../logs/a.jsonl", "/srv/logs/a.jsonl"],
    ["/var/lib/x", "/var/lib/x"],
    ["~", "/home/ada"],
    ["~/vault/log.md", "/home/ada/vault/log.md"],
    ["~x/y", "/srv/config/~x/y"],
    ["logs/*.jsonl", "/srv/config/logs/*.jsonl"],
  ])("%s -> %s", (written, absolute) => {
    expect(resolvePath(written, "/srv/config", "/home/ada")).toBe(absolute);
  });
});

describe("pathTrap", () => {
  it.each(["$HOME/state", "${HOME}/state", "~bob/state", "a\u0000b"])(
    "sees that %j would be taken literally",
    (written) => {
      expect(pathTrap(written)).not.toBeNull();
    },
  );

  it.each(["~", "~/state", "./a$b", "/x/~y", "costs$/x"])("lets %j pass", (written) => {
    expect(pathTrap(written)).toBeNull();
  });
});
