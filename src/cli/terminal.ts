/** The streams of this process, as the commands see them. */
export interface Terminal {
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  /** Whether a person sits at both ends: only then is anything asked. */
  readonly interactive: boolean;
  /** Whether stdout may carry colour: a terminal, and NO_COLOR is unset or empty. */
  readonly color: boolean;
  /** Columns of stdout; 100 where it is no terminal. */
  readonly columns: () => number;
  readonly rows: () => number;
  /** What was asked for, on stdout. */
  readonly out: (text: string) => void;
  /** Notices and errors, on stderr. */
  readonly err: (text: string) => void;
  /** What is being done, on one line of stderr that the next one overwrites; null ends it. Only on a terminal. */
  readonly progress: (text: string | null) => void;
}

const columnsWithoutTerminal = 100;
const rowsWithoutTerminal = 40;

/**
 * The terminal of a process. A reader that goes away (`| head`) is no error and stops nothing:
 * the rest of the output is dropped, the work is done to its end.
 */
export function createTerminal(
  streams: Pick<NodeJS.Process, "stdin" | "stdout" | "stderr">,
  env: Readonly<Record<string, string | undefined>>,
): Terminal {
  const { stdin, stdout, stderr } = streams;
  const lost = new Set<NodeJS.WriteStream>();
  for (const stream of [stdout, stderr]) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EPIPE") throw error;
      lost.add(stream);
    });
  }
  const write = (stream: NodeJS.WriteStream, text: string): void => {
    if (!lost.has(stream)) stream.write(text);
  };
  let isShowingProgress = false;
  const progress = (text: string | null): void => {
    if (!stderr.isTTY || (text === null && !isShowingProgress)) return;
    write(stderr, `\r\u001b[2K${withinColumns(text ?? "", columnsOf(stderr))}`);
    isShowingProgress = text !== null;
  };
  const say = (stream: NodeJS.WriteStream, text: string): void => {
    progress(null);
    write(stream, text);
  };
  return {
    stdin,
    stdout,
    interactive: stdin.isTTY && stdout.isTTY,
    color: colourOf(stdout, env),
    columns: () => columnsOf(stdout),
    rows: () => stdout.rows ?? rowsWithoutTerminal,
    out: (text) => say(stdout, text),
    err: (text) => say(stderr, text),
    progress,
  };
}

/**
 * The beginning of a line that surely fits: one that went over the edge could not be overwritten as a whole. All but ASCII counts
 * as two columns, which is never too few.
 *
 * @example withinColumns("reading letters.jsonl: 4% of 60 MB", 20) // "reading letters.js…"
 */
export function withinColumns(line: string, columns: number): string {
  let [width, end] = [0, 0];
  for (const sign of line) {
    width += sign >= " " && sign <= "~" ? 1 : 2;
    // The last column stays free for the ellipsis, the one after it for the cursor.
    if (width <= columns - 3) end += sign.length;
  }
  return width <= columns - 1 ? line : `${line.slice(0, end)}…`;
}

/** Whether a stream may carry colour: it is a terminal, no dumb one, and NO_COLOR is unset or empty. */
export function colourOf(
  stream: Pick<NodeJS.WriteStream, "isTTY">,
  env: Readonly<Record<string, string | undefined>>,
): boolean {
  return stream.isTTY && (env["NO_COLOR"] ?? "") === "" && env["TERM"] !== "dumb";
}

/** Columns of a stream; 100 where it is no terminal. */
export function columnsOf(stream: Partial<Pick<NodeJS.WriteStream, "columns">>): number {
  const { columns = 0 } = stream;
  // Terminals without a size say 0.
  return columns > 0 ? columns : columnsWithoutTerminal;
}

/**
 * Whether the terminal, or whoever reads the pipe, is told to take more than ASCII: the locale's character set is UTF-8
 * (LC_ALL before LC_CTYPE before LANG, POSIX) and the terminal is not a dumb one.
 */
export function showsUnicode(env: Readonly<Record<string, string | undefined>>): boolean {
  const locale = [env["LC_ALL"], env["LC_CTYPE"], env["LANG"]].find((one) => (one ?? "") !== "") ?? "";
  return /utf-?8/i.test(locale) && env["TERM"] !== "dumb";
}

const codes = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33 } as const;

/** The text in a colour or weight, or as it is where colour is off. */
export function paint(text: string, style: keyof typeof codes, color: boolean): string {
  return color ? `\u001b[${codes[style]}m${text}\u001b[0m` : text;
}
