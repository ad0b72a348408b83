import { readFileSync } from "node:fs";

const verdict = { verdict: "FAIL", reason: "Rule 2 does not hold: it names no check." };
const usage = { inputTokens: 900, outputTokens: 40, cacheReadInputTokens: 60, cacheCreationInputTokens: 0 };

const init = (more = {}) => ({
  type: "system",
  subtype: "init",
  claude_code_version: "2.1.332",
  model: "claude-sonnet-5-5",
  session_id: "s-1",
  ...more,
});
const assistant = (model = "claude-sonnet-5-5-20260401") => ({
  type: "assistant",
  parent_tool_use_id: null,
  message: { model, content: [{ type: "tool_use", name: "StructuredOutput", input: verdict }] },
});
const result = (more = {}) => ({
  type: "result",
  subtype: "success",
  is_error: false,
  num_turns: 2,
  result: JSON.stringify(verdict),
  structured_output: verdict,
  stop_reason: "tool_use",
  terminal_reason: "completed",
  api_error_status: null,
  session_id: "s-1",
  total_cost_usd: 0.0123,
  modelUsage: { "claude-sonnet-5-5": usage },
  ...more,
});
const failed = (more) => result({ is_error: true, structured_output: undefined, ...more });
const lines = (...events) => events.map((event) => `${JSON.stringify(event)}\n`).join("");
const streams = (code, ...events) => ({ print }) => (print(lines(init(), ...events)), process.exit(code));
const apiError = (status, text = `API Error: ${status}`) =>
  streams(1, failed({ api_error_status: status, result: text, num_turns: 1, modelUsage: {} }));

/** `claude -p`, as measured on 2.1.332 and as reported from the field. */
export const claudeScenes = {
  "fails": streams(0, assistant(), result()),
  // As the real one does: files named after white space are read in, and a message that begins with a slash is a command.
  expands: ({ print, readStdin }) => {
    const stdin = readStdin();
    const read = [...stdin.matchAll(/(?:^|\s)@(\S+)/g)].map(([, file]) => readFileSync(file, "utf8"));
    const command = stdin.startsWith("/") ? { num_turns: 0, modelUsage: {}, structured_output: undefined } : {};
    const reason = `It was given ${read.length} files to read: ${read.join()}`;
    print(lines(init(), assistant(), result({ structured_output: { ...verdict, reason }, ...command })));
  },
  "one-object": ({ print }) => print(JSON.stringify(result())),
  "list": ({ print }) => print(JSON.stringify([init(), assistant(), result()])),
  "helper": streams(
    0,
    { ...assistant("claude-haiku-9"), parent_tool_use_id: "toolu_7" },
    assistant(),
    { ...assistant("<synthetic>") },
    result({ modelUsage: { "claude-haiku-9": { inputTokens: 5, outputTokens: 3 }, "claude-sonnet-5-5": usage } }),
  ),
  "silently-other-model": streams(0, assistant("claude-haiku-4-5"), result()),
  "no-structured-output": streams(0, assistant(), result({ structured_output: undefined, result: "PASS, I think." })),
  "blank-result": streams(0, assistant(), result({ structured_output: undefined, result: " " })),
  "empty-result-billed": streams(0, result({ structured_output: undefined, result: "" })),
  "filler": streams(0, assistant(), result({ structured_output: { verdict: "PASS", reason: "<reason>" } })),
  "other-word": streams(0, result({ structured_output: { verdict: "MAYBE", reason: "It depends on taste." } })),
  "extra-key": streams(0, result({ structured_output: { ...verdict, confidence: 1 } })),
  "schema-retries": streams(1, failed({ subtype: "error_max_structured_output_retries", errors: ["5 tries"], result: undefined })),
  "bad-schema": ({ print }) => (print("Error: --json-schema is not a valid JSON Schema", 2), process.exit(1)),
  "not-logged-in": streams(1, failed({ result: "Not logged in · Please run /login", num_turns: 1, modelUsage: {} })),
  "oauth-expired": streams(1, failed({ result: "OAuth token has expired. Please obtain a new token.", modelUsage: {} })),
  "request-not-allowed": apiError(403, "API Error: 403 Request not allowed"),
  "401": apiError(401),
  "404": apiError(404, "There's an issue with the selected model (claude-x). It may not exist."),
  "429": apiError(429),
  "500": apiError(500),
  "529": apiError(529, "API Error: 529 overloaded_error"),
  "no-credit": apiError(400, "Credit balance is too low"),
  "hit-limit": streams(1, failed({ result: "You've hit your limit · resets 1pm (Europe/Lisbon)", modelUsage: {} })),
  "limit-epoch": streams(1, failed({ result: "Claude AI usage limit reached|1780315200", modelUsage: {} })),
  "too-long": streams(1, failed({ terminal_reason: "prompt_too_long", result: "Prompt is too long" })),
  "refusal": streams(1, failed({ stop_reason: "refusal", result: "I can't write that." })),
  "max-tokens": streams(1, failed({ result: "API Error: Claude's response exceeded the 128000 output token maximum." })),
  "budget": streams(1, failed({ subtype: "error_max_budget_usd", result: undefined })),
  "max-turns": streams(1, failed({ subtype: "error_max_turns", result: undefined })),
  "sigint": streams(0, failed({ subtype: "error_during_execution", terminal_reason: "aborted_streaming", result: undefined })),
  "api-timeout": streams(1, failed({ result: "API Error: Request timed out.", modelUsage: {} })),
  "stdin-too-big": ({ print }) => (print("Error: piped stdin input exceeds 10MB", 2), process.exit(1)),
  "slash-command": streams(0, result({ num_turns: 0, modelUsage: {}, result: "Total cost: $0.00", structured_output: undefined })),
  "verdict-without-model": streams(0, result({ modelUsage: {} })),
  "verdict-without-turn": streams(0, result({ num_turns: 0 })),
  "killed-midway": ({ print }) => (print(lines(init(), assistant())), process.kill(process.pid, "SIGTERM")),
  "banner": ({ print }) => print(`Update available!\n${lines(init(), result())}`),
  "two-results": streams(0, result(), result({ structured_output: { ...verdict, verdict: "PASS" } })),
  "never-exits": ({ print, noTerm, forever }) => (noTerm(), print(lines(init(), assistant(), result())), forever()),
  "login-ends": streams(0, assistant(), result({ credential_expires_at: "2026-06-05T00:00:00Z" })),
  "exit-1-with-verdict": streams(1, assistant(), result()),
};
