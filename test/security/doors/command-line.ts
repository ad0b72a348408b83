import { callProgram } from "../../support/call-program.ts";
import { type BadInput, doorForEach } from "../bad-input.ts";
import { rehearsed, writeConfig } from "./ingest-outcomes.ts";

type Words = readonly string[];

function call(given: Words, expected: string, why: string): BadInput<Words> {
  const shown = given.map((one) => (one === "" ? '""' : one)).join(" ");
  return {
    given,
    expected,
    why,
    shown:
      shown === ""
        ? "nothing at all"
        : shown.replaceAll("\u001b", "(ESC)").replaceAll("\n", "\\n").replaceAll("\u0000", "(NUL)"),
  };
}

const unknownAxis = "input (2)";

const inputs: readonly BadInput<Words>[] = [
  call([], "usage (2)", "a command is missing"),
  call(["frobnicate"], "usage (2)", "no such command"),
  call(["\u001b[31mrun"], "usage (2)", "an escape sequence as a command"),
  call(["run", "--frob"], "usage (2)", "no such option"),
  call(["run", "now"], "usage (2)", "a word too many"),
  call(["run", "--month"], "usage (2)", "no value"),
  call(["run", "--month", "May"], "usage (2)", "no month"),
  call(["run", "--month", "2026-13"], "usage (2)", "no month"),
  call(["run", "--month", "2026-6"], "usage (2)", "no month"),
  call(["run", "--month", "2026-06"], "usage (2)", "a month that is not over"),
  call(["run", "--month", "9999-01"], "usage (2)", "a month that is not over"),
  call(["run", "--sample-target", "0"], "usage (2)", "no sample"),
  call(["run", "--sample-target", "-5"], "usage (2)", "less than nothing"),
  call(["run", "--sample-target", "1e3"], "usage (2)", "digits alone"),
  call(["run", "--sample-target", "99999999999999999999"], "usage (2)", "no number that can be counted to"),
  call(["run", "--now", "yesterday"], "usage (2)", "no instant"),
  call(["run", "--now", "2026-06-01"], "usage (2)", "no time of day"),
  call(["run", "--now", "1969-01-01T00:00:00Z"], "usage (2)", "before there were verdicts"),
  call(["run", "--now", "2200-01-01T00:00:00Z"], "usage (2)", "months that no database knows"),
  call(["history", "--since", "soon"], "usage (2)", "no month"),
  call(["history", "--as-of", "2026-06-31T00:00:00Z"], "usage (2)", "no day of the calendar"),
  call(["history", "../x"], "usage (2)", "would be a path"),
  call(["axis", "show", "A B"], "usage (2)", "no name"),
  call(["axis", "show", "nobody"], unknownAxis, "no such axis"),
  call(["axis", "assist", "verify-dispatch"], "usage (2)", "a reason is kept for ever"),
  call(["axis", "assist", "nobody", "--reason", "x"], unknownAxis, "no such axis"),
  call(["simulate", "--pass", "1.5"], "usage (2)", "half a verdict"),
  call(["simulate", "--runs", "0"], "usage (2)", "no run"),
  call(["simulate", "--runs", "1000000000"], "usage (2)", "more than anybody waits for"),
  call(["simulate", "--swing", "2"], "usage (2)", "no correlation"),
  call(["ingest", "missing.jsonl"], "input (2)", "no such file"),
  call(["ingest", "."], "input (2)", "a folder"),
  call(["ingest", "/dev/zero"], "input (2)", "a device without end"),
  call(["ingest", "a\u0000b"], "input (2)", "NUL would end the name"),
  call(["queue", "import", "missing.jsonl"], "input (2)", "no such file"),
  call(["queue", "export", "nowhere/x.jsonl"], "usage (2)", "no such folder"),
  call(["backup", "nowhere/x.db"], "usage (2)", "no such folder"),
  call(["restore", "missing.db"], "input (2)", "no such file"),
  call(["restore", "improve-cron.yaml"], "store-damaged (1)", "no database"),
  call(["import", "improve-cron.yaml"], "input (2)", "no export"),
  call(["verify", "--against", "improve-cron.yaml"], "input (2)", "no export"),
  call(["gold", "import", "missing.jsonl"], "input (2)", "no such file"),
  call(["rubric", "check", "nobody", "--old", "a", "--new", "b"], "input (2)", "no such files"),
  call(["notion", "setup", "--parent", "javascript:x"], "config (2)", "no token, and no address of a page"),
  call(
    ["install", "cron", "--path", "/x\n* * * * * touch pwned"],
    "usage (2)",
    "a line end would begin an entry of its own",
  ),
  call(["notify", "everybody"], "usage (2)", "no such command"),
];

export const commandLines = doorForEach({
  id: "call",
  name: "The command line",
  means: "The whole program, called once for each; the code of its failure and its exit code.",
  inputs,
  tryOne: async (given, folder) => {
    const config = writeConfig(folder);
    const rehearse = given.includes("--now") ? [] : ["--now", rehearsed];
    const { stdout, stderr, code } = await callProgram(
      [...given, ...(given.length === 0 ? [] : ["--config", config, ...rehearse, "--json"])],
      { cwd: folder },
    );
    const failure = /\{"code":"([a-z-]+)"/.exec(stderr)?.[1];
    return failure === undefined ? `no failure: ${stdout.slice(0, 60)}` : `${failure} (${code})`;
  },
});
