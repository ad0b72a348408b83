import type { Store } from "../../src/store/store.ts";

/** One database of the engine under test. */
export interface StoreEngine {
  readonly open: (options?: { readonly workspace?: string; readonly timezone?: string }) => Promise<Store>;
  /** Runs SQL behind the store's back. */
  readonly execute: (sql: string) => Promise<void>;
  readonly dispose: () => Promise<void>;
}

/** Makes an empty database whose randomness is the given salt. */
export type MakeEngine = (salt: Uint8Array) => Promise<StoreEngine>;

/** What the parts of the contract work with; everything they make is disposed of after each test. */
export interface StoreBench {
  readonly newEngine: () => Promise<StoreEngine>;
  /** A store of the workspace `default` in New York time, in a database of its own. */
  readonly newStore: () => Promise<Store>;
}

export const salt = new Uint8Array(32).fill(7);
export const saltHex = Buffer.from(salt).toString("hex");
