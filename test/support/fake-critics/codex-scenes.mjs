const verdict = { verdict: "FAIL", reason: "Rule 2 does not hold: it names no check." };
const started = [{ type: "thread.started", thread_id: "t-1" }, { type: "turn.started" }];
const message = (text) => ({ type: "item.completed", item: { id: "item_1", type: "agent_message", text } });
const noise = (text) => ({ type: "item.completed", item: { id: "item_0", type: "error", message: text } });
const completed = { type: "turn.completed", usage: { input_tokens: 900, cached_input_tokens: 0, output_tokens: 40 } };
const failed = (text) => ({ type: "turn.failed", error: { message: text } });
const lines = (events) => [...started, ...events].map((event) => `${JSON.stringify(event)}\n`).join("");
const streams = (code, ...events) => ({ print }) => (print(lines(events)), process.exit(code));
const turnFails = (text) => streams(1, { type: "error", message: text }, failed(text));

/** `codex exec --json`, as measured on 0.171.0 and as reported from the field. */
export const codexScenes = {
  "fails": streams(0, message(JSON.stringify(verdict)), completed),
  "noise": streams(
    0,
    noise("Model metadata for `gpt-x` not found."),
    { type: "error", message: "Reconnecting... 2/5 (unexpected status 401 Unauthorized)" },
    message("I will look at the rubric first."),
    message(JSON.stringify(verdict)),
    completed,
  ),
  "not-json": streams(0, message("FAIL, since no check is named."), completed),
  "declines": streams(0, message("I’m sorry, but I can’t help with that."), completed),
  "blank": streams(0, message(""), completed),
  "no-message": streams(0, completed),
  "no-tokens": streams(0, message(JSON.stringify(verdict)), { ...completed, usage: { input_tokens: 0, output_tokens: 0 } }),
  "other-form": streams(0, message(JSON.stringify({ verdict: "FAIL" })), completed),
  "400-schema": turnFails("unexpected status 400 Bad Request: invalid_json_schema"),
  "401": turnFails("unexpected status 401 Unauthorized: Incorrect API key provided"),
  "429": turnFails("exceeded retry limit, last status: 429 Too Many Requests"),
  "500": turnFails("exceeded retry limit, last status: 500 Internal Server Error"),
  "high-demand": turnFails("We\u2019re currently experiencing high demand, which may cause temporary errors."),
  "400-body": turnFails('{"error":{"type":"invalid_request_error","message":"no such thing"}}'),
  "cut-stream": turnFails("stream disconnected before completion"),
  "usage-limit": turnFails("You've hit your usage limit. Upgrade to Pro or try again at Jun 3rd, 2026 3:04 PM."),
  "spend-cap": turnFails("You hit your spend cap for this workspace."),
  "not-trusted": ({ print }) => (print("Not inside a trusted directory and --skip-git-repo-check was not specified.", 2), process.exit(1)),
  "bad-flag": ({ print }) => (print("error: unexpected argument '--full-auto' found", 2), process.exit(2)),
  "no-home": ({ print }) => (print("Error: CODEX_HOME points to a path that does not exist", 2), process.exit(1)),
  "sigterm": ({ print }) => (print(lines([message(JSON.stringify(verdict))])), process.kill(process.pid, "SIGTERM")),
  "never-exits": ({ print, noTerm, forever }) => (noTerm(), print(lines([message(JSON.stringify(verdict)), completed])), forever()),
  "two-turns": streams(0, message(JSON.stringify(verdict)), completed, message(JSON.stringify({ ...verdict, verdict: "PASS" })), completed),
};
