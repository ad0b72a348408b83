import type { Command } from "commander";

/** Whether commands are named in code, where every word counts, or in prose, where a sentence goes on behind them. */
type Place = "code" | "prose";

/** What is named as a command or option of the program and is none, a line each. */
export function wrongCommands(text: string, program: Command, place: Place): readonly string[] {
  return text
    .replaceAll(/\\\n\s*/g, " ")
    .replaceAll("run-improve-cron.sh --demo", "")
    .split("\n")
    .flatMap((line) =>
      [...line.matchAll(/(?<![\w./@-])(?:\.\/run-improve-cron\.sh|improve-cron)[ \t]+([^`\n]*)/g)].flatMap(
        ([, words = ""]) => wrongWords(words, program, place),
      ),
    );
}

/** The same of words that begin with the command itself. */
export function wrongWords(words: string, program: Command, place: Place): readonly string[] {
  // A second command, a comment or a pipe is another matter.
  const [own = ""] = words.split(/ [#|<>]|[;&)]|,? (?:and|or) |: | {2,}/);
  const tokens = own
    .replaceAll(/[[\](),]/g, " ")
    .split(/\s+/)
    .filter((token) => token !== "");
  let commands = [program];
  const wrong: string[] = [];
  for (const token of tokens) {
    const [command] = commands;
    // What is filled in when it is said may be a command of its own.
    if (command === undefined || (command.commands.length > 0 && token.startsWith("$"))) break;
    if (/^--[a-z]/.test(token)) {
      const [name = ""] = /^--[a-z][a-z-]*/.exec(token) ?? [];
      if (!commands.some((one) => knows(one, name)))
        wrong.push(`${command.name()} has no ${name}: ${own.trim()}`);
    } else if (command.commands.length > 0 && /^[a-z][a-z|-]*$/.test(token)) {
      const named = token.split("|").map((name) => command.commands.find((one) => one.name() === name));
      const found = named.filter((one) => one !== undefined);
      if (found.length === named.length) commands = found;
      else if (place === "code" || command !== program) {
        wrong.push(`${command.name()} has no command ${token}: ${own.trim()}`);
        break;
      } else break;
    }
  }
  return wrong;
}

function knows(command: Command, option: string): boolean {
  if (option === "--help" || command.options.some(({ long }) => long === option)) return true;
  return command.parent !== null && knows(command.parent, option);
}
