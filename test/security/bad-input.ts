import { markdownTable } from "../../src/reports/markdown-text.ts";
import { oneLine } from "../../src/reports/terminal-text.ts";

/** One thing that may come in by a door, and what has to become of it. */
export interface BadInput<Given> {
  readonly given: Given;
  /** The code of the refusal, or what becomes of it. */
  readonly expected: string;
  readonly why: string;
  /** How the page shows it; default: the given text itself, its beginning where it is long. */
  readonly shown?: string;
}

/** A way into the program, with everything that is tried on it. */
export interface Door {
  /** Begins the ids of its rows. */
  readonly id: string;
  readonly name: string;
  /** How it is tried, as one sentence. */
  readonly means: string;
  readonly inputs: readonly { readonly shown: string; readonly expected: string; readonly why: string }[];
  /** What became of each input, in their order. The folder is empty and its own. */
  readonly tryAll: (folder: string) => Promise<readonly string[]>;
}

/** A door that takes its inputs together, as a file of lines is taken. */
export function doorForAll<Given>(door: {
  readonly id: string;
  readonly name: string;
  readonly means: string;
  readonly inputs: readonly BadInput<Given>[];
  readonly tryAll: (given: readonly Given[], folder: string) => Promise<readonly string[]>;
}): Door {
  const { inputs, tryAll, ...rest } = door;
  return {
    ...rest,
    inputs: inputs.map(({ given, shown, expected, why }) => ({
      shown: shown ?? shownOf(given),
      expected,
      why,
    })),
    tryAll: (folder) =>
      tryAll(
        inputs.map(({ given }) => given),
        folder,
      ),
  };
}

/** A door that takes one input after the other. */
export function doorForEach<Given>(door: {
  readonly id: string;
  readonly name: string;
  readonly means: string;
  readonly inputs: readonly BadInput<Given>[];
  readonly tryOne: (given: Given, folder: string, index: number) => Promise<string> | string;
}): Door {
  const { tryOne, ...rest } = door;
  return doorForAll({
    ...rest,
    tryAll: async (given, folder) => {
      const outcomes: string[] = [];
      for (const [index, one] of given.entries()) outcomes.push(await tryOne(one, folder, index));
      return outcomes;
    },
  });
}

const longestShown = 90;

/** A value as one short line of visible characters. */
function shownOf(given: unknown): string {
  const text = typeof given === "string" ? given : (JSON.stringify(given) ?? String(given));
  const visible = text.replaceAll(/[^\P{C}]|[\u2028\u2029\u3000\u00a0]/gu, (one) => {
    if (one === "\n") return "\\n";
    return `\\u{${(one.codePointAt(0) ?? 0).toString(16)}}`;
  });
  const line = oneLine(visible);
  return line.length <= longestShown ? line : `${line.slice(0, longestShown)}... (${text.length} characters)`;
}

/** The beginning of a refusal `code: words`. */
export function codeOf(reason: string): string {
  const end = reason.indexOf(":");
  return end === -1 ? reason : reason.slice(0, end);
}

export interface TriedDoor {
  readonly door: Door;
  readonly outcomes: readonly string[];
}

/** The number of a row, as the page and the tests name it. */
export function idOf(door: Door, index: number): string {
  return `${door.id}-${String(index + 1).padStart(2, "0")}`;
}

/** The page of all doors, with what came out of each input. */
export function pageOf(tried: readonly TriedDoor[]): string {
  const rows = tried.flatMap(({ door, outcomes }) =>
    door.inputs.map(({ expected }, index) => outcomes[index] === expected),
  );
  const wrong = rows.filter((right) => !right).length;
  const sections = tried.flatMap(({ door, outcomes }) => [
    `## ${door.name}`,
    "",
    door.means,
    "",
    ...markdownTable(
      ["id", "input", "outcome", "why"],
      door.inputs.map(({ shown, expected, why }, index) => {
        const outcome = outcomes[index] ?? "nothing";
        return [
          idOf(door, index),
          shown,
          outcome === expected ? outcome : `WRONG: ${outcome}, not ${expected}`,
          why,
        ];
      }),
    ),
    "",
  ]);
  return [
    "# Bad inputs",
    "",
    `${rows.length} inputs through ${tried.length} doors, ${wrong} wrong outcomes.`,
    "",
    "Each row goes through the real door: real files, a real database, a real server, real child processes. The outcome is",
    "the code of the refusal, or what becomes of the input where it is taken. `npm run bad-inputs` writes this page from the",
    "same rows that the tests run (`test/security`), and a test holds the page to what it writes.",
    "",
    ...sections,
  ]
    .join("\n")
    .trimEnd()
    .concat("\n");
}
