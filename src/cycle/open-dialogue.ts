import type { CriticSpec } from "../core/critic-spec.ts";
import { clampRounds } from "../core/dialogue-header.ts";
import type { DialogueFiles } from "../core/dialogue-files.ts";
import {
  dialogueName,
  type DialoguePlan,
  headerText,
  readPlan,
  slugOf,
  stampOf,
} from "../core/dialogue-plan.ts";
import type { DialogueOpened } from "../core/dialogue-report.ts";
import type { DialogueRun } from "../core/dialogue-record.ts";
import type { DialogueSetup, PartnerName } from "../core/dialogue-setup.ts";
import { ImproveCronError } from "../errors.ts";
import { conductDialogue } from "./conduct-dialogue.ts";
import type { CycleContext } from "./context.ts";
import { type Dispute, readDisputes } from "./disputed-verdicts.ts";
import { findAxis } from "./find-axis.ts";

export interface DialogueWish {
  readonly axis: string;
  readonly partner: PartnerName | null;
  /** The ref, key or id of one disputed verdict; null takes the rule that is disputed most. */
  readonly item: string | null;
  /** Null takes the config's. */
  readonly rounds: number | null;
  readonly dryRun: boolean;
}

export interface DialogueParts {
  readonly files: DialogueFiles;
  readonly setup: DialogueSetup;
}

/**
 * Lets two critics argue over a rule of the rubric on which critic and founder differ, or goes on with such a dialogue where one
 * was begun. It ends with a proposed edit in the ledger, or without one; no rubric is ever edited.
 * The caller sees to it that only one process does this at a time.
 *
 * Throws ImproveCronError `input` where the axis has no file, no rubric or no critic, or `item` is none of its disputed verdicts.
 */
export async function openDialogue(
  context: CycleContext,
  parts: DialogueParts,
  wish: DialogueWish,
): Promise<DialogueOpened> {
  const axis = findAxis(context.readAxes(), wish.axis);
  const author = parts.setup.author ?? axis.critic;
  if (author === null) {
    const hint = "Add `critic:` to the axis file, or `dialogue: { author: ... }` to the config.";
    throw new ImproveCronError("input", `nobody speaks for the critic of ${axis.name}`, hint);
  }
  const [begun] = await context.store.listDialogueRuns({ axis: axis.name, state: "open" });
  if (begun !== undefined) return goOn(context, parts, { wish, author, run: begun, resumed: true });

  const rubric = context.readRubric(axis);
  const { rubricPath } = axis;
  if (rubric === null || rubricPath === null) {
    const hint = "Add `rubric: PATH` to the axis file: a dialogue is over a rule of it.";
    throw new ImproveCronError("input", `${axis.name} has no rubric that can be read`, hint);
  }
  const { argued, disputes, named } = await readDisputes(context, axis, rubric.text);
  const dispute = wish.item === null ? (disputes[0] ?? null) : namedDispute(named, wish.item, axis.name);
  const rounds = clampRounds(wish.rounds ?? parts.setup.rounds);
  const { partner } = speakersOf(parts.setup, wish.partner);
  if (dispute === null) {
    return { ...emptyAnswer(axis.name, { author, partner, rounds }), status: "nothing-to-argue", argued };
  }
  const at = context.now();
  const plan: DialoguePlan = {
    ...dispute,
    rubric: rubric.text,
    rubricFingerprint: rubric.fingerprint,
    file: context.instructions.nameOf(rubricPath),
    partner: wish.partner,
    header: headerText({
      topic: slugOf(axis.name, dispute.clause),
      started: stampOf(at, context.timezone),
      rounds,
      author: kindOf(author),
      partner: kindOf(partner),
    }),
  };
  const run = runOf(context, parts.setup.folder, { axis: axis.name, at, plan });
  if (wish.dryRun) {
    const most = { calls: 6 * rounds + 3, costUsd: mostCost(author, partner, parts.setup.spare, rounds) };
    const shown = { ...emptyAnswer(axis.name, { author, partner, rounds }), argued, ...aboutOf(plan) };
    return { ...shown, status: "planned", path: run.path, most };
  }
  context.step("dialogue: planned");
  if (!(await context.store.openDialogueRun(run))) {
    throw new ImproveCronError("conflict", `${run.path} is there already`, "Try it again in a second.");
  }
  context.step("dialogue: opened");
  return goOn(context, parts, { wish, author, run, resumed: false });
}

/** Each turn may be asked for three times, the last by the spare, and one turn may follow the last round. */
function mostCost(author: CriticSpec, partner: CriticSpec, spare: CriticSpec, rounds: number): number {
  const turn = (own: CriticSpec): number => 2 * own.maxCostUsd + spare.maxCostUsd;
  return Math.round(((rounds + 1) * turn(author) + rounds * turn(partner)) * 100) / 100;
}

function namedDispute(named: ReadonlyMap<string, Dispute>, item: string, axis: string): Dispute {
  const dispute = named.get(item);
  if (dispute !== undefined) return dispute;
  throw new ImproveCronError(
    "input",
    `${item} is no verdict of a closed month of ${axis} on which critic and founder differ`,
    `See the overrides in: improve-cron history ${axis} --json`,
  );
}

interface Going {
  readonly wish: DialogueWish;
  readonly author: CriticSpec;
  readonly run: DialogueRun;
  readonly resumed: boolean;
}

async function goOn(
  context: CycleContext,
  parts: DialogueParts,
  { author, resumed, run, wish }: Going,
): Promise<DialogueOpened> {
  const plan = readPlan(run.plan);
  if (plan === null) {
    throw new ImproveCronError(
      "store-damaged",
      `what the dialogue ${run.path} is about cannot be read`,
      "Run improve-cron doctor, and restore a backup.",
    );
  }
  const { partner, spare } = speakersOf(parts.setup, plan.partner);
  const rounds = Number(/^Max rounds: (\d+)$/mu.exec(plan.header)?.[1] ?? parts.setup.rounds);
  const shown = {
    ...emptyAnswer(run.axis, { author, partner, rounds }),
    ...aboutOf(plan),
    path: run.path,
    resumed,
  };
  if (wish.dryRun) return { ...shown, status: "planned" };
  const conducted = await conductDialogue(context, parts.files, {
    run,
    plan,
    author,
    partner,
    spare,
    turnMs: parts.setup.turnMs,
  });
  const { because, outcome, problems, proposals, status, turns } = conducted;
  const adjustments = proposals.map(({ adjustmentId, file, kind, problem, section, suggestion }) => ({
    adjustmentId,
    kind,
    file,
    section,
    problem,
    suggestion,
  }));
  return { ...shown, status, outcome, because, turns, problems, adjustments };
}

function speakersOf(
  setup: DialogueSetup,
  name: PartnerName | null,
): { readonly partner: CriticSpec; readonly spare: CriticSpec } {
  if (name === null) return { partner: setup.partner, spare: setup.spare };
  const partner = setup.named[name];
  const isSame = setup.spare.kind === name;
  return { partner, spare: isSame ? setup.named[name === "claude" ? "codex" : "claude"] : setup.spare };
}

function runOf(
  context: Pick<CycleContext, "newRef" | "timezone">,
  folder: string,
  { at, axis, plan }: { readonly at: number; readonly axis: string; readonly plan: DialoguePlan },
): DialogueRun {
  return {
    id: context.newRef(),
    axis,
    path: `${folder}/${dialogueName(at, context.timezone, slugOf(axis, plan.clause))}`,
    plan: JSON.stringify(plan),
    state: "open",
    startedAt: at,
    endedAt: null,
    outcome: null,
    because: null,
  };
}

function emptyAnswer(
  axis: string,
  facts: { readonly author: CriticSpec; readonly partner: CriticSpec; readonly rounds: number },
): Omit<DialogueOpened, "status"> {
  return {
    axis,
    path: null,
    resumed: false,
    clause: null,
    cases: [],
    rounds: facts.rounds,
    author: nameOf(facts.author),
    partner: nameOf(facts.partner),
    argued: 0,
    outcome: null,
    because: null,
    turns: 0,
    problems: [],
    adjustments: [],
  };
}

function aboutOf(plan: DialoguePlan): Pick<DialogueOpened, "clause" | "cases"> {
  return { clause: plan.clause, cases: plan.cases.map(({ ref }) => ref) };
}

function kindOf(spec: CriticSpec): "subagent" | "codex" {
  return spec.kind === "codex" ? "codex" : "subagent";
}

function nameOf({ kind, model }: CriticSpec): string {
  return model === null ? kind : `${kind}/${model}`;
}
