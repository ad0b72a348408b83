const reason = "Rule 2 does not hold: it names no check.";
const fail = { verdict: "FAIL", reason };
const answers = (value) => ({ print }) => print(`${JSON.stringify(value)}\n`);
const says = (text, code = 0) => ({ print }) => (print(text), process.exit(code));

/** Any command that speaks JSON. */
export const commandScenes = {
  "fails": answers(fail),
  "passes": answers({ verdict: "PASS", reason: "Every rule holds: goal, check, limits." }),
  "with-facts": answers({
    ...fail,
    score: 0.25,
    model: "judge-7",
    version: "2.0.1",
    cost_usd: 0.012,
    tokens: { input: 900, output: 40 },
  }),
  "odd-facts": answers({ ...fail, model: 5, cost_usd: "0.01", tokens: -3 }),
  "expensive": answers({ ...fail, cost_usd: 7 }),
  "iterate": answers({ verdict: "iterate", reason }),
  "error-word": answers({ verdict: "ERROR", reason: "the page did not load" }),
  "no-reason": answers({ verdict: "PASS" }),
  "short-reason": answers({ verdict: "PASS", reason: "fine" }),
  "filler": answers({ verdict: "PASS", reason: "string" }),
  "dots": answers({ verdict: "FAIL", reason: "..." }),
  "yes": answers({ verdict: "yes", reason }),
  "true": answers({ verdict: true, reason }),
  "list": answers([fail]),
  "prose-before": says(`Here is my verdict:\n${JSON.stringify(fail)}`),
  "prose-after": says(`${JSON.stringify(fail)}\nI hope this helps!`),
  "fenced": says(`\`\`\`json\n${JSON.stringify(fail)}\n\`\`\``),
  "second-json": says(`${JSON.stringify(fail)}\n${JSON.stringify({ ...fail, verdict: "PASS" })}`),
  "prose": says("I would let this pass, I think."),
  "declines": says("I'm sorry, I can't help with judging this."),
  "exit-1-with-prose": says("The artifact asks for a larger quota: 429 of them.", 1),
  "exit-1-with-verdict": says(JSON.stringify(fail), 1),
  "exit-1-with-error": says(JSON.stringify({ error: { kind: "unavailable", message: "503 from the gateway" } }), 1),
  "limit": answers({
    error: { kind: "limit", message: "monthly quota used", reset_at: "2026-06-01T12:00:00Z" },
  }),
  "limit-in-words": answers({ error: "You've hit your usage limit. Try again in 2 hours 30 minutes." }),
  "unknown-error": answers({ error: { kind: "gremlins", message: "something odd" } }),
  "verdict-and-error": answers({ ...fail, error: { kind: "failed", message: "half done" } }),
  "lingers": ({ print, noTerm, forever }) => (noTerm(), print(JSON.stringify(fail)), forever()),
  "leaves-a-child": ({ print, fork }) => (fork(), print(JSON.stringify(fail)), process.exit(0)),
  "leaves-a-daemon": ({ print, fork }) => (fork({ detached: true }), print(JSON.stringify(fail)), process.exit(0)),
  "large": answers({ ...fail, notes: "n".repeat(2_000_000) }),
  "bom": says(`\uFEFF${JSON.stringify(fail)}`),
  "writes": answers({ answer: { items: ["one", "two"], count: 2 } }),
  "writes-more": answers({ answer: { items: ["one"], count: 1, extra: true } }),
  "writes-nothing": answers({ model: "judge-7" }),
  "echoes": ({ print, readStdin }) => {
    const { artifact } = JSON.parse(readStdin());
    print(JSON.stringify({ verdict: "FAIL", reason: `It says: ${artifact}` }));
  },
  "never-reads": ({ print }) => print(JSON.stringify(fail)),
};
