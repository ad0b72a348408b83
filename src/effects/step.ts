/** The moments at which a fault trial may stop the program while it changes a file; see ARCHITECTURE. */
export type EffectStep =
  | "axis-file: temp written"
  | "axis-file: before rename"
  | "axis-file: after rename"
  | "vault-log: before append"
  | "vault-log: after append"
  | "vault-log: after sync"
  | "picture: temp written"
  | "picture: before rename"
  | "picture: after rename"
  | "message: before send"
  | "message: after send";

/** Called at each named moment; in ordinary use it does nothing. */
export type Step = (name: EffectStep) => void;
