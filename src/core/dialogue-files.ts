/** The text of a dialogue file, or why there is none. */
export type DialogueReading =
  | {
      readonly kind: "file";
      /** Absolute, links resolved. */
      readonly path: string;
      readonly text: string;
      readonly bytes: number;
      /** Hex. */
      readonly sha256: string;
    }
  | { readonly kind: "missing" }
  | { readonly kind: "unreadable"; readonly because: string; readonly hint: string | null };

/** Bytes to be added at the end of a file that is, before them, as it is described here. */
export interface DialogueAddition {
  readonly path: string;
  readonly beforeBytes: number;
  /** Hex. */
  readonly beforeSha256: string;
  readonly text: string;
}

/** `changed`: the file was not what it should have been, and nothing was written. */
export type AdditionOutcome =
  | { readonly kind: "written" }
  | { readonly kind: "changed" }
  | { readonly kind: "unwritable"; readonly because: string; readonly hint: string | null };

/** Where dialogue files are. */
export interface DialogueFiles {
  read(path: string): Promise<DialogueReading>;
  /** The same addition again is `written` and adds nothing; half of one is completed. A file begins with an addition to nothing. */
  add(addition: DialogueAddition): Promise<AdditionOutcome>;
}
