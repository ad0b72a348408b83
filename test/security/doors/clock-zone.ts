import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { callProgram } from "../../support/call-program.ts";
import { type BadInput, doorForAll } from "../bad-input.ts";
import { rehearsed, writeConfig } from "./ingest-outcomes.ts";

type Variables = Readonly<Record<string, string>>;

function surroundings(given: Variables, why: string): BadInput<Variables> {
  const shown = Object.entries(given).map(([name, value]) => `${name}="${value}"`);
  return { given, expected: "the same months", why, shown: shown.join(" ") };
}

const verdicts = ["2026-06-01T03:59:59Z", "2026-06-01T04:00:00Z", "2026-05-01T04:00:00Z"].map((at, index) =>
  JSON.stringify({ axis: "verify-dispatch", verdict: "PASS", at, id: `v${index}`, artifact: { text: "a" } }),
);

/** What the program says of months, slots and counts, with these variables set in its process. */
async function answersWith(variables: Variables, folder: string): Promise<string> {
  const before = Object.keys(variables).map((name) => [name, process.env[name]] as const);
  Object.assign(process.env, variables);
  try {
    const config = writeConfig(folder);
    const log = join(folder, "logs/edge.jsonl");
    writeFileSync(log, `${verdicts.join("\n")}\n`);
    const call = async (...args: readonly string[]): Promise<string> =>
      (await callProgram([...args, "--config", config, "--now", rehearsed, "--json"], { cwd: folder }))
        .stdout;
    await call("ingest", log);
    const answers = (await call("history")) + (await call("status"));
    // The rehearsed clock runs on.
    return answers.replaceAll(folder, "FOLDER").replaceAll(/:\d\d\.\d{3}Z/g, "Z");
  } finally {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  }
}

export const clockZones = doorForAll({
  id: "zone",
  name: "The zone and the language of the machine",
  means:
    "A month is run with verdicts at its edges, and every answer is compared with that of a machine in UTC.",
  inputs: [
    surroundings({ TZ: "garbage" }, "no such zone"),
    surroundings({ TZ: "" }, "empty"),
    surroundings({ TZ: "Pacific/Kiritimati" }, "14 hours ahead"),
    surroundings({ TZ: "Asia/Kathmandu" }, "45 minutes past the hour"),
    surroundings({ LANG: "tr_TR.UTF-8", LC_ALL: "tr_TR.UTF-8" }, "a language whose I has no dot"),
  ],
  tryAll: async (given, folder) => {
    const usual = await answersWith({ TZ: "UTC" }, join(folder, "utc"));
    const outcomes: string[] = [];
    for (const [index, variables] of given.entries()) {
      const answers = await answersWith(variables, join(folder, String(index)));
      outcomes.push(answers === usual && usual.includes("2026-05") ? "the same months" : "other months");
    }
    return outcomes;
  },
});
