// Reads `history --json` of the demo's last month and prints what became of each axis.
// Ends with exit code 1 unless one was kept, one was below-threshold and one was reverted.
import { readFileSync } from "node:fs";

const wanted = {
  "verify-dispatch": "revert",
  "verify-strategic-output": "below-threshold",
  "verify-vault-write": "keep",
};
const rows = JSON.parse(readFileSync(process.argv[2] ?? 0, "utf8"));
const found = Object.fromEntries(
  rows.map(({ axis, state, decision }) => [axis, state === "closed" ? decision.action : state]),
);
for (const [axis, outcome] of Object.entries(wanted)) {
  console.log(`${axis.padEnd(24)} ${found[axis] ?? "missing"}`);
  if (found[axis] !== outcome) {
    console.error(`${axis} should have ended as ${outcome}`);
    process.exitCode = 1;
  }
}
