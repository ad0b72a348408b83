import { closeSync, openSync, writeSync } from "node:fs";

export const axisNames: readonly string[] = Array.from({ length: 12 }, (_, index) => `critic-${index + 1}`);
/** The month that the sampling benchmark draws from; 24 months end with it. */
export const lastMonth = "2026-06";
export const monthBefore = "2026-05";

const firstInstant = Date.UTC(2024, 6, 1, 6);
const spanMs = Date.UTC(2026, 6, 1) - firstInstant;
const words =
  "the reply names a date and a place, keeps the tone of the earlier letters, answers both questions and promises nothing that was not agreed".split(
    " ",
  );

/**
 * Writes a log of verdicts as critics write them: about 600 bytes a line, 12 axes, 24 months in order of time, one model
 * and rubric for each axis, one FAIL in six. The same number of rows gives the same file.
 */
export function writeVerdictLog(file: string, rows: number): void {
  const fd = openSync(file, "w");
  let state = 1;
  // Park and Miller's generator: the same numbers everywhere.
  const random = (): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  const sentence = (count: number): string =>
    Array.from({ length: count }, () => words[Math.floor(random() * words.length)] ?? "").join(" ");
  try {
    let held = "";
    for (let row = 0; row < rows; row += 1) {
      const axis = axisNames[Math.floor(random() * axisNames.length)] ?? "";
      const line = {
        axis,
        verdict: random() < 1 / 6 ? "FAIL" : "PASS",
        at: new Date(firstInstant + Math.floor((row / rows) * spanMs)).toISOString(),
        id: `d-${row}`,
        artifact: { ref: `https://desk.example.org/letters/${row}` },
        rubric: `sha256:${axis.padEnd(64, "0").replaceAll(/[^0-9a-f]/g, "a")}`,
        reason: sentence(40),
        score: Math.round(random() * 1000) / 1000,
        cost_usd: Math.round(random() * 30) / 1000,
        latency_ms: Math.round(random() * 4000),
        model: "judge-3-large",
        source: "desk",
        meta: { run: row % 977, queue: sentence(3) },
      };
      held += `${JSON.stringify(line)}\n`;
      if (held.length > 1_000_000) {
        writeSync(fd, held);
        held = "";
      }
    }
    writeSync(fd, held);
  } finally {
    closeSync(fd);
  }
}
