/** What tells one judge from another, beside rubric and settings: null where it is not known. */
export interface JudgeIdentity {
  /** `command`, `claude` or `codex`. */
  readonly critic: string;
  readonly cliVersion: string | null;
  /** The model that really answered. */
  readonly model: string | null;
  /** Fingerprint of the judging prompt. */
  readonly prompt: string | null;
}

/** One thing about the judge that is not what it was. */
export interface JudgeChange {
  readonly what: keyof JudgeIdentity;
  readonly before: string;
  readonly after: string;
}

/**
 * What changed about the judge between two runs: empty means that as far as is known the same judge answered. What is
 * unknown on either side is no change, since a failed call may know nothing of who would have answered.
 *
 * @example judgeChanges({ ...june, model: "m-1" }, { ...june, model: "m-2" }) // [{ what: "model", before: "m-1", after: "m-2" }]
 */
export function judgeChanges(before: JudgeIdentity, after: JudgeIdentity): readonly JudgeChange[] {
  const parts = ["critic", "cliVersion", "model", "prompt"] as const;
  return parts.flatMap((what) => {
    const [was, is] = [before[what], after[what]];
    return was === null || is === null || was === is ? [] : [{ what, before: was, after: is }];
  });
}
