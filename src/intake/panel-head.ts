import { basename } from "node:path";
import { z } from "zod";
import { ownValue } from "../core/own-value.ts";
import type { PanelBlock } from "../core/panel-evidence.ts";
import { guardJson } from "./guarded-json.ts";
import { readInstant } from "./instant.ts";
import { unusableRun } from "./panel-file.ts";
import { type PanelFolderRequest, shape } from "./panel-folder.ts";
import { isStorable } from "./storable-text.ts";

const maxBlocks = 10_000;
const maxIdLength = 200;

const blockSchema = z.looseObject({
  n: z.int({ error: "n must be a whole number" }),
  text: z.string({ error: "text must be text" }),
});
const headSchema = z.looseObject({
  id: z
    .string({ error: "id must be text" })
    .min(1, { error: "id must not be empty" })
    .max(maxIdLength, { error: `id may have ${maxIdLength} characters` })
    .refine(isStorable, { error: "id holds NUL or half a character" })
    .nullish(),
  at: z.string({ error: "at must be text" }).nullish(),
  blocks: z
    .array(blockSchema, { error: "blocks must be a list" })
    .min(1, { error: "blocks must not be empty" })
    .max(maxBlocks, { error: `blocks may be ${maxBlocks} at most` }),
});

interface Head {
  readonly id: string;
  readonly at: number | null;
  readonly blocks: readonly PanelBlock[];
}

/** Id, instant and blocks: what must be right, since nothing can be checked without it. */
export function headOf(value: unknown, file: string, request: PanelFolderRequest): Head {
  // Before anything copies their keys.
  const danger = guardJson(Array.isArray(value) ? value : ownValue(value, "blocks"));
  if (danger !== null) throw unusableRun(file, danger, shape);
  const head = headSchema.safeParse(Array.isArray(value) ? { blocks: value } : value);
  if (!head.success) {
    const [issue] = head.error.issues;
    const path = issue?.path.join(".") ?? "";
    throw unusableRun(file, `${path === "" ? "" : `${path}: `}${issue?.message ?? "unusable"}`, shape);
  }
  const { at, blocks, id } = head.data;
  const numbers = new Set<number>();
  for (const { n } of blocks) {
    if (numbers.has(n)) throw unusableRun(file, `two blocks have the number ${n}`, shape);
    numbers.add(n);
  }
  const instant = readInstant(at ?? null, null, request.now);
  if (instant.kind === "reject")
    throw unusableRun(file, instant.reason, "Leave `at` out, or give a time with its zone.");
  return {
    id: id ?? basename(request.path),
    at: at === null || at === undefined ? null : instant.at,
    blocks: blocks.map(({ n, text }) => ({ n, text })),
  };
}
