import { join } from "node:path";
import { callProgram } from "../../support/call-program.ts";
import { type BadInput, codeOf, doorForEach } from "../bad-input.ts";
import { rehearsed, writeConfig } from "./ingest-outcomes.ts";

type Flags = readonly string[];

const good: Flags = ["--axis", "verify-dispatch", "--verdict", "PASS"];

function flags(further: Flags, expected: string, why: string): BadInput<Flags> {
  const shown = further.map((one) => (one.length > 40 ? `${one.slice(0, 40)}...` : one)).join(" ");
  return { given: [...good, ...further], expected, why, shown: shown.replaceAll("\u0000", "(NUL)") };
}

function bare(given: Flags, expected: string, why: string): BadInput<Flags> {
  return { given, expected, why, shown: given.length === 0 ? "nothing at all" : given.join(" ") };
}

const inputs: readonly BadInput<Flags>[] = [
  bare([], "usage", "neither axis nor verdict"),
  bare(["--verdict", "PASS"], "usage", "no axis"),
  bare(["--axis", "verify-dispatch"], "usage", "no verdict"),
  bare(["--axis", "../x", "--verdict", "PASS"], "bad-axis", "would be a path"),
  bare(["--axis", "", "--verdict", "PASS"], "bad-axis", "empty"),
  bare(["--axis", "verify-dispatch", "--verdict", "ok"], "unknown-verdict", "an unknown word is no FAIL"),
  bare(["--axis", "verify-dispatch", "--verdict", "PASS "], "unknown-verdict", "spaces are not cut off"),
  bare(["--axis", "verify-dispatch", "--verdict", ""], "unknown-verdict", "empty"),
  bare(["verdicts.jsonl"], "usage", "a file belongs to ingest"),
  bare([...good, "-"], "usage", "flags and stdin at once"),
  flags(["--at", "2099-01-01T00:00:00Z"], "bad-at", "more than a day ahead"),
  flags(["--at", "2026-05-03"], "bad-at", "no time of day"),
  flags(["--at", "now"], "bad-at", "no instant"),
  flags(["--id", ""], "bad-id", "empty"),
  flags(["--id", "a\u0000b"], "bad-text", "NUL"),
  flags(["--score", "high"], "usage", "no number"),
  flags(["--score", "NaN"], "usage", "no number"),
  flags(["--score", "Infinity"], "usage", "no number"),
  flags(["--cost-usd", "-1"], "bad-cost-usd", "nothing costs less than nothing"),
  flags(["--latency-ms", "0x"], "usage", "no number"),
  flags(["--meta", "{"], "usage", "no JSON"),
  flags(["--meta", "[1]"], "usage", "no object"),
  flags(["--meta", '{"__proto__":{"a":1}}'], "dangerous-key", "would reach a prototype"),
  flags(["--meta", '{"a":'.repeat(70) + "1" + "}".repeat(70)], "too-deep", "70 levels"),
  flags(["--artifact", "a\u0000b"], "bad-text", "NUL would end the name"),
  flags(["--artifact", "file:///etc/passwd"], "artifact-unsafe-path", "an address, no path"),
  flags(
    ["--artifact", "~/.ssh/id_rsa"],
    "artifact-unsafe-path",
    "the shell expands it, the program does not",
  ),
  flags(["--artifact", "/dev/zero"], "artifact-not-a-file", "a device without end"),
  flags(["--artifact", "."], "artifact-not-a-file", "a folder"),
  flags(["--artifact", "a", "--text", "b"], "usage", "two things that the critic saw"),
  flags(["--text", "x".repeat(1024 * 1024 + 1)], "artifact-too-large", "more than 1 MiB"),
  flags(["--rubric", "missing.md"], "rubric-unreadable", "no such file"),
  flags(["--model", ""], "bad-model", "empty"),
  flags(["--modle", "x"], "usage", "an option that nobody knows"),
  flags(["--reason"], "usage", "an option without its value"),
  flags(["--reason", "\u001b[2J"], "stored", "stored as it is, and made harmless where it is printed"),
  flags(["--meta", '{"run":1,"run":2}'], "usage", "which of the two was meant nobody knows"),
];

interface RecordAnswer {
  readonly stored?: number;
  readonly rejects?: readonly { readonly reason: string }[];
  readonly error?: { readonly code: string };
}

export const recordFlags = doorForEach({
  id: "flag",
  name: "The flags of record",
  means: "`record ... --json`, one call each.",
  inputs,
  tryOne: async (given, folder) => {
    const config = writeConfig(folder);
    const args = ["record", ...given, "--config", config, "--now", rehearsed, "--json"];
    const { stdout, stderr, code } = await callProgram(args, { cwd: join(folder, "logs") });
    // A failure stands on stderr here, since telling it is the affair of the program's entry.
    const answer: RecordAnswer = JSON.parse(
      stdout === "" ? `{"error":${stderr.slice(stderr.indexOf("{"))}}` : stdout,
    );
    const expectedCode = answer.stored === 1 ? 0 : 2;
    if (code !== expectedCode) return `exit code ${code}`;
    return answer.error?.code ?? codeOf(answer.rejects?.[0]?.reason ?? "stored");
  },
});
