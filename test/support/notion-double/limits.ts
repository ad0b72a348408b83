import { type ApiError, validationError } from "./api-error.ts";
import { countBlocks } from "./add-blocks.ts";
import { isObject } from "./json.ts";
import { checkLink } from "./links.ts";

/** Lists of runs: at most 100 each. */
const runLists: readonly string[] = ["rich_text", "title", "caption", "description"];
/** Other lists of at most 100. */
const shortLists: readonly string[] = ["children", "relation", "people", "multi_select", "options"];
/** Bytes of a whole request. */
const mostBytes = 500_000;
const mostBlocks = 1000;
const deepest = 2;

/**
 * Refuses what the SDK's types allow and the API does not: lengths in UTF-16 units, counts, depth, size, links, and
 * text that is no valid Unicode.
 */
export function checkLimits(body: unknown, bytes: number): void {
  if (bytes > mostBytes) throw tooLarge("body", mostBytes, bytes);
  if (!isObject(body)) return;
  if (Array.isArray(body["children"])) {
    const blocks = countBlocks(body["children"]);
    if (blocks > mostBlocks) throw tooLarge("body.children, all levels", mostBlocks, blocks);
  }
  walk(body, "body", 0);
}

function tooLarge(path: string, most: number, was: number): ApiError {
  return validationError(
    `body failed validation: ${path}.length should be ≤ \`${most}\`, instead was \`${was}\`.`,
  );
}

function checkLength(value: unknown, most: number, path: string): void {
  if (typeof value === "string" && value.length > most) throw tooLarge(path, most, value.length);
}

function walk(value: unknown, path: string, depth: number): void {
  if (typeof value === "string") {
    if (/\p{Surrogate}/u.test(value) || value.includes("\u0000")) {
      throw validationError(`body failed validation: ${path} should be valid Unicode without NUL.`);
    }
    return;
  }
  if (Array.isArray(value)) {
    value.forEach((item, at) => walk(item, `${path}[${at}]`, depth));
    return;
  }
  if (!isObject(value)) return;
  for (const [key, part] of Object.entries(value)) {
    const at = `${path}.${key}`;
    if (Array.isArray(part)) {
      const most = runLists.includes(key) || shortLists.includes(key) ? 100 : null;
      if (most !== null && part.length > most) throw tooLarge(at, most, part.length);
      // Cells of a table row are lists of runs without a name.
      if (key === "cells") {
        part.forEach((cell, index) => {
          if (Array.isArray(cell) && cell.length > 100) throw tooLarge(`${at}[${index}]`, 100, cell.length);
        });
      }
      const inner = key === "children" && path !== "body" ? depth + 1 : depth;
      if (inner > deepest) {
        throw validationError(`body failed validation: ${at} should be not present: nested too deep.`);
      }
      walk(part, at, inner);
      continue;
    }
    checkPart(key, part, at);
    walk(part, at, depth);
  }
}

function checkPart(key: string, part: unknown, path: string): void {
  if (key === "content" && !isObject(part)) checkLength(part, 2000, path);
  if (key === "expression") checkLength(part, 1000, path);
  if (key === "email" || key === "phone_number") checkLength(part, 200, path);
  if (key !== "url" || typeof part !== "string") return;
  // A URL property takes any text; every other address is a link.
  const ofProperty = /^body\.properties\.[^[\]]*\.url$/.test(path);
  if (ofProperty) checkLength(part, 2000, path);
  else checkLink(part, path);
}
