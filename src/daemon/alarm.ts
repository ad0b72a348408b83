import { EventEmitter } from "node:events";

/** Something that can happen once, and a promise of it. */
export function createAlarm<T>(): { readonly raised: Promise<T>; readonly raise: (value: T) => void } {
  const bell = new EventEmitter<{ raised: [T] }>();
  const raised = new Promise<T>((resolve) => {
    bell.once("raised", resolve);
  });
  return { raised, raise: (value) => void bell.emit("raised", value) };
}
