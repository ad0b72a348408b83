import { isUtf8 } from "node:buffer";
import { ImproveCronError } from "../errors.ts";
import { guardJson, maxDepth, parseJson } from "./guarded-json.ts";
import { isDeeperThan } from "../core/json-depth.ts";
import { repeatedKeyAt } from "../core/repeated-key.ts";
import { readRegularFile } from "./regular-file.ts";
import { storableForm } from "./storable-text.ts";

/** A file of a panel run has at most this many bytes: 10,000 findings of a lens are 4 MB. */
const maxPanelFileBytes = 16 * 1024 * 1024;

/** A JSON file of a panel run: its value, that there is none, or why it cannot be used and in which line. */
export type PanelFileReading =
  | { readonly kind: "json"; readonly value: unknown }
  | { readonly kind: "missing" }
  | { readonly kind: "bad"; readonly line: number; readonly code: string; readonly reason: string };

/**
 * Reads a JSON file of a panel run: a regular file (no link, no pipe), UTF-8, within the limits. Dangerous keys are left for
 * the caller to look for, since one bad report of a file is not the whole file.
 *
 * @param path real path
 */
export function readPanelJson(path: string): PanelFileReading {
  const read = readPanelText(path);
  if (read.kind !== "text") return read;
  const { text } = read;
  // Parsing is refused by size of nesting first, whatever the length of the text.
  if (isDeeperThan(text, maxDepth)) return bad(1, "too-deep", `more than ${maxDepth} levels of nesting`);
  const parsed = parseJson(text);
  if (parsed.kind === "json") {
    const place = repeatedKeyAt(text);
    if (place === null) return parsed;
    const line = text.slice(0, place).split("\n").length;
    return bad(line, "repeated-key", "an object gives a key twice, and one of the two would be lost");
  }
  const character = /near character (\d+)/.exec(parsed.reason)?.[1];
  const before = character === undefined ? text.trimEnd() : text.slice(0, Number(character));
  return bad(before.split("\n").length, "not-json", parsed.reason.replace(/^not-json: /, ""));
}

/** The text of a file of a panel run, without its byte order mark. */
export function readPanelText(
  path: string,
): Exclude<PanelFileReading, { kind: "json" }> | { readonly kind: "text"; readonly text: string } {
  const reading = readRegularFile(path, maxPanelFileBytes);
  if (reading.kind === "bad") {
    switch (reading.because) {
      case "missing":
        return { kind: "missing" };
      case "too-large":
        return bad(1, "too-large", `more than ${maxPanelFileBytes / 1024 / 1024} MiB`);
      case "not-a-file":
      case "moved":
        return bad(1, "not-a-file", "a link, a folder, a pipe or a device");
      case "unreadable":
        return bad(1, "unreadable", "cannot be read: check its permissions");
    }
  }
  if (!isUtf8(reading.bytes)) return bad(1, "not-utf8", "not UTF-8 text");
  return { kind: "text", text: reading.bytes.toString("utf8").replace(/^\uFEFF/, "") };
}

function bad(line: number, code: string, reason: string): Extract<PanelFileReading, { kind: "bad" }> {
  return { kind: "bad", line, code, reason };
}

/** One report of a run as it may be used: without dangerous keys, in storable text; else who was lost by them. */
export function guardReport(report: unknown, lens: string | null): unknown {
  const danger = guardJson(report);
  if (danger === null) return storableValue(report);
  const code = danger.slice(0, danger.indexOf(":"));
  return lens === null ? { status: code } : { lens, status: code };
}

/** The same value with every text in the form in which it is stored. Deep values and dangerous keys were refused before. */
export function storableValue(value: unknown): unknown {
  if (typeof value === "string") return storableForm(value);
  if (Array.isArray(value)) return value.map(storableValue);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [storableForm(key), storableValue(inner)]),
  );
}

/** A run that cannot be used at all. */
export function unusableRun(place: string, reason: string, hint: string): ImproveCronError {
  return new ImproveCronError("input", `${place}: ${reason}`, hint);
}
