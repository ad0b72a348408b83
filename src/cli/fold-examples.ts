const indent = "      ";

/**
 * A help text whose examples (`  $ command ...`) fit into `columns`: a longer one goes on below behind a backslash, so that it can be
 * pasted as it stands. It is broken at spaces outside quotation marks only.
 *
 * @example foldExamples("  $ improve-cron run --dry-run", 26) // "  $ improve-cron run \\\n      --dry-run"
 */
export function foldExamples(help: string, columns: number): string {
  return help
    .split("\n")
    .map((line) => (line.startsWith("  $ ") && line.length > columns ? foldExample(line, columns) : line))
    .join("\n");
}

function foldExample(line: string, columns: number): string {
  const lines: string[] = [];
  let current = "";
  for (const word of wordsOf(line.slice("  $ ".length))) {
    const longer = current === "" ? word : `${current} ${word}`;
    const start = lines.length === 0 ? "  $ " : indent;
    if (current !== "" && start.length + longer.length + " \\".length > columns) {
      lines.push(start + current);
      current = word;
    } else current = longer;
  }
  return [...lines, (lines.length === 0 ? "  $ " : indent) + current].join(" \\\n");
}

/** The words of a shell command; what stands in quotation marks or `$(...)` stays in one. */
function wordsOf(command: string): readonly string[] {
  return command.match(/(?:"[^"]*"|'[^']*'|\$\([^)]*\)|[^\s"'])+/g) ?? [];
}
