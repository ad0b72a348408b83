import { authorRole, type DisputedCase } from "../core/dialogue-plan.ts";
import type { TurnProblem } from "../core/dialogue-report.ts";
import { replySchema } from "../core/dialogue-reply.ts";
import { readDialogue } from "../core/dialogue.ts";
import type { GenerateRequest, InputPart } from "../critics/critic.ts";
import type { CycleContext } from "./context.ts";
import type { TurnWish } from "./take-turn.ts";

/**
 * What a side is told: the rubric and how to argue as instructions; the rule, the work, the two judgements with their reasons and
 * the file as it stands as data. Nothing of the person, of the vault or of this machine is in it.
 */
export async function requestTurn(
  context: Pick<CycleContext, "critics" | "store">,
  wish: Pick<TurnWish, "plan" | "stage" | "text">,
  problem: TurnProblem | null,
): Promise<GenerateRequest<typeof replySchema>> {
  const { plan, stage, text } = wish;
  const { other, role, round } = stage;
  const rounds = String(readDialogue(text).dialogue.header.maxRounds ?? round);
  const name = role === authorRole ? "dialogue-author" : "dialogue-partner";
  return {
    purpose: "turn",
    instructions: context.critics.prompt(name, {
      rubric: plan.rubric,
      role,
      other,
      round: String(round),
      rounds,
      ending: endingOf(wish),
      again: problem === null ? "" : againBecause(problem),
    }),
    task: `Write the turn of ${role} in round ${round}.`,
    input: [
      {
        name: "rule",
        text: plan.clause ?? "Nobody named one rule; find the one that the judgements turn on.",
      },
      ...(await Promise.all(plan.cases.map((one, index) => partsOf(context, one, index + 1)))).flat(),
      { name: "dialogue", text },
    ],
    schema: replySchema,
  };
}

async function partsOf(
  { store }: Pick<CycleContext, "store">,
  one: DisputedCase,
  n: number,
): Promise<readonly InputPart[]> {
  const bytes = one.artifactSha256 === null ? null : await store.readArtifact(one.artifactSha256);
  const artifact =
    bytes === null
      ? "The work itself was not kept; argue from the judgements."
      : new TextDecoder().decode(bytes);
  const judgements = [
    `The critic said ${one.critic}. ${given(one.criticReason)}`,
    `The founder said ${one.founder}. ${given(one.founderReason)}`,
  ];
  return [
    { name: `work-${n}`, text: artifact },
    { name: `judgements-${n}`, text: judgements.join("\n\n") },
  ];
}

function given(reason: string | null): string {
  return reason === null || reason.trim() === "" ? "No reason was given." : `The reason given: ${reason}`;
}

function endingOf({ stage }: Pick<TurnWish, "stage">): string {
  const { isAnswer, isLast, other } = stage;
  const stuck = "`STUCK` if only a person can settle it; name the question that he has to answer.";
  if (isAnswer) {
    const dispute = isLast
      ? "Nothing can be said after this turn, so `AWAITING` is of no use any more."
      : `\`AWAITING\` if you dispute it: say what is still wrong, for ${other} to answer.`;
    return [
      `${other} proposes to end, with the edit in its last turn.`,
      "`DONE` if you stand for that edit as it is written; sum it up in two sentences, and leave `adjustments` empty.",
      dispute,
      stuck,
    ].join("\n- ");
  }
  const propose =
    "`PROPOSING_DONE` if you know the edit that both of you could stand for: put it into `adjustments`, or leave that empty and say why the rule stays as it is.";
  if (isLast) return ["This is your last turn.", propose, stuck].join("\n- ");
  return [`Say how it goes on.`, `\`AWAITING\` to hear ${other}.`, propose, stuck].join("\n- ");
}

/** In plain words: what was wrong with the last answer, so that the next one is not wrong in the same way. */
function againBecause(problem: TurnProblem): string {
  const because = problemWords[problem];
  return because === undefined
    ? "Your last answer did not arrive whole. Write the turn again."
    : `Your last answer was not taken: ${because} Write the turn again.`;
}

const problemWords: Readonly<Partial<Record<TurnProblem, string>>> = {
  empty: "its message was empty.",
  "too-long": "its message was longer than 8,000 characters.",
  "control-character": "its message held control characters.",
  "heading-in-text": "a line of its message began with `## [`, which only the head of a turn does.",
  "status-in-text": "a line of its message began with `Status:`; the status belongs into its own field.",
  "verdict-in-text": "a line of its message began with `Verdict:`; this dialogue gives no verdict.",
  "adjustment-in-text": "its message held a block `adjustment`; edits belong into `adjustments`.",
  "open-fence": "a fenced block in its message was never closed.",
  "done-without-proposal": "`DONE` answers a `PROPOSING_DONE` of the other, and there is none.",
  "proposal-not-answered": "the other proposes to end: answer with DONE, AWAITING or STUCK.",
  "adjustment-in-done": "`DONE` agrees to the edit of the other and brings none of its own.",
  "adjustment-empty": "an edit in `adjustments` had an empty text.",
  "not-one-turn": "it would not have made one turn of the file.",
  "no-terminal-status": "it was your last turn, and it ended nothing.",
};
