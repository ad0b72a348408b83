import { type Document, isAlias, isMap, isScalar, type YAMLMap } from "yaml";
import {
  type AxisEntry,
  type LineOf,
  lineOfNode,
  ownPair,
  type Refused,
  refused,
  type Segment,
} from "./axis-entry.ts";

/** The names of the four owned scalars in an axis file; dotted paths reach into maps. */
export interface OwnedKeys {
  readonly status: string;
  readonly lastCalibration: string;
  readonly lastKappa: string;
  readonly founderOverrideCount: string;
}

/** The owned keys in the order in which missing ones are written. */
export const ownedKeyOrder = ["status", "lastCalibration", "lastKappa", "founderOverrideCount"] as const;

type Quote = "" | "'" | '"';

/** An owned scalar that stands in the file on its own line and may be replaced there. */
export interface Present {
  readonly kind: "present";
  readonly parent: YAMLMap;
  /** Path from the top of the document. */
  readonly path: readonly Segment[];
  /** The value as YAML reads it, and as it is written without its quotes. */
  readonly value: unknown;
  readonly written: string;
  readonly quote: Quote;
  /** Offsets of the written value, quotes included; both the same for `key:` without a value. */
  readonly start: number;
  readonly end: number;
  readonly keyStart: number;
  readonly firstLine: number;
  readonly lastLine: number;
}

/** An owned key that the file does not have, though it has the map that would hold it. */
export interface Missing {
  readonly kind: "missing";
  readonly parent: YAMLMap;
  readonly path: readonly Segment[];
}

const quotes: Readonly<Record<string, Quote>> = { PLAIN: "", QUOTE_SINGLE: "'", QUOTE_DOUBLE: '"' };

/** The map that a dotted path ends in: each step down has to be a map written here, not an alias or a merged one. */
function parentOf(entry: AxisEntry, dotted: string, document: Document, lineOf: LineOf): YAMLMap | Refused {
  let map = entry.map;
  for (const part of dotted.split(".").slice(0, -1)) {
    const value = ownPair(map, part)?.value ?? null;
    if (value === null || (isScalar(value) && value.value === null)) {
      const line = lineOfNode(map, lineOf);
      if (comesFromMerge(map, part, document))
        return refused("merge-key", line, `\`${part}\` comes from a merge key`);
      return refused("no-place", line, `there is no map \`${part}\` to hold \`${dotted}\``);
    }
    if (isAlias(value)) return refused("alias", lineOfNode(value, lineOf), `\`${part}\` is an alias`);
    if (!isMap(value)) return refused("not-a-map", lineOfNode(value, lineOf), `\`${part}\` is not a map`);
    if (value.anchor !== undefined) {
      return refused("anchor", lineOfNode(value, lineOf), `\`${part}\` carries the anchor &${value.anchor}`);
    }
    map = value;
  }
  return map;
}

function comesFromMerge(map: YAMLMap, key: string, document: Document): boolean {
  const read: unknown = map.toJS(document);
  return typeof read === "object" && read !== null && Object.hasOwn(read, key) && ownPair(map, key) === null;
}

/**
 * Where an owned scalar stands, or why it may not be touched. Only a plain or quoted scalar on one line is
 * replaceable: everything else either means more than it shows (alias, anchor, merge, tag) or has no single
 * range whose neighbours stay as they are (block scalar, value over several lines, flow mapping).
 */
export function findOwnedScalar(
  source: string,
  entry: AxisEntry,
  dotted: string,
  document: Document,
  lineOf: LineOf,
): Present | Missing | Refused {
  const parent = parentOf(entry, dotted, document, lineOf);
  if ("kind" in parent) return parent;
  const key = dotted.split(".").at(-1) ?? dotted;
  const path = [...entry.path, ...dotted.split(".")];
  if (parent.flow === true) {
    return refused("flow-map", lineOfNode(parent, lineOf), `\`${key}\` belongs in a flow mapping { ... }`);
  }

  const pair = ownPair(parent, key);
  if (pair === null) {
    const line = lineOfNode(parent, lineOf);
    if (comesFromMerge(parent, key, document))
      return refused("merge-key", line, `\`${key}\` comes from a merge key`);
    return { kind: "missing", parent, path };
  }
  const keyRange = isScalar(pair.key) ? pair.key.range : null;
  if (keyRange === null || keyRange === undefined)
    return refused("not-proven", null, `\`${key}\` has no place in the file`);
  const firstLine = lineOf(keyRange[0]);
  const colon = /^[ \t]*:/.exec(source.slice(keyRange[1]));
  if (colon === null) return refused("explicit-key", firstLine, `\`${key}\` is written as an explicit key`);
  const afterColon = keyRange[1] + colon[0].length;

  const node = pair.value;
  if (node === null) {
    return {
      kind: "present",
      parent,
      path,
      value: null,
      written: "",
      quote: "",
      start: afterColon,
      end: afterColon,
      keyStart: keyRange[0],
      firstLine,
      lastLine: firstLine,
    };
  }
  if (isAlias(node))
    return refused("alias", firstLine, `the value of \`${key}\` is the alias *${node.source}`);
  if (!isScalar(node))
    return refused("not-a-scalar", firstLine, `the value of \`${key}\` is a map or a list`);
  if (node.anchor !== undefined)
    return refused("anchor", firstLine, `the value of \`${key}\` carries the anchor &${node.anchor}`);
  if (node.tag !== undefined) return refused("tag", firstLine, `the value of \`${key}\` carries a tag`);
  const quote = quotes[node.type ?? ""];
  if (quote === undefined)
    return refused("block-scalar", firstLine, `the value of \`${key}\` is a block scalar`);
  const range = node.range;
  if (range === null || range === undefined)
    return refused("not-proven", firstLine, `\`${key}\` has no place in the file`);

  // An empty value stands, for the parser, after the spaces and perhaps at a comment: the text belongs at the colon.
  const empty = range[0] === range[1];
  const start = empty ? afterColon : range[0];
  const end = empty ? afterColon : range[1];
  const text = source.slice(start, end);
  if (text.includes("\n"))
    return refused("multi-line", firstLine, `the value of \`${key}\` runs over several lines`);
  return {
    kind: "present",
    parent,
    path,
    value: node.value,
    written: quote === "" ? text : text.slice(1, -1),
    quote,
    start,
    end,
    keyStart: keyRange[0],
    firstLine,
    lastLine: lineOf(start),
  };
}
