import { type Document, isAlias, isMap, isScalar, isSeq, type Pair, type YAMLMap } from "yaml";

/** Why the owned scalars of an axis file may not be changed by a splice. */
export type SpliceRefusal =
  | "not-yaml"
  | "duplicate-key"
  | "several-documents"
  | "tabs"
  | "empty"
  | "not-a-map"
  | "axis-not-found"
  | "axis-twice"
  | "alias"
  | "anchor"
  | "merge-key"
  | "tag"
  | "block-scalar"
  | "multi-line"
  | "not-a-scalar"
  | "flow-map"
  | "explicit-key"
  | "status-missing"
  | "no-place"
  | "not-proven";

export interface Refused {
  readonly kind: "refused";
  /** Line in the file, from 1; null where no single line is to blame. */
  readonly line: number | null;
  readonly because: SpliceRefusal;
  readonly message: string;
}

/** A step into parsed YAML: the key of a map or the index of a list. */
export type Segment = string | number;

export interface AxisEntry {
  readonly kind: "entry";
  readonly map: YAMLMap;
  /** Where the map stands in the document; empty for the whole document. */
  readonly path: readonly Segment[];
}

/** The line (from 1) of an offset in the source. */
export type LineOf = (offset: number) => number;

export function refused(because: SpliceRefusal, line: number | null, message: string): Refused {
  return { kind: "refused", line, because, message };
}

/** The pair of a map that has this key, if the map itself has it (not a merged one). */
export function ownPair(map: YAMLMap, key: string): Pair | null {
  return map.items.find((pair) => isScalar(pair.key) && String(pair.key.value) === key) ?? null;
}

/** The line of a parsed node, or null where the parser gave it no place. */
export function lineOfNode(node: unknown, lineOf: LineOf): number | null {
  if (!isScalar(node) && !isMap(node) && !isSeq(node) && !isAlias(node)) return null;
  const start = node.range?.[0];
  return start === undefined ? null : lineOf(start);
}

function nameOf(map: YAMLMap, document: Document): unknown {
  const value = ownPair(map, "axis")?.value;
  const node = isAlias(value) ? value.resolve(document) : value;
  return isScalar(node) ? node.value : null;
}

/**
 * Which map of an axis file holds the axis: the whole document, or the one entry of its `axes` list with that name.
 * A map that carries an anchor is refused, since other places of the file may repeat what is written in it.
 */
export function findAxisEntry(document: Document, axis: string, lineOf: LineOf): AxisEntry | Refused {
  const root = document.contents;
  if (root === null || (isScalar(root) && root.value === null)) {
    return refused("empty", null, "the file is empty");
  }
  if (!isMap(root)) return refused("not-a-map", lineOfNode(root, lineOf), "the file is not a map of keys");
  if (root.anchor !== undefined)
    return refused("anchor", lineOfNode(root, lineOf), `the file carries the anchor &${root.anchor}`);

  const list = ownPair(root, "axes")?.value ?? null;
  if (list === null) {
    if (nameOf(root, document) === axis) return { kind: "entry", map: root, path: [] };
    return refused("axis-not-found", null, `the file does not hold the axis ${axis}`);
  }
  if (isAlias(list)) return refused("alias", lineOfNode(list, lineOf), "the list `axes` is an alias");
  if (!isSeq(list)) return refused("not-a-map", lineOfNode(list, lineOf), "`axes` is not a list of maps");
  if (list.anchor !== undefined)
    return refused(
      "anchor",
      lineOfNode(list, lineOf),
      `the list \`axes\` carries the anchor &${list.anchor}`,
    );

  const found: AxisEntry[] = [];
  for (const [index, item] of list.items.entries()) {
    if (isMap(item) && nameOf(item, document) === axis)
      found.push({ kind: "entry", map: item, path: ["axes", index] });
  }
  const [first, second] = found;
  if (first === undefined)
    return refused("axis-not-found", null, `no entry of \`axes\` has the name ${axis}`);
  if (second !== undefined) {
    return refused(
      "axis-twice",
      lineOfNode(second.map, lineOf),
      `two entries of \`axes\` have the name ${axis}`,
    );
  }
  if (first.map.anchor !== undefined) {
    return refused(
      "anchor",
      lineOfNode(first.map, lineOf),
      `the entry carries the anchor &${first.map.anchor}`,
    );
  }
  return first;
}
