import { createHash } from "node:crypto";
import { chmodSync, mkdirSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { ArtifactOutcome, ArtifactPlace, WrittenArtifact } from "../../src/intake/artifact.ts";
import { maxArtifactBytes, takeArtifact } from "../../src/intake/artifact.ts";
import { codeOf, makePipe, now, temporaryFolder } from "./intake-workspace.ts";

function sha256Of(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

function brief(outcome: ArtifactOutcome): string {
  if (outcome.kind === "reject") return codeOf(outcome.reason);
  const { artifact, snapshot } = outcome;
  if (artifact.kind === "snapshot")
    return snapshot === null ? "lost" : Buffer.from(snapshot.bytes).toString();
  expect(snapshot).toBeNull();
  return artifact.kind === "none" ? `none ${artifact.because}` : `ref ${artifact.ref}`;
}

/** Writes a file that was last changed an hour ago, or at another time. */
const write = (path: string, content: string, changedAt = now - 3_600_000) => {
  writeFileSync(path, content);
  utimesSync(path, changedAt / 1000, changedAt / 1000);
  return path;
};

/** A folder `logs` with a file, beside folders that it must not reach, all an hour old. */
function folders() {
  const parent = temporaryFolder();
  const logs = join(parent, "logs");
  const evil = join(parent, "logs-evil");
  for (const folder of [logs, evil]) mkdirSync(folder);
  write(join(logs, "reply.md"), "Dear all");
  write(join(evil, "secret.md"), "secret");
  const place: ArtifactPlace = { folder: logs, roots: [logs], seenAt: now };
  const take = (written: WrittenArtifact | null, facts: Partial<ArtifactPlace> = {}) =>
    brief(takeArtifact(written, { ...place, ...facts }));
  return { parent, logs, evil, take };
}

describe("an artifact", () => {
  it("is its text, its file, its reference, or nothing", () => {
    const { take, logs } = folders();
    expect(take(null)).toBe("none not-given");
    expect(take({ text: "Dear all" })).toBe("Dear all");
    expect(take({ path: "reply.md" })).toBe("Dear all");
    expect(take({ path: join(logs, "../logs/./reply.md") })).toBe("Dear all");
    expect(take({ ref: "https://example.org/1" })).toBe("ref https://example.org/1");
    expect(take({ text: "text", path: "reply.md", ref: "r" })).toBe("text");
    expect(take({ text: "" })).toBe("none empty");
    expect(take({})).toBe("bad-artifact");
  });

  it("carries the hash of the bytes that are stored", () => {
    const { logs } = folders();
    const place = { folder: logs, roots: [logs], seenAt: now };
    for (const written of [{ text: "Dear all" }, { path: "reply.md" }]) {
      expect(takeArtifact(written, place)).toMatchObject({
        artifact: { kind: "snapshot", sha256: sha256Of("Dear all") },
        snapshot: { sha256: sha256Of("Dear all") },
      });
    }
  });

  it("may have 1 MiB", () => {
    const { take, logs } = folders();
    expect(take({ text: "a".repeat(maxArtifactBytes) })).toHaveLength(maxArtifactBytes);
    expect(take({ text: "a".repeat(maxArtifactBytes + 1) })).toBe("artifact-too-large");
    expect(take({ text: "\u00e9".repeat(maxArtifactBytes / 2 + 1) })).toBe("artifact-too-large");
    write(join(logs, "large"), "a".repeat(maxArtifactBytes));
    write(join(logs, "too-large"), "a".repeat(maxArtifactBytes + 1));
    expect(take({ path: "large" })).toHaveLength(maxArtifactBytes);
    expect(take({ path: "too-large" })).toBe("artifact-too-large");
  });

  it("must lie in a root, links resolved", () => {
    const { take, parent, logs, evil } = folders();
    expect(take({ path: "../logs-evil/secret.md" })).toBe("artifact-outside-roots");
    expect(take({ path: join(evil, "secret.md") })).toBe("artifact-outside-roots");
    symlinkSync(join(evil, "secret.md"), join(logs, "link.md"));
    symlinkSync(evil, join(logs, "folder"));
    expect(take({ path: "link.md" })).toBe("artifact-outside-roots");
    expect(take({ path: "folder/secret.md" })).toBe("artifact-outside-roots");
    expect(take({ path: "folder/gone.md" })).toBe("artifact-outside-roots");
    symlinkSync("reply.md", join(logs, "inner.md"));
    expect(take({ path: "inner.md" })).toBe("Dear all");
    // A root may itself be reached through a link.
    symlinkSync(logs, join(parent, "current"));
    expect(take({ path: "reply.md" }, { roots: [join(parent, "current")] })).toBe("Dear all");
    expect(take({ path: "reply.md" }, { roots: [evil, logs] })).toBe("Dear all");
    expect(take({ path: "reply.md" }, { roots: ["/"] })).toBe("Dear all");
    expect(take({ path: "reply.md" }, { roots: [join(parent, "nowhere")] })).toBe("artifact-outside-roots");
    expect(take({ path: join(evil, "secret.md") }, { roots: null })).toBe("secret");
  });

  it("must be a regular file, and no pipe holds the reader up", () => {
    const { take, logs } = folders();
    mkdirSync(join(logs, "drafts"));
    makePipe(join(logs, "pipe"));
    symlinkSync("loop", join(logs, "loop"));
    expect(take({ path: "drafts" })).toBe("artifact-not-a-file");
    expect(take({ path: "pipe" })).toBe("artifact-not-a-file");
    expect(take({ path: "/dev/zero" }, { roots: null })).toBe("artifact-not-a-file");
    expect(take({ path: "loop" })).toBe("artifact-unreadable");
    expect(take({ path: "." })).toBe("artifact-outside-roots");
  });

  it.skipIf(process.getuid?.() === 0)("must be readable (not as root, who reads everything)", () => {
    const { take, logs } = folders();
    chmodSync(join(logs, "reply.md"), 0);
    expect(take({ path: "reply.md" })).toBe("artifact-unreadable");
  });

  it("is not known when its file has vanished", () => {
    const { take } = folders();
    expect(take({ path: "gone.md" })).toBe("none missing");
    expect(take({ path: "gone/too.md" })).toBe("none missing");
    expect(take({ path: "reply.md/inside" })).toBe("none missing");
  });

  it("is not known when its file changed more than 2 s after the verdict", () => {
    const { take, logs } = folders();
    write(join(logs, "reply.md"), "Dear all", now + 2_000);
    expect(take({ path: "reply.md" })).toBe("Dear all");
    write(join(logs, "reply.md"), "Dear none", now + 3_000);
    expect(take({ path: "reply.md" })).toBe("none changed-since");
    // The critic is looking now, whatever the clocks say.
    expect(take({ path: "reply.md" }, { seenAt: null })).toBe("Dear none");
  });

  it("is proven by a hash, whatever the time of its file", () => {
    const { take, logs } = folders();
    write(join(logs, "reply.md"), "Dear all", now + 3_600_000);
    expect(take({ path: "reply.md", sha256: sha256Of("Dear all") })).toBe("Dear all");
    expect(take({ path: "reply.md", sha256: `sha256:${sha256Of("Dear all").toUpperCase()}` })).toBe(
      "Dear all",
    );
    write(join(logs, "reply.md"), "Dear none", now - 3_600_000);
    expect(take({ path: "reply.md", sha256: sha256Of("Dear all") })).toBe("none changed-since");
    expect(take({ text: "Dear all", sha256: sha256Of("Dear all") })).toBe("Dear all");
    expect(take({ text: "Dear none", sha256: sha256Of("Dear all") })).toBe("bad-artifact");
    expect(take({ path: "reply.md", sha256: "abc" })).toBe("bad-artifact");
  });

  it.each([
    "file:///etc/passwd",
    "https://example.org/a",
    "~/.ssh/id_rsa",
    "~root",
    "a%2fb",
    "%2E%2E/a",
    "a%5Cb",
  ])("has a plain path: not %s", (path) => {
    expect(folders().take({ path })).toBe("artifact-unsafe-path");
  });
});
