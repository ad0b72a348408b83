import { historyAnswer } from "../cli/history-answer.ts";
import type { CompiledConfig, CompiledConfigPlace } from "../config/compiled-config.ts";
import { readCompiledConfig } from "../config/read-compiled-config.ts";
import { knowClocks } from "../core/wall-clock.ts";
import { policyOf } from "../cycle/axis-record.ts";
import { readHistory } from "../cycle/read-history.ts";
import { closeQuietly, connectIfReady } from "../light/ready-database.ts";
import { historyStore } from "../store/sqlite/history-store.ts";
import { type HistoryCall, readHistoryCall } from "./arguments.ts";

/** Where the answer goes: whether it may be coloured, and the screen's columns, null where it is none. */
export interface Screen {
  readonly colour: boolean;
  readonly columns: number | null;
}

/**
 * What `history` prints, without the rest of the program, if everything of the call is plain: the arguments, a compiled config
 * that is still true, a database as it should be, months to show. Null for every other call: the ordinary path says the same
 * by the same functions, and explains what is wrong.
 */
export async function historyLightly(
  args: readonly string[],
  place: CompiledConfigPlace,
  screen: () => Screen,
): Promise<string | null> {
  try {
    const call = readHistoryCall(args);
    const config = call === null ? null : readCompiledConfig(call.configFlag, place);
    return call === null || config === null ? null : await answerOf(call, config, place, screen);
  } catch {
    return null;
  }
}

async function answerOf(
  call: HistoryCall,
  config: CompiledConfig,
  { env }: CompiledConfigPlace,
  screen: () => Screen,
): Promise<string | null> {
  const connection = connectIfReady(config);
  if (connection === null) return null;
  try {
    const { axes, burden, decision, timezone, workspace } = config;
    knowClocks(timezone, config.clocks);
    const store = historyStore({ connection, workspace });
    const rows = await readHistory(
      { workspace, timezone, decision, burden, store, now: Date.now, readAxes: () => axes },
      call,
    );
    if (rows.length === 0) return null;
    const policy = (name: string) => policyOf({ decision }, axes.find((axis) => axis.name === name) ?? null);
    return historyAnswer(rows, { form: call.form, policyOf: policy, timezone, env, ...screen() });
  } finally {
    closeQuietly(connection);
  }
}
