import { readFileSync, writeFileSync } from "node:fs";
import { RecordWorkspace } from "../record/record-workspace.ts";

const [first, second] = ["2024-06-01T09:00:00-04:00", "2024-07-01T09:00:00-04:00"] as const;

/**
 * A folder with what a history can tell of: an axis with a threshold of its own, a closed month with errors, overrides and
 * reasons in other letters, an open month, a status that was changed by hand.
 */
export async function makeMonths(): Promise<RecordWorkspace> {
  const workspace = new RecordWorkspace();
  workspace.write(
    "config/improve-cron.yaml",
    "timezone: America/New_York\nnotify: [{ channel: stdout }]\ntop_up: { enabled: false }\n",
  );
  workspace.write("config/axes/voice.yaml", "axis: voice\nstatus: graduated\nkappa_threshold: 0.4\n");
  workspace.write("config/axes/tone.yaml", "axis: tone\nstatus: graduated\noverride_rate: 0.2\n");
  writeFileSync(workspace.path("verdicts.jsonl"), verdicts().join("\n"));
  await workspace.ordinarily(["--now", second, "ingest", "verdicts.jsonl"]);
  await workspace.ordinarily(["--now", first, "run"]);
  await workspace.ordinarily(["--now", first, "queue", "export", "asked.jsonl"]);
  const asked = readFileSync(workspace.path("asked.jsonl"), "utf8").trimEnd().split("\n");
  writeFileSync(workspace.path("answers.jsonl"), asked.map(answerTo).join("\n"));
  await workspace.ordinarily(["--now", first, "queue", "import", "answers.jsonl"]);
  await workspace.ordinarily(["--now", second, "run"]);
  await workspace.ordinarily([
    "--now",
    "2024-07-02T00:00:00Z",
    "axis",
    "assist",
    "voice",
    "--reason",
    "a trial",
  ]);
  compilable(workspace);
  return workspace;
}

/** Says of every file of the config that it has stood for an hour, and lets a command leave its compiled copy. */
export async function compile(workspace: RecordWorkspace): Promise<void> {
  compilable(workspace);
  await workspace.ordinarily(["status"]);
}

function compilable(workspace: RecordWorkspace): void {
  for (const name of ["improve-cron.yaml", "axes/voice.yaml", "axes/tone.yaml", "axes"])
    workspace.age(`config/${name}`);
}

function verdicts(): readonly string[] {
  return ["voice", "tone"].flatMap((axis) =>
    Array.from({ length: 80 }, (_, index) =>
      JSON.stringify({
        axis,
        verdict: index % 11 === 0 ? "ERROR" : index % 4 === 0 ? "FAIL" : "PASS",
        id: index % 3 === 0 ? `${axis}-${index}` : undefined,
        at: `2024-0${index < 45 ? 5 : 6}-${String((index % 28) + 1).padStart(2, "0")}T12:00:00Z`,
        artifact: { text: `Letter ${index} about ${axis}` },
        model: "judge-3",
      }),
    ),
  );
}

function answerTo(line: string, index: number): string {
  const { ref }: { readonly ref: string } = JSON.parse(line);
  const grade = index % 9 === 8 ? "CANT_TELL" : index % 4 === 0 ? "FAIL" : "PASS";
  return JSON.stringify({
    ref,
    grade,
    at: first,
    by: "desk",
    reason: `日本 \u001b[31m${index} 👩‍👩‍👧 naïve`,
  });
}
