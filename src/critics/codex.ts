import { existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { jsonSchemaOf } from "../core/answer-schema.ts";
import type { PreparedCall, PreparedFor, Task, Way } from "./call.ts";
import { isWholeCodexOutput, readCodexOutput } from "./codex-output.ts";
import { disarmedAt, disarmedDollar, layOutMessage } from "./message.ts";

/**
 * What `codex` would otherwise let the model do: run commands, look at files, start helpers, fetch plugins. A read-only
 * sandbox still lets it read every file of the user.
 */
const switchedOff = [
  "shell_tool",
  "unified_exec",
  "view_image",
  "shell_snapshot",
  "multi_agent",
  "goals",
  "hooks",
  "apps",
  "plugins",
  "memories",
  "skill_search",
  "tool_suggest",
  "image_generation",
  "browser_use",
  "computer_use",
];

/**
 * `codex exec`: read-only, no tools, nothing kept. It gets a home of its own, since the AGENTS.md and the skills of the
 * user's would enter the request; of that one only the login is linked in.
 */
export const codex: Way = {
  kind: "codex",
  asksVersion: true,
  isClosed: () => true,
  isWhole: isWholeCodexOutput,
  read: readCodexOutput,
  prepare,
};

function prepare(task: Task, call: PreparedFor): PreparedCall {
  const { spec, folder, environment } = call;
  const promptFile = join(folder.path, "instructions.md");
  const schemaFile = join(folder.path, "schema.json");
  const home = join(folder.path, "codex");
  writeFileSync(promptFile, task.instructions, { mode: 0o600 });
  writeFileSync(schemaFile, JSON.stringify(jsonSchemaOf(task.schema)));
  mkdirSync(home, { mode: 0o700 });
  const login = join(environment["CODEX_HOME"] ?? join(environment["HOME"] ?? "/", ".codex"), "auth.json");
  // Linked, not copied: a login that is renewed must be renewed for the user, too.
  if (existsSync(login)) symlinkSync(login, join(home, "auth.json"));
  const message = layOutMessage(task.task, task.input, [disarmedAt, disarmedDollar], call.newNumber);
  const settings = [
    "approval_policy=never",
    "web_search=disabled",
    "project_doc_max_bytes=0",
    "skills.bundled.enabled=false",
    `model_instructions_file=${JSON.stringify(promptFile)}`,
    ...switchedOff.map((name) => `features.${name}=false`),
  ];
  return {
    args: [
      ["exec", "-s", "read-only", "--ephemeral", "--ignore-user-config", "--ignore-rules"],
      ["--skip-git-repo-check", "--json", "--output-schema", schemaFile, "-C", folder.work],
      spec.model === null ? [] : ["-m", spec.model],
      settings.flatMap((setting) => ["-c", setting]),
      // The prompt comes on standard input, which is ended: left open, it is waited for without end.
      ["-"],
    ].flat(),
    stdin: message.text,
    // Skills are also looked for in the home folder itself.
    env: { CODEX_HOME: home, HOME: home },
    restore: message.restore,
  };
}
