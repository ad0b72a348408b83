import { openApp } from "./app.ts";

/** What became of a verdict. `id` is what improve-cron calls it; `because` says why it was rejected. */
export interface RecordedVerdict {
  readonly outcome: "stored" | "duplicate" | "rejected";
  readonly id: string | null;
  readonly because: string | null;
}

/**
 * Stores one verdict, in the format of the verdict logs, from a program. It is durable when the promise resolves;
 * the same verdict twice is one. Paths start at the working directory; without `at` the verdict was given now.
 *
 * @param verdict e.g. `{ axis: "verify-dispatch", verdict: "PASS", artifact: { text: "..." } }`
 * @param options `config`: the config file; without it the usual places are searched.
 * @throws ImproveCronError where the config or the database cannot be used. A bad verdict is not thrown but `rejected`.
 * @example (await recordVerdict({ axis: "verify-dispatch", verdict: "PASS" })).outcome // => "stored"
 */
export async function recordVerdict(
  verdict: Readonly<Record<string, unknown>>,
  options: { readonly config?: string } = {},
): Promise<RecordedVerdict> {
  const app = await openApp({
    configFile: options.config ?? null,
    env: process.env,
    cwd: process.cwd(),
    now: null,
    dryRun: false,
    write: () => {},
  });
  try {
    const result = await app.recordVerdicts({ source: "record", rows: [verdict], baseFolder: process.cwd() });
    const [reject] = result.rejects;
    if (reject !== undefined) return { outcome: "rejected", id: null, because: reject.reason };
    return { outcome: result.stored === 1 ? "stored" : "duplicate", id: result.lastId, because: null };
  } finally {
    await app[Symbol.asyncDispose]();
  }
}
