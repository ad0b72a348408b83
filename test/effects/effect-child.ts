import { applyAxisFileEdit } from "../../src/effects/axis-file.ts";
import { appendVaultLog } from "../../src/effects/vault-log.ts";

/**
 * Performs one effect in a process of its own, which may be killed at a named step:
 * `node --import tsx effect-child.ts axis-file FILE [STEP]`, or `vault-log FILE HOME [STEP]`.
 */
export const childEdit = {
  status: { from: "graduated", to: "assisted" },
  lastCalibration: "2026-06-01",
  lastKappa: { value: 0.512 },
  founderOverrideCount: 4,
} as const;

export const childMarker = "^ic-2026-05-verify-dispatch-closed";

export const childMarkdown = `## 2026-05: verify-dispatch\n\n| graded | kappa |\n| --- | --- |\n${"| 14 | 0.512 |\n".repeat(120)}`;

const keys = {
  status: "status",
  lastCalibration: "last_calibration",
  lastKappa: "last_kappa",
  founderOverrideCount: "founder_override_count",
};

async function main([kind, path = "", ...rest]: readonly string[]): Promise<void> {
  const killAt = kind === "axis-file" ? rest[0] : rest[1];
  const step = (name: string): void => {
    if (name === killAt) process.kill(process.pid, "SIGKILL");
  };
  const outcome =
    kind === "axis-file"
      ? await applyAxisFileEdit({ file: path, axis: "verify-dispatch", edit: childEdit }, keys, {
          step,
          attempt: 1,
        })
      : await appendVaultLog({
          path,
          home: rest[0] ?? "",
          marker: childMarker,
          markdown: childMarkdown,
          step,
        });
  process.stdout.write(`${JSON.stringify(outcome)}\n`);
}

if (process.argv[1]?.endsWith("effect-child.ts") === true) await main(process.argv.slice(2));
