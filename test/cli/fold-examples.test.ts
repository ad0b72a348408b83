import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import type { Command } from "commander";
import { createProgram } from "../../src/cli/program.ts";
import { foldExamples } from "../../src/cli/fold-examples.ts";

function spoken(example: string): string {
  return execFileSync("sh", ["-c", example.replace("$ ", "")], { encoding: "utf8" });
}

describe("foldExamples", () => {
  it.each([
    ["  $ improve-cron status", "  $ improve-cron status"],
    [
      '  $ improve-cron record --text "Dear all, ..." | jq .stored',
      '  $ improve-cron record --text \\\n      "Dear all, ..." | jq .stored',
    ],
    [
      "  $ improve-cron adjustments --commit $(git rev-parse HEAD) --now",
      "  $ improve-cron adjustments \\\n      --commit \\\n      $(git rev-parse HEAD) --now",
    ],
    ["a line of prose that is longer than the screen", "a line of prose that is longer than the screen"],
    ["    $ not an example of the program's own help", "    $ not an example of the program's own help"],
  ])("%s", (line, folded) => {
    expect(foldExamples(`Examples:\n${line}\n`, 36)).toBe(`Examples:\n${folded}\n`);
  });

  it("makes the same words of a shell", () => {
    const words = `a 'b c' "d  e"f --g=1 "h" i`;
    const folded = foldExamples(`  $ printf '%s|' ${words}`, 20);
    expect(folded.split("\n").length).toBeGreaterThan(2);
    expect(spoken(folded)).toBe(spoken(`  $ printf '%s|' ${words}`));
  });
});

it("leaves no help of any command wider than 80 columns", () => {
  let out = "";
  const program = createProgram(
    {
      session: () => {
        throw new Error("no command is run");
      },
      end: () => {},
    },
    { out: (text) => (out += text), err: () => {} },
  );
  const commands = (command: Command): readonly Command[] => [command, ...command.commands.flatMap(commands)];
  const all = commands(program);
  for (const command of all) command.outputHelp();
  expect(all.length).toBeGreaterThan(40);
  expect(out.split("\n").filter((line) => line.length > 80)).toEqual([]);
});
