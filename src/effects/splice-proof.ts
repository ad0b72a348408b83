import { isDeepStrictEqual } from "node:util";
import type { Segment } from "./axis-entry.ts";

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

/** Whether two parsed documents mean the same everywhere but at these paths, which may differ or be added. */
export function sameExcept(before: unknown, after: unknown, paths: readonly (readonly Segment[])[]): boolean {
  if (paths.some((path) => path.length === 0)) return true;
  const below = (key: Segment): (readonly Segment[])[] =>
    paths.filter((path) => path[0] === key).map((path) => path.slice(1));
  if (Array.isArray(before) && Array.isArray(after)) {
    return (
      before.length === after.length &&
      before.every((item, index) => sameExcept(item, after[index], below(index)))
    );
  }
  if (isPlainObject(before) && isPlainObject(after)) {
    const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
    return [...keys].every((key) => {
      const rest = below(key);
      if (rest.some((path) => path.length === 0)) return true;
      return sameExcept(before[key], after[key], rest);
    });
  }
  return isDeepStrictEqual(before, after);
}

/**
 * Whether two texts differ in these lines alone (line numbers from 1, each in its own text): the others are the
 * same bytes in the same order, line ends included, and there are exactly `added` lines more.
 */
export function onlyTheseLinesDiffer(
  before: string,
  after: string,
  ownedBefore: ReadonlySet<number>,
  ownedAfter: ReadonlySet<number>,
  added: number,
): boolean {
  const linesBefore = before.split("\n");
  const linesAfter = after.split("\n");
  if (linesAfter.length !== linesBefore.length + added) return false;
  const restBefore = linesBefore.filter((_, index) => !ownedBefore.has(index + 1));
  const restAfter = linesAfter.filter((_, index) => !ownedAfter.has(index + 1));
  return (
    restBefore.length === restAfter.length && restBefore.every((line, index) => line === restAfter[index])
  );
}
