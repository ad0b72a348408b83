/**
 * In how many ways, at worst, can a backtracking matcher try to match a pattern from one place of a text of `length`
 * characters? A bound, not an estimate: a repetition of one way has as many ways as it may end at, one of several ways has
 * them to the power of its turns, a sequence the product of its parts, a choice their sum. Null where the pattern uses what
 * has no such bound (references back, looking behind).
 *
 * @param pattern a regular expression that compiles with the flag `u`
 * @example worstSteps("a.{0,9}b", 400) // 10
 * @example worstSteps("(a+)+", 400) // Infinity
 */
export function worstSteps(pattern: string, length: number): number | null {
  if (/\\(?:[1-9]|k<)|\(\?<[=!]/.test(pattern.replaceAll(/\\\\/g, ""))) return null;
  const reader = { pattern, at: 0, length };
  return choiceWays(reader);
}

interface Reader {
  readonly pattern: string;
  readonly length: number;
  at: number;
}

function choiceWays(reader: Reader): number {
  let ways = sequenceWays(reader);
  while (reader.pattern[reader.at] === "|") {
    reader.at += 1;
    ways += sequenceWays(reader);
  }
  return ways;
}

function sequenceWays(reader: Reader): number {
  const { pattern } = reader;
  let ways = 1;
  while (reader.at < pattern.length && pattern[reader.at] !== "|" && pattern[reader.at] !== ")") {
    ways *= repeated(atomWays(reader), repetition(reader), reader.length);
  }
  return ways;
}

/** One character, class, escape or group; the reader stands behind it afterwards. */
function atomWays(reader: Reader): number {
  const rest = reader.pattern.slice(reader.at);
  if (rest.startsWith("(")) {
    reader.at += /^\((?:\?(?:[:=!]|<[^>]*>))?/.exec(rest)?.[0].length ?? 1;
    const ways = choiceWays(reader);
    reader.at += 1;
    return ways;
  }
  const atom =
    /^(?:\\[pPu]\{[^}]*\}|\\u[\da-fA-F]{4}|\\x[\da-fA-F]{2}|\\c[A-Za-z]|\\.|\[(?:\\.|[^\]\\])*\]|.)/su.exec(
      rest,
    );
  reader.at += atom?.[0].length ?? 1;
  return 1;
}

/** How often the atom before may be repeated; once where nothing is said. */
function repetition(reader: Reader): { readonly from: number; readonly to: number } {
  const found = /^(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})\??/.exec(reader.pattern.slice(reader.at));
  if (found === null) return { from: 1, to: 1 };
  reader.at += found[0].length;
  const [, sign, least, comma, most] = found;
  if (sign !== undefined) return { from: sign === "+" ? 1 : 0, to: sign === "?" ? 1 : Infinity };
  const from = Number(least);
  if (comma === undefined) return { from, to: from };
  return { from, to: most === undefined || most === "" ? Infinity : Number(most) };
}

function repeated(
  ways: number,
  { from, to }: { readonly from: number; readonly to: number },
  length: number,
): number {
  const most = Math.min(to, length);
  const ends = Math.max(1, most - from + 1);
  return ways === 1 ? ends : ways ** most + (ends - 1);
}
