import type { Findings } from "./invariants.ts";
import type { Trial } from "./trial.ts";

interface Named {
  /** As it is named on the command line. */
  readonly name: string;
  /** What is done, in a sentence of the report. */
  readonly what: string;
  /** Why it cannot be tried on this machine; null where it can. */
  readonly unavailable: () => string | null;
}

/** One way in which a machine or a person disturbs a job on a workspace that is the same for all. */
export interface JobFault extends Named {
  /** Disturbs the job and lifts the fault again; answers whether it really struck. */
  readonly strike: (trial: Trial) => Promise<boolean>;
  /** Looks once more when the job was done in peace. */
  readonly afterwards?: (trial: Trial) => Promise<void>;
  /** Where the job has to be one of these. */
  readonly jobs?: readonly string[];
  /** False where the clock or the founder makes another end right: then only what holds for every end is compared. */
  readonly sameEnd?: boolean;
  /** The workspace lies on a file system of its own of so many bytes. */
  readonly diskBytes?: number;
  /** Further lines of each axis file, and files beside the config that they name. */
  readonly axes?: { readonly lines: string; readonly files: Readonly<Record<string, string>> };
}

export interface PlayOptions {
  readonly seed: number;
  /** The built program. */
  readonly entry: string;
  /** Where folders can be made. */
  readonly root: string;
  /** Told what is planned, for whoever repeats it. */
  readonly note: (what: string) => void;
}

export interface Played extends Findings {
  readonly struck: boolean;
}

/** One that needs a world of its own: another queue, other months. */
export interface WorldFault extends Named {
  readonly play: (options: PlayOptions) => Promise<Played>;
}

export type Fault = JobFault | WorldFault;
