import { headingForm } from "./adjustments.ts";

/** A rule of a rubric that can be named: a heading, or a numbered rule. */
export interface RubricClause {
  /** As it stands in the rubric, without marks and number. */
  readonly name: string;
  /** The number of a numbered rule, such as `3` or `2.1`; null for a heading without one. */
  readonly number: string | null;
}

const longestClause = 200;

/** The headings and numbered rules of a rubric in Markdown, in order; what stands in fenced blocks is no rule. */
export function rubricClauses(text: string): readonly RubricClause[] {
  const clauses: RubricClause[] = [];
  let fence: string | null = null;
  for (const line of text.split(/\r\n|\r|\n/u)) {
    const mark = /^ {0,3}(`{3,}|~{3,})/u.exec(line)?.[1] ?? null;
    if (fence === null && mark !== null) fence = mark;
    else if (fence !== null && mark?.startsWith(fence) === true) fence = null;
    else if (fence === null) {
      const [, hashes, rest = ""] = /^ {0,3}(#{1,6}\s+)?(.+?)\s*#*\s*$/u.exec(line) ?? [];
      const [, number, name] = /^(\d{1,3}(?:\.\d{1,3}){0,3})[.):]?\s+(.+)$/u.exec(rest) ?? [];
      // A line that only begins with a number ("3 of 5 graders") is no rule.
      const isRule = number !== undefined && name !== undefined && /^\d[\d.]*[.):]\s/u.test(rest);
      if (hashes !== undefined) clauses.push({ name: name ?? rest, number: number ?? null });
      else if (isRule) clauses.push({ name, number });
    }
  }
  return clauses;
}

/**
 * Which rule of the rubric is a verdict about? What the critic named: `meta.clause` of its verdict, or a key `clause` of
 * its line, in the rubric's own words where the rubric has that rule. Else what the critic's reason quotes, else what the
 * founder's does: a text between quotation marks or backticks that is a heading or rule of the rubric, or `rule 3`,
 * `clause 2.1`, `section 4`, `§ 4` where the rubric has that number once. Null where nobody named one.
 */
export function namedClause(
  said: {
    readonly meta: Readonly<Record<string, unknown>>;
    readonly critic: string | null;
    readonly founder: string | null;
  },
  clauses: readonly RubricClause[],
): string | null {
  const given = givenClause(said.meta);
  if (given !== null) return (clauseCalled(given, clauses) ?? { name: given }).name;
  for (const reason of [said.critic, said.founder]) {
    const clause = reason === null ? null : quotedClause(reason, clauses);
    if (clause !== null) return clause.name;
  }
  return null;
}

function givenClause(meta: Readonly<Record<string, unknown>>): string | null {
  const { clause, extra } = meta;
  const beside = typeof extra === "object" && extra !== null && "clause" in extra ? extra.clause : null;
  for (const written of [clause, beside]) {
    const text = typeof written === "number" ? String(written) : written;
    if (typeof text !== "string" || text.trim() === "") continue;
    return Array.from(text.replaceAll(/\s+/gu, " ").trim()).slice(0, longestClause).join("");
  }
  return null;
}

/** By name, by number, or by both (`3. Addresses`). */
function clauseCalled(text: string, clauses: readonly RubricClause[]): RubricClause | null {
  const form = headingForm(text);
  const called = clauses.filter(
    ({ name, number }) =>
      headingForm(name) === form ||
      (number !== null && (number === form || headingForm(`${number}. ${name}`) === form)),
  );
  const numbered = /^(?:rule|clause|section|criterion|no\.?|§)?\s*(\d{1,3}(?:\.\d{1,3}){0,3})$/u.exec(
    form,
  )?.[1];
  if (called.length === 0 && numbered !== undefined) {
    called.push(...clauses.filter(({ number }) => number === numbered));
  }
  return called.length === 1 || new Set(called.map(({ name }) => headingForm(name))).size === 1
    ? (called[0] ?? null)
    : null;
}

function quotedClause(reason: string, clauses: readonly RubricClause[]): RubricClause | null {
  const quoted = [...reason.matchAll(/"([^"]+)"|“([^”]+)”|‘([^’]+)’|`([^`]+)`|(?<!\w)'([^']+)'(?!\w)/gu)];
  for (const match of quoted) {
    const text = match.slice(1).find((part) => part !== undefined);
    const clause = text === undefined ? null : clauseCalled(text, clauses);
    if (clause !== null) return clause;
  }
  for (const [, number = ""] of reason.matchAll(
    /(?:\b(?:rule|clause|section|criterion)\s+|§\s*)(\d{1,3}(?:\.\d{1,3}){0,3})/giu,
  )) {
    const clause = clauseCalled(number, clauses);
    if (clause !== null) return clause;
  }
  return null;
}
