import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { isAnswer } from "../../src/core/answer-schema.ts";
import { probeId } from "../../src/core/probe.ts";
import { probeAnswerSchema, readProbes, type WrittenProbe } from "../../src/core/probe-answer.ts";
import { textFingerprint } from "../../src/core/probe-similarity.ts";

const origin = {
  workspace: "default",
  axis: "verify-dispatch",
  period: "2026-05",
  epoch: "e",
  generator: "command",
  madeAt: 7,
};

function written(artifact: string, facts: Partial<WrittenProbe> = {}): WrittenProbe {
  return { artifact, failure_mode: "m", exploited_clause: "c", why_it_fails: "w", ...facts };
}

describe("readProbes", () => {
  it("makes a probe of each text, with its hash and identity", () => {
    const text = "Prüfe das Release und melde, ob alles grün ist.";
    const [one] = readProbes(
      [written(text, { failure_mode: " Vague\n check ", why_it_fails: "" })],
      [],
      origin,
    );
    expect(one?.probe).toMatchObject({
      id: probeId("default", "verify-dispatch", textFingerprint(text)),
      ordinal: 1,
      state: "generated",
      failureMode: "Vague check",
      why: "",
      artifactSha256: createHash("sha256").update(text, "utf8").digest("hex"),
      madeAt: 7,
      asked: 0,
    });
    expect(new TextDecoder().decode(one?.content)).toBe(text);
    expect(one?.probe).not.toHaveProperty("workspace");
  });

  it("leaves out what has no text, and gives what has no mode a name", () => {
    const probes = readProbes([written(" \n"), written("text", { failure_mode: " " })], [], origin);
    expect(probes.map(({ probe }) => [probe.ordinal, probe.failureMode])).toEqual([[1, "unnamed"]]);
  });

  it("knows a duplicate of what is known and of its own answer", () => {
    const known = [{ name: "gold", text: "Send the invoice to the client before Friday noon." }];
    const probes = readProbes(
      [
        written("SEND the invoice to the client before Friday noon."),
        written("Write the changelog of version two for readers."),
        written("Write the changelog of version two for  readers!"),
      ],
      known,
      origin,
    );
    expect(probes.map(({ probe }) => probe.state)).toEqual(["duplicate", "generated", "duplicate"]);
    expect(probes[0]?.probe.duplicateOf).toBe("gold");
    expect(probes[2]?.probe.duplicateOf).toBe(probes[1]?.probe.id);
  });

  it("stores nothing twice that is one probe to the letter", () => {
    const [first] = readProbes([written("The same text.")], [], origin);
    const known = [{ name: first?.probe.id ?? "", text: "The same text." }];
    expect(readProbes([written("the same  text.")], known, origin)).toEqual([]);
    expect(readProbes([written("One text."), written("one TEXT.")], [], origin)).toHaveLength(1);
  });

  it("is asked for in a form that its own example fits", () => {
    expect(isAnswer({ probes: [written("x")] }, probeAnswerSchema)).toBe(true);
    expect(isAnswer({ probes: [{ artifact: "x" }] }, probeAnswerSchema)).toBe(false);
  });
});
