import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { jsonSchemaOf } from "../core/answer-schema.ts";
import type { PreparedCall, PreparedFor, Task, Way } from "./call.ts";
import { isWholeClaudeOutput, readClaudeOutput } from "./claude-output.ts";
import { disarmedAt, layOutMessage } from "./message.ts";

/** How often the command line itself tries again; its own default keeps silent for more than a minute. */
const retries = "2";

/**
 * `claude -p`: no tools, no settings, no memory files, no session kept. The instructions go in as a file, the data on
 * standard input: neither meets the limit of arguments or shows in the list of processes.
 *
 * The stream of events is asked for rather than the result alone: only there stand the version of the command line and
 * the model that the service says it used. The result's own `modelUsage` repeats what was asked for.
 */
export const claude: Way = {
  kind: "claude",
  asksVersion: false,
  isClosed: () => true,
  isWhole: isWholeClaudeOutput,
  read: readClaudeOutput,
  prepare,
};

function prepare(task: Task, call: PreparedFor): PreparedCall {
  const { spec, folder, env, timeoutMs, maxCostUsd } = call;
  const promptFile = join(folder.path, "instructions.md");
  writeFileSync(promptFile, task.instructions, { mode: 0o600 });
  const message = layOutMessage(task.task, task.input, [disarmedAt], call.newNumber);
  return {
    args: [
      ["-p", "--output-format", "stream-json", "--verbose"],
      spec.model === null ? [] : ["--model", spec.model],
      ["--tools", ""],
      ["--json-schema", JSON.stringify(jsonSchemaOf(task.schema))],
      ["--system-prompt-file", promptFile],
      ["--no-session-persistence", "--strict-mcp-config", "--permission-prompts", "none"],
      ["--max-budget-usd", String(maxCostUsd)],
      // With a key nothing of the user's settings is needed; a login lives among them.
      env["ANTHROPIC_API_KEY"] === undefined ? ["--safe-mode", "--restricted"] : ["--bare"],
    ].flat(),
    stdin: message.text,
    env: {
      CLAUDE_CODE_MAX_RETRIES: retries,
      API_TIMEOUT_MS: String(timeoutMs),
      DISABLE_AUTOUPDATER: "1",
    },
    restore: message.restore,
  };
}
