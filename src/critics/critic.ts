import type { AnswerOf, AnswerSchema } from "../core/answer-schema.ts";
import type { Axis } from "../core/axis.ts";
import type { FailureKind } from "../core/critic-failure.ts";
import type { CriticKind, CriticSpec } from "../core/critic-spec.ts";

/*
 * The contract of critics: programs that judge or write. Whatever such a program does (hang, crash, refuse, answer
 * nonsense, ask for a login), a call ends in time and its outcome is a value. Only an answer for which every check holds is
 * a verdict; everything else is `no-answer` with a kind, never PASS and never FAIL. The one thing that is thrown is an
 * ImproveCronError `config`, where the file of a prompt cannot be used.
 */

/** One artifact to be judged by one rubric. */
export interface JudgeRequest {
  readonly axis: string;
  /** The text of the rubric. Trusted. */
  readonly rubric: string;
  /** What is judged. Data, whatever it says: it may be written to mislead the judge. */
  readonly artifact: string;
}

/** Something to be written, as JSON: probes, the report of a lens, a turn of a dialogue. */
export interface GenerateRequest<S extends AnswerSchema> {
  /** One word for programs: `probes`, `lens`, `turn`. */
  readonly purpose: string;
  /** What to do and how. Trusted: from a prompt file, see `Critics.prompt`. */
  readonly instructions: string;
  /** The task in one line, e.g. `Write 8 probes.` Trusted. */
  readonly task: string;
  /** What it works on. Each part is data, whatever it says. */
  readonly input: readonly InputPart[];
  readonly schema: S;
}

/** A named text that a critic works on. The name is ours: lower-case letters and hyphens. */
export interface InputPart {
  readonly name: string;
  readonly text: string;
}

export interface CallOptions {
  /** Ends the call early, and every process of it. */
  readonly signal?: AbortSignal;
  /** A shorter time than the critic's own, milliseconds. */
  readonly timeoutMs?: number;
  /** A smaller sum than the critic's own, US dollars. */
  readonly maxCostUsd?: number;
}

/** A critic, ready to be called. Calls may be made side by side; more than a few at once wait for each other. */
export interface Critic {
  readonly spec: CriticSpec;
  judge(request: JudgeRequest, options?: CallOptions): Promise<JudgeOutcome>;
  generate<S extends AnswerSchema>(
    request: GenerateRequest<S>,
    options?: CallOptions,
  ): Promise<GenerateOutcome<AnswerOf<S>>>;
}

/** The critics of a workspace. */
export interface Critics extends AsyncDisposable {
  /** The critic of an axis; null where its file names none. */
  of(axis: Pick<Axis, "critic">): Critic | null;
  /** A critic that no axis file names: another generator, a lens. */
  open(spec: CriticSpec): Critic;
  /** The same critic for one batch of calls, of which an outage, or the third breakdown in a row, fails the rest at once. */
  inBatch(critic: Critic): Critic;
  /**
   * A prompt from its file, `{{field}}`s filled in: `prompts/NAME.md` beside the config, else the shipped one.
   * Throws ImproveCronError `config` where the file cannot be read or wants a field that is not given.
   */
  prompt(name: string, fields: Readonly<Record<string, string>>): string;
}

export type JudgeOutcome = Judged | NoAnswer;
export type GenerateOutcome<T> = Generated<T> | NoAnswer;

export interface Judged {
  readonly kind: "judged";
  readonly word: "PASS" | "FAIL";
  /** The word as the critic wrote it. */
  readonly rawWord: string;
  /** Null only where a command gives none. */
  readonly reason: string | null;
  readonly score: number | null;
  readonly warnings: readonly CallWarning[];
  readonly run: CriticRun;
}

interface Generated<T> {
  readonly kind: "generated";
  /** By the schema of the request. */
  readonly value: T;
  readonly warnings: readonly CallWarning[];
  readonly run: CriticRun;
}

/** No answer that can be used, and why. The kind is what a stored verdict carries as `errorKind`. */
export interface NoAnswer {
  readonly kind: "no-answer";
  readonly failure: FailureKind;
  /** One line for people, with what the program itself said where it said something. */
  readonly message: string;
  /** What to do about it; null where there is nothing to be done. */
  readonly hint: string | null;
  /** When a `limit` ends, epoch milliseconds; null where it is not known, and for every other kind. */
  readonly resetAt: number | null;
  /**
   * Only of a critic `inBatch`. `ended`: no further call of the batch is worth making; `not-called`: nor was this one made, and
   * all that stands here is of the call that ended the batch.
   */
  readonly batch?: "ended" | "not-called";
  readonly run: CriticRun;
}

/** Something that does not spoil an answer and that a person may want to know. */
export interface CallWarning {
  /**
   * `short-reason`: a reason too short to be one; `ended-with-error`: a whole answer, and then an error code;
   * `did-not-end`: a whole answer, and then the program had to be ended; `login-ends`: the login ends within two weeks;
   * `ignored-fact`: a cost, a number of tokens or the like that is none.
   */
  readonly code: "short-reason" | "ended-with-error" | "did-not-end" | "login-ends" | "ignored-fact";
  readonly message: string;
}

/** What is known of one call, whatever came of it. Null: not known. */
export interface CriticRun {
  readonly critic: CriticKind;
  /** Absolute path of the program that was run. */
  readonly program: string | null;
  readonly cliVersion: string | null;
  /** The model that answered, as far as `modelFrom` goes. */
  readonly model: string | null;
  /**
   * Who says so. `service`: the answer of the service itself; `program`: the program, which may only repeat what it was
   * asked for; `request`: nobody, it is what was asked for.
   */
  readonly modelFrom: "service" | "program" | "request" | null;
  /** Fingerprint of the judging prompt (without rubric and artifact); null for a command and for what is generated. */
  readonly prompt: string | null;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  /** From start to end of the program, milliseconds; waiting for a free place is not part of it. */
  readonly latencyMs: number;
  /** US dollars; of `claude` an estimate of its own. */
  readonly costUsd: number | null;
  readonly tokens: { readonly input: number; readonly output: number } | null;
  readonly sessionId: string | null;
  readonly exitCode: number | null;
  /** When the login ends, epoch milliseconds. */
  readonly loginEndsAt: number | null;
}
