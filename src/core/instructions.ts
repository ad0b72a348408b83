import type { InstructionText } from "./instruction-rules.ts";

/** An instruction file as it was read. */
interface InstructionFile extends InstructionText {
  readonly kind: "file";
  readonly bytes: number;
  readonly lines: number;
  /** Of the content, hex. */
  readonly sha256: string;
  /** What HEAD stands at; null where there is no repository, or no commit in it. */
  readonly commit: string | null;
  /** Whether it differs from HEAD, or is not in it; null where there is no repository. */
  readonly differsFromHead: boolean | null;
}

/** A file that was asked for and cannot be read. */
export interface UnreadInstruction {
  readonly kind: "unread";
  readonly file: string;
  readonly because: "missing" | "not-a-file" | "too-large" | "unreadable" | "moved" | "outside";
}

export type InstructionReading = InstructionFile | UnreadInstruction;

/** Whether a commit can be what applied an adjustment, and what to know of it. */
export type CommitCheck =
  | {
      readonly kind: "ok";
      /** In full. */
      readonly commit: string;
      readonly committedAt: number;
      readonly subject: string;
      /** `differs-from-head`: the file has changes that are not committed; `not-in-head`: the commit is on another branch. */
      readonly warnings: readonly ("differs-from-head" | "not-in-head" | "file-missing")[];
    }
  | {
      readonly kind: "refused";
      readonly because: "no-git" | "no-repository" | "not-a-commit" | "unknown-commit" | "file-not-touched";
      readonly message: string;
      readonly hint: string;
    };

/** Where the instruction files stand, for whoever reads them. Nothing here ever writes one. */
export interface Instructions {
  /** The folder that files are named from; null where none is configured. */
  readonly repo: string | null;
  /** Files that are measured besides those that entries name. */
  readonly files: readonly string[];
  /** What a file of the machine is called: from the folder of the instructions, else from the config's, else its last name. */
  nameOf(path: string): string;
  /** In the order asked for; empty where no folder is configured. */
  read(files: readonly string[]): Promise<readonly InstructionReading[]>;
  checkCommit(question: {
    readonly commit: string;
    readonly file: string;
    /** Another folder than the configured one. */
    readonly repo: string | null;
  }): Promise<CommitCheck>;
}
