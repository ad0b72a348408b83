import { existsSync, statSync } from "node:fs";
import { drizzle } from "drizzle-orm/better-sqlite3";
import type { Store } from "../store.ts";
import { type ConnectionOptions, disconnect } from "./connection.ts";
import { copyDatabase } from "./copy.ts";
import { recordCriticCalls, sumCriticCalls } from "./critic-calls.ts";
import { closeCycle, planOpening } from "./cycles.ts";
import { openDatabase } from "./database.ts";
import {
  endDialogueRun,
  finishDialogueAppend,
  listDialogueAppends,
  listDialogueRuns,
  openDialogueRun,
  planDialogueAppend,
} from "./dialogue-runs.ts";
import { listDialogues, quarantineDialogue, readDialogue, saveDialogue } from "./dialogues.ts";
import {
  listAdjustments,
  listInstructionSizes,
  proposeAdjustments,
  recordAdjustmentEvent,
  recordInstructionSizes,
} from "./adjustments.ts";
import { addBatch, askBatch, listAskedBatches } from "./batches.ts";
import { claimEffect, finishEffect, planEffects } from "./effects.ts";
import { drawSample, hashFrame, listRiskCandidates, readMonth } from "./frame.ts";
import { addGoldAnswer, admitGold, exposeGold, finishGoldRun, openGoldRun, retireGold } from "./gold.ts";
import { appendGrades } from "./grades.ts";
import { prepareVerdictInsert } from "./insert-verdict.ts";
import { inspectStore } from "./inspect.ts";
import { refuseNewer, schemaState } from "./migrate.ts";
import { migrations } from "./migrations.ts";
import { moveItem } from "./items.ts";
import { listVerdictsOnArtifacts } from "./judged-artifacts.ts";
import { settleTimezone } from "./months.ts";
import { announcePresence, type Presence } from "./presence.ts";
import { packArtifacts } from "./pack-artifacts.ts";
import { dismissFinding, listFindings } from "./panel-findings.ts";
import { listPanelRuns, savePanelRun } from "./panels.ts";
import { addProbeJudgement, listProbes, moveProbes, readProbeBatch, saveProbeBatch } from "./probes.ts";
import { refuseUnsafePlace } from "./place.ts";
import { listCriticCalls } from "./read-calls.ts";
import { listCycles, listDecisions } from "./read-cycles.ts";
import { listEffects, listStatusChanges } from "./read-effects.ts";
import { giveWay, type Pace, realPace } from "./give-way.ts";
import { listGold, listGoldAnswers, listGoldRuns } from "./read-gold.ts";
import { listGrades, listItems } from "./read-items.ts";
import { listMonthCounts, listVerdicts, readVerdict } from "./read-verdicts.ts";
import { removeIncoming } from "./replace-database.ts";
import { refuseDamagedPages } from "./quick-check.ts";
import { settleSalt } from "./salt.ts";
import type { Session } from "./session.ts";
import { changeSetting, countRuns, listRuns, readSetting, recordRun, writeSetting } from "./settings.ts";
import { recordStatusChange } from "./status.ts";
import { storeError } from "./store-error.ts";
import { listRejects, readArtifact, readLogPosition } from "./verdicts.ts";

export interface StoreOptions extends ConnectionOptions {
  /** The database file; it and its folder are made where they do not exist. */
  readonly file: string;
  readonly workspace: string;
  /** The zone in which months are cut; fixed by the first verdict. */
  readonly timezone: string;
  readonly now: () => number;
  /** Asked once, for the salt of a new database. */
  readonly randomBytes: (size: number) => Uint8Array;
  /**
   * Whether to check the database's pages at the start: `after-unclean-end` (the default) where a write-ahead log was
   * left behind and nobody else is using the database; `never` for what must be quick whatever happened.
   */
  readonly quickCheck?: "after-unclean-end" | "always" | "never";
  /** Told the name of every step, also inside transactions, so that fault trials can stop the program there. */
  readonly step?: (name: string) => void;
  /** Another than the real time, for the pauses between long writes. */
  readonly pace?: Pace;
}

/**
 * Opens the SQLite store of one workspace. Any number of processes may use a database at once.
 *
 * Throws ImproveCronError: `config` (another zone than the stored verdicts'), `store-place`, `store-newer`, `store-damaged`,
 * `store-busy`, `store-full`, `io`, `native-module`. The methods of the store raise the last five in the same way.
 */
export async function openStore(options: StoreOptions): Promise<Store> {
  const { file, workspace, timezone, step = () => {} } = options;
  let presence: Presence | null = null;
  let session: Session | null = null;
  try {
    if (existsSync(file)) {
      refuseUnsafePlace(file);
      presence = announcePresence(file);
      // Whoever replaces the database has it alone: what lies here now was left by one who was killed.
      removeIncoming(file);
      if (wantsCheck(options, presence)) refuseDamagedPages(file, options);
    }
    const connection = openDatabase(file, options);
    step("database: opened");
    session = { connection, workspace, orm: drizzle({ client: connection }), step };
    const { leave } = (presence ??= announcePresence(file));
    settleTimezone(connection, workspace, timezone);
    step("database: zone settled");
    const salt = settleSalt(connection, options.randomBytes);
    step("database: salt settled");
    return storeOf(session, { file, salt, leave, pace: options.pace ?? realPace });
  } catch (error) {
    session?.connection.close();
    presence?.leave();
    throw storeError(error, file);
  }
}

function wantsCheck(options: StoreOptions, presence: Presence): boolean {
  switch (options.quickCheck ?? "after-unclean-end") {
    case "always":
      return true;
    case "never":
      return false;
    case "after-unclean-end":
      // Whoever ends well, and last, leaves no log behind.
      return presence.alone && (statSync(`${options.file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
  }
}

interface Opened {
  readonly file: string;
  readonly salt: string;
  readonly leave: () => void;
  readonly pace: Pace;
}

/** Each method is one synchronous transaction; what it throws is put into the program's own words. */
function storeOf(session: Session, opened: Opened): Store {
  const { file, salt } = opened;
  const insertVerdicts = prepareVerdictInsert(session.connection, session.workspace, salt, session.step);
  const inTurn = giveWay(opened.pace);

  function inWords<T>(work: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      try {
        resolve(work());
      } catch (error) {
        reject(storeError(error, file));
      }
    });
  }

  return {
    recordVerdicts: (batch) => inWords(() => insertVerdicts.batch(batch)),
    recordReading: (reading, storedAt) =>
      inTurn(() => inWords(() => insertVerdicts.reading(reading, storedAt))),
    readLogPosition: (axis, path) => inWords(() => readLogPosition(session, axis, path)),
    listRejects: () => inWords(() => listRejects(session)),
    readArtifact: (sha256) => inWords(() => readArtifact(session, sha256)),
    packArtifacts: (limit) => inTurn(() => inWords(() => packArtifacts(session, limit))),
    readVerdict: (key) => inWords(() => readVerdict(session, key)),
    listVerdicts: (filter) => inWords(() => listVerdicts(session, filter)),

    listMonthCounts: (filter) => inWords(() => listMonthCounts(session, filter)),
    readMonth: (period) => inWords(() => readMonth(session, period)),
    drawSample: (draw) => inWords(() => drawSample(session, draw)),
    listRiskCandidates: (draw) => inWords(() => listRiskCandidates(session, draw)),
    hashFrame: (draw) => inWords(() => hashFrame(session, draw)),

    planOpening: (opening) => inWords(() => planOpening(session, opening)),
    listCycles: (filter) => inWords(() => listCycles(session, filter)),
    addBatch: (batch) => inWords(() => addBatch(session, batch)),
    askBatch: (batch) => inWords(() => askBatch(session, batch)),
    listAskedBatches: (filter) => inWords(() => listAskedBatches(session, filter)),
    listItems: (filter) => inWords(() => listItems(session, filter)),
    moveItem: (move) => inWords(() => moveItem(session, move)),
    appendGrades: (observations) => inWords(() => appendGrades(session, observations)),
    listGrades: (filter) => inWords(() => listGrades(session, filter)),
    closeCycle: (closing) => inWords(() => closeCycle(session, closing)),
    listDecisions: (filter) => inWords(() => listDecisions(session, filter)),

    recordStatusChange: (change, effects) => inWords(() => recordStatusChange(session, change, effects)),
    listStatusChanges: (filter) => inWords(() => listStatusChanges(session, filter)),

    planEffects: (effects, plannedAt) => inWords(() => planEffects(session, effects, plannedAt)),
    claimEffect: (id) => inWords(() => claimEffect(session, id)),
    finishEffect: (id, outcome) => inWords(() => finishEffect(session, id, outcome)),
    listEffects: (filter) => inWords(() => listEffects(session, filter)),

    recordCriticCalls: (calls) => inWords(() => recordCriticCalls(session, calls)),
    listCriticCalls: (filter) => inWords(() => listCriticCalls(session, filter)),
    sumCriticCalls: (span) => inWords(() => sumCriticCalls(session, span)),
    readProbeBatch: (axis, period, epoch) => inWords(() => readProbeBatch(session, axis, period, epoch)),
    saveProbeBatch: (batch, probes, calls) => inWords(() => saveProbeBatch(session, batch, probes, calls)),
    addProbeJudgement: (judgement, calls) => inWords(() => addProbeJudgement(session, judgement, calls)),
    moveProbes: (moves) => inWords(() => moveProbes(session, moves)),
    listProbes: (filter) => inWords(() => listProbes(session, filter)),
    admitGold: (items, contents) => inWords(() => admitGold(session, items, contents)),
    exposeGold: (exposure) => inWords(() => exposeGold(session, exposure)),
    retireGold: (retirement) => inWords(() => retireGold(session, retirement)),
    listGold: (filter) => inWords(() => listGold(session, filter)),
    openGoldRun: (run) => inWords(() => openGoldRun(session, run)),
    addGoldAnswer: (answer, calls) => inWords(() => addGoldAnswer(session, answer, calls)),
    finishGoldRun: (finish) => inWords(() => finishGoldRun(session, finish)),
    listGoldRuns: (filter) => inWords(() => listGoldRuns(session, filter)),
    listGoldAnswers: (filter) => inWords(() => listGoldAnswers(session, filter)),

    savePanelRun: (run, adjustments) => inWords(() => savePanelRun(session, run, adjustments)),
    listPanelRuns: (filter) => inWords(() => listPanelRuns(session, filter)),
    listFindings: (filter) => inWords(() => listFindings(session, filter)),
    dismissFinding: (dismissal) => inWords(() => dismissFinding(session, dismissal)),
    listVerdictsOnArtifacts: (axis) => inWords(() => listVerdictsOnArtifacts(session, axis)),

    proposeAdjustments: (proposals) => inWords(() => proposeAdjustments(session, proposals)),
    listAdjustments: (filter) => inWords(() => listAdjustments(session, filter)),
    recordAdjustmentEvent: (event, proposals) =>
      inWords(() => recordAdjustmentEvent(session, event, proposals)),
    recordInstructionSizes: (sizes) => inWords(() => recordInstructionSizes(session, sizes)),
    listInstructionSizes: (filter) => inWords(() => listInstructionSizes(session, filter)),

    readDialogue: (path) => inWords(() => readDialogue(session, path)),
    listDialogues: (filter) => inWords(() => listDialogues(session, filter)),
    saveDialogue: (kept, turns, known) => inWords(() => saveDialogue(session, kept, turns, known)),
    quarantineDialogue: (quarantine) => inWords(() => quarantineDialogue(session, quarantine)),
    openDialogueRun: (run) => inWords(() => openDialogueRun(session, run)),
    listDialogueRuns: (filter) => inWords(() => listDialogueRuns(session, filter)),
    planDialogueAppend: (append, calls) => inWords(() => planDialogueAppend(session, append, calls)),
    finishDialogueAppend: (runId, n) => inWords(() => finishDialogueAppend(session, runId, n)),
    listDialogueAppends: (runId) => inWords(() => listDialogueAppends(session, runId)),
    endDialogueRun: (end, adjustments) => inWords(() => endDialogueRun(session, end, adjustments)),

    readSetting: (name) => inWords(() => readSetting(session, name)),
    writeSetting: (name, value, options) => inWords(() => writeSetting(session, name, value, options)),
    changeSetting: (name, change) => inWords(() => changeSetting(session, name, change)),
    readSalt: () => inWords(() => salt),
    recordRun: (run) => inWords(() => recordRun(session, run)),
    listRuns: (limit) => inWords(() => listRuns(session, limit)),
    countRuns: (trigger) => inWords(() => countRuns(session, trigger)),
    expectSchema: () => inWords(() => refuseNewer(schemaState(session.connection, migrations), file)),
    inspect: (options) => inWords(() => inspectStore(session, options)),
    copyTo: (path) => inWords(() => copyDatabase(session.connection, path)),
    close: () =>
      inWords(() => {
        disconnect(session.connection);
        opened.leave();
      }),
  };
}
