// Written by scripts/embed-migrations.ts from migrations/; do not edit.

export interface Migration {
  readonly name: string;
  /** SHA-256 (hex) of the SQL text. */
  readonly hash: string;
  readonly sql: string;
}

/** All migrations, in the order in which they are applied. */
export const migrations: readonly Migration[] = [
  {
    name: "0000_foundation",
    hash: "ced3ed8ab03b4594c23ecca08830ba2d842f3c92c2bdc1b0191f578c4efabfab",
    sql: `-- Written by drizzle-kit from src/store/sqlite/schema.ts, then by hand: STRICT, WITHOUT ROWID, and the triggers
-- at the end. drizzle-kit knows none of these: a table that it rebuilds later loses them without a word.
CREATE TABLE artifact (
  workspace text NOT NULL,
  sha256 blob NOT NULL,
  encoding text NOT NULL,
  size integer NOT NULL,
  content blob NOT NULL,
  stored_at integer NOT NULL,
  PRIMARY KEY(workspace, sha256),
  CONSTRAINT artifact_hash CHECK(length(sha256) = 32),
  CONSTRAINT artifact_encoding CHECK(encoding IN ('raw', 'deflate'))
) STRICT;
--> statement-breakpoint
CREATE TABLE cycle (
  workspace text NOT NULL,
  axis text NOT NULL,
  period text NOT NULL,
  state text NOT NULL,
  because text,
  epoch text,
  opened_at integer NOT NULL,
  due_at integer,
  closed_at integer,
  frame_pass integer NOT NULL,
  frame_fail integer NOT NULL,
  frame_no_artifact integer NOT NULL,
  frame_hash text,
  watermark integer NOT NULL,
  pass_rate real NOT NULL,
  fail_rate real NOT NULL,
  minutes_planned real NOT NULL,
  sample_target integer,
  first_month integer NOT NULL,
  queue text NOT NULL,
  PRIMARY KEY(workspace, axis, period),
  CONSTRAINT cycle_period CHECK(period GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]'),
  CONSTRAINT cycle_state CHECK(state IN ('open', 'closed', 'below-threshold', 'skipped')),
  CONSTRAINT cycle_closed CHECK((state = 'closed') = (closed_at IS NOT NULL)),
  CONSTRAINT cycle_frame CHECK(frame_pass >= 0 AND frame_fail >= 0 AND frame_no_artifact >= 0),
  CONSTRAINT cycle_first_month CHECK(first_month IN (0, 1))
) STRICT;
--> statement-breakpoint
CREATE TABLE decision (
  workspace text NOT NULL,
  axis text NOT NULL,
  period text NOT NULL,
  decided_at integer NOT NULL,
  mode text NOT NULL,
  action text NOT NULL,
  reasons text NOT NULL,
  evidence text,
  literal_action text NOT NULL,
  literal_reasons text NOT NULL,
  guarded_action text NOT NULL,
  guarded_reasons text NOT NULL,
  status_before text NOT NULL,
  status_after text NOT NULL,
  kappa real,
  overrides integer NOT NULL,
  record text NOT NULL,
  PRIMARY KEY(workspace, axis, period),
  FOREIGN KEY (workspace,axis,period) REFERENCES cycle(workspace,axis,period),
  CONSTRAINT decision_mode CHECK(mode IN ('literal', 'guarded')),
  CONSTRAINT decision_action CHECK(action IN ('revert', 'watch', 'keep', 'none')),
  CONSTRAINT decision_literal_action CHECK(literal_action IN ('revert', 'watch', 'keep', 'none')),
  CONSTRAINT decision_guarded_action CHECK(guarded_action IN ('revert', 'watch', 'keep', 'none')),
  CONSTRAINT decision_evidence CHECK(evidence IN ('healthy', 'uncertain', 'insufficient'))
) STRICT;
--> statement-breakpoint
CREATE TABLE effect (
  id integer PRIMARY KEY NOT NULL,
  workspace text NOT NULL,
  axis text NOT NULL,
  period text NOT NULL,
  dedupe_key text NOT NULL,
  payload text NOT NULL,
  state text NOT NULL,
  attempts integer NOT NULL,
  next_try_at integer,
  planned_at integer NOT NULL,
  done_at integer,
  last_error text,
  detail text,
  CONSTRAINT effect_state CHECK(state IN ('pending', 'sending', 'done', 'failed')),
  CONSTRAINT effect_done CHECK((state = 'done') = (done_at IS NOT NULL))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX effect_dedupe ON effect (workspace,dedupe_key);
--> statement-breakpoint
CREATE INDEX effect_unfinished ON effect (workspace,id) WHERE state IN ('pending', 'sending');
--> statement-breakpoint
CREATE TABLE epoch (
  id integer PRIMARY KEY NOT NULL,
  workspace text NOT NULL,
  fingerprint text NOT NULL
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX epoch_fingerprint ON epoch (workspace,fingerprint);
--> statement-breakpoint
CREATE TABLE grade_observation (
  seq integer PRIMARY KEY NOT NULL,
  workspace text NOT NULL,
  ref text NOT NULL,
  grade text,
  reason text,
  given_by text,
  given_at integer,
  observed_at integer NOT NULL,
  via text NOT NULL,
  FOREIGN KEY (workspace,ref) REFERENCES item(workspace,ref),
  CONSTRAINT grade_observation_grade CHECK(grade IN ('PASS', 'FAIL', 'CANT_TELL'))
) STRICT;
--> statement-breakpoint
CREATE INDEX grade_observation_ref ON grade_observation (workspace,ref);
--> statement-breakpoint
CREATE TABLE item (
  workspace text NOT NULL,
  ref text NOT NULL,
  axis text NOT NULL,
  period text NOT NULL,
  kind text NOT NULL,
  batch integer NOT NULL,
  state text NOT NULL,
  verdict_key text NOT NULL,
  word text NOT NULL,
  artifact_hash blob,
  artifact_ref text,
  title text NOT NULL,
  order_key real NOT NULL,
  attempts integer NOT NULL,
  external_id text,
  url text,
  withdrawn_because text,
  moved_at integer NOT NULL,
  PRIMARY KEY(workspace, ref),
  FOREIGN KEY (workspace,axis,period) REFERENCES cycle(workspace,axis,period),
  CONSTRAINT item_kind CHECK(kind IN ('pass', 'fail', 'risk', 'probe', 'reask', 'gold')),
  CONSTRAINT item_batch CHECK(batch >= 1),
  CONSTRAINT item_state CHECK(state IN ('planned', 'sending', 'created', 'answered', 'withdrawn', 'expired')),
  CONSTRAINT item_artifact CHECK((artifact_hash IS NULL) <> (artifact_ref IS NULL))
) STRICT;
--> statement-breakpoint
CREATE INDEX item_cycle ON item (workspace,axis,period);
--> statement-breakpoint
CREATE TABLE log_position (
  workspace text NOT NULL,
  axis text NOT NULL,
  path text NOT NULL,
  inode text NOT NULL,
  bytes_read integer NOT NULL,
  lines_read integer NOT NULL,
  tail text NOT NULL,
  PRIMARY KEY(workspace, axis, path),
  CONSTRAINT log_position_counts CHECK(bytes_read >= 0 AND lines_read >= 0)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE month_count (
  workspace text NOT NULL,
  axis text NOT NULL,
  period text NOT NULL,
  epoch text NOT NULL,
  word text NOT NULL,
  artifact_kind text NOT NULL,
  count integer NOT NULL,
  first_at integer NOT NULL,
  last_at integer NOT NULL,
  cost_usd real NOT NULL,
  cost_known integer NOT NULL,
  PRIMARY KEY(workspace, axis, period, epoch, word, artifact_kind),
  CONSTRAINT month_count_word CHECK(word IN ('PASS', 'FAIL', 'ERROR')),
  CONSTRAINT month_count_artifact_kind CHECK(artifact_kind IN ('snapshot', 'ref', 'none')),
  CONSTRAINT month_count_counts CHECK(count > 0 AND cost_known BETWEEN 0 AND count AND first_at <= last_at)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE month_start (
  workspace text NOT NULL,
  start_ms integer NOT NULL,
  month text NOT NULL,
  PRIMARY KEY(workspace, start_ms),
  CONSTRAINT month_start_shape CHECK(month GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]')
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE UNIQUE INDEX month_start_month ON month_start (workspace,month);
--> statement-breakpoint
CREATE TABLE reject (
  id integer PRIMARY KEY NOT NULL,
  workspace text NOT NULL,
  digest blob NOT NULL,
  axis text,
  file text NOT NULL,
  line integer NOT NULL,
  reason text NOT NULL,
  raw text NOT NULL,
  seen_at integer NOT NULL,
  CONSTRAINT reject_digest_length CHECK(length(digest) = 32)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX reject_digest ON reject (workspace,digest);
--> statement-breakpoint
CREATE TABLE run (
  id integer PRIMARY KEY NOT NULL,
  workspace text NOT NULL,
  started_at integer NOT NULL,
  finished_at integer NOT NULL,
  triggered_by text NOT NULL,
  pid integer NOT NULL,
  status text NOT NULL,
  summary text NOT NULL,
  CONSTRAINT run_status CHECK(status IN ('done', 'pending', 'failed'))
) STRICT;
--> statement-breakpoint
CREATE INDEX run_workspace ON run (workspace,id);
--> statement-breakpoint
CREATE TABLE setting (
  workspace text NOT NULL,
  name text NOT NULL,
  value text NOT NULL,
  PRIMARY KEY(workspace, name)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE status_change (
  id integer PRIMARY KEY NOT NULL,
  workspace text NOT NULL,
  axis text NOT NULL,
  changed_at integer NOT NULL,
  status_from text,
  status_to text NOT NULL,
  changed_by text NOT NULL,
  reason text NOT NULL,
  period text,
  CONSTRAINT status_change_by CHECK(changed_by IN ('run', 'axis assist', 'axis graduate', 'by hand'))
) STRICT;
--> statement-breakpoint
CREATE INDEX status_change_axis ON status_change (workspace,axis);
--> statement-breakpoint
CREATE TABLE verdict (
  seq integer PRIMARY KEY NOT NULL,
  workspace text NOT NULL,
  key blob NOT NULL,
  axis text NOT NULL,
  word text NOT NULL,
  raw_word text NOT NULL,
  error_kind text,
  at integer NOT NULL,
  period text NOT NULL,
  epoch_id integer NOT NULL,
  skey integer NOT NULL,
  external_id text,
  source text NOT NULL,
  artifact_kind text NOT NULL,
  artifact_hash blob,
  artifact_text text,
  rubric text NOT NULL,
  model text NOT NULL,
  reason text,
  score real,
  cost_usd real,
  latency_ms real,
  tokens real,
  meta text NOT NULL,
  stored_at integer NOT NULL,
  FOREIGN KEY (epoch_id) REFERENCES epoch(id),
  CONSTRAINT verdict_key_length CHECK(length(key) = 32),
  CONSTRAINT verdict_word CHECK(word IN ('PASS', 'FAIL', 'ERROR')),
  CONSTRAINT verdict_error CHECK(word = 'ERROR' OR error_kind IS NULL),
  CONSTRAINT verdict_skey CHECK(skey >= 0 AND skey < 4503599627370496),
  CONSTRAINT verdict_artifact_kind CHECK((artifact_kind = 'snapshot' AND length(artifact_hash) = 32 AND artifact_text IS NULL) OR (artifact_kind IN ('ref', 'none') AND artifact_hash IS NULL AND artifact_text IS NOT NULL))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX verdict_key ON verdict (workspace,key);
--> statement-breakpoint
CREATE INDEX verdict_sample ON verdict (workspace,axis,period,epoch_id,word,skey,artifact_kind,score,cost_usd);
--> statement-breakpoint
CREATE TRIGGER verdict_no_update BEFORE UPDATE ON verdict BEGIN SELECT RAISE(ABORT, 'verdicts are only ever added'); END;
--> statement-breakpoint
CREATE TRIGGER verdict_no_delete BEFORE DELETE ON verdict BEGIN SELECT RAISE(ABORT, 'verdicts are only ever added'); END;
--> statement-breakpoint
CREATE TRIGGER artifact_no_update BEFORE UPDATE ON artifact BEGIN SELECT RAISE(ABORT, 'artifacts are only ever added'); END;
--> statement-breakpoint
CREATE TRIGGER artifact_no_delete BEFORE DELETE ON artifact BEGIN SELECT RAISE(ABORT, 'artifacts are only ever added'); END;
--> statement-breakpoint
CREATE TRIGGER grade_observation_no_update BEFORE UPDATE ON grade_observation BEGIN SELECT RAISE(ABORT, 'grade observations are only ever added'); END;
--> statement-breakpoint
CREATE TRIGGER grade_observation_no_delete BEFORE DELETE ON grade_observation BEGIN SELECT RAISE(ABORT, 'grade observations are only ever added'); END;
--> statement-breakpoint
CREATE TRIGGER decision_no_update BEFORE UPDATE ON decision BEGIN SELECT RAISE(ABORT, 'decisions are only ever added'); END;
--> statement-breakpoint
CREATE TRIGGER decision_no_delete BEFORE DELETE ON decision BEGIN SELECT RAISE(ABORT, 'decisions are only ever added'); END;
--> statement-breakpoint
CREATE TRIGGER status_change_no_update BEFORE UPDATE ON status_change BEGIN SELECT RAISE(ABORT, 'status changes are only ever added'); END;
--> statement-breakpoint
CREATE TRIGGER status_change_no_delete BEFORE DELETE ON status_change BEGIN SELECT RAISE(ABORT, 'status changes are only ever added'); END;
`,
  },
  {
    name: "0001_artifact_packing",
    hash: "ce415a6c605dc720687b941fca465a4f9636fcce3affb2ab47e49d4d2192f98c",
    sql: `-- Written by hand: drizzle-kit knows no triggers. An artifact that was stored as it came may be compressed afterwards, once;
-- what it is, whose it is and since when stays, and every other change is refused as before.
DROP TRIGGER artifact_no_update;
--> statement-breakpoint
CREATE TRIGGER artifact_no_update BEFORE UPDATE ON artifact
WHEN NOT (OLD.encoding = 'raw' AND NEW.encoding = 'deflate' AND length(NEW.content) < length(OLD.content)
  AND NEW.rowid = OLD.rowid AND NEW.workspace = OLD.workspace AND NEW.sha256 = OLD.sha256 AND NEW.size = OLD.size
  AND NEW.stored_at = OLD.stored_at)
BEGIN SELECT RAISE(ABORT, 'artifacts are only ever added'); END;
`,
  },
  {
    name: "0002_critics",
    hash: "2611dd1295351a9e90a294a883dd30ee6f68afee6859bc5f865f644f0a46198c",
    sql: `-- Written by drizzle-kit from src/store/sqlite/schema.ts, then by hand: STRICT, and the triggers at the end.
CREATE TABLE critic_call (
  id integer PRIMARY KEY NOT NULL,
  workspace text NOT NULL,
  axis text,
  period text,
  purpose text NOT NULL,
  batch text,
  subject blob,
  rubric text,
  called_at integer NOT NULL,
  outcome text NOT NULL,
  failure text,
  reason text,
  critic text NOT NULL,
  program text,
  cli_version text,
  model text,
  model_from text,
  prompt text,
  cost_usd real,
  tokens_in integer,
  tokens_out integer,
  latency_ms real NOT NULL,
  session_id text,
  CONSTRAINT critic_call_outcome CHECK(outcome IN ('PASS', 'FAIL', 'written', 'no-answer')),
  CONSTRAINT critic_call_failure CHECK((outcome = 'no-answer') = (failure IS NOT NULL)),
  CONSTRAINT critic_call_subject CHECK(subject IS NULL OR length(subject) = 32)
) STRICT;
--> statement-breakpoint
CREATE INDEX critic_call_time ON critic_call (workspace,called_at);
--> statement-breakpoint
CREATE INDEX critic_call_axis ON critic_call (workspace,axis,purpose);
--> statement-breakpoint
CREATE TABLE gold_answer (
  workspace text NOT NULL,
  run_id text NOT NULL,
  gold_id text NOT NULL,
  repeat integer NOT NULL,
  word text NOT NULL,
  error_kind text,
  reason text,
  answered_at integer NOT NULL,
  critic text NOT NULL,
  cli_version text,
  model text,
  model_from text,
  prompt text,
  cost_usd real,
  latency_ms real NOT NULL,
  tokens integer,
  PRIMARY KEY(workspace, run_id, gold_id, repeat),
  FOREIGN KEY (workspace,run_id) REFERENCES gold_run(workspace,id),
  FOREIGN KEY (workspace,gold_id) REFERENCES gold_item(workspace,id),
  CONSTRAINT gold_answer_word CHECK(word IN ('PASS', 'FAIL', 'ERROR')),
  CONSTRAINT gold_answer_error CHECK((word = 'ERROR') = (error_kind IS NOT NULL)),
  CONSTRAINT gold_answer_repeat CHECK(repeat >= 1)
) STRICT;
--> statement-breakpoint
CREATE TABLE gold_item (
  workspace text NOT NULL,
  id text NOT NULL,
  axis text NOT NULL,
  artifact_hash blob NOT NULL,
  label text NOT NULL,
  origin text NOT NULL,
  probe_id text,
  verdict_key text,
  item_ref text,
  failure_mode text,
  reason text,
  period text,
  rubric text NOT NULL,
  critic_word text,
  split text NOT NULL,
  admitted_at integer NOT NULL,
  exposed_at integer,
  exposed_because text,
  exposed_rubric text,
  retired_at integer,
  retired_because text,
  PRIMARY KEY(workspace, id),
  FOREIGN KEY (workspace,artifact_hash) REFERENCES artifact(workspace,sha256),
  CONSTRAINT gold_item_label CHECK(label IN ('PASS', 'FAIL')),
  CONSTRAINT gold_item_origin CHECK(origin IN ('probe', 'regrade', 'import')),
  CONSTRAINT gold_item_word CHECK(critic_word IN ('PASS', 'FAIL', 'ERROR')),
  CONSTRAINT gold_item_split CHECK(split IN ('holdout', 'exposed')),
  CONSTRAINT gold_item_exposed CHECK((exposed_at IS NULL) = (exposed_because IS NULL)),
  CONSTRAINT gold_item_retired CHECK((retired_at IS NULL) = (retired_because IS NULL))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX gold_item_artifact ON gold_item (workspace,axis,artifact_hash);
--> statement-breakpoint
CREATE TABLE gold_run (
  workspace text NOT NULL,
  id text NOT NULL,
  axis text NOT NULL,
  period text NOT NULL,
  triggered_by text NOT NULL,
  state text NOT NULL,
  because text,
  rubric text NOT NULL,
  epoch text NOT NULL,
  planned integer NOT NULL,
  repeats integer NOT NULL,
  started_at integer NOT NULL,
  finished_at integer,
  PRIMARY KEY(workspace, id),
  CONSTRAINT gold_run_trigger CHECK(triggered_by IN ('cycle', 'hand')),
  CONSTRAINT gold_run_state CHECK(state IN ('running', 'done', 'stopped')),
  CONSTRAINT gold_run_finished CHECK((state = 'running') = (finished_at IS NULL))
) STRICT;
--> statement-breakpoint
CREATE INDEX gold_run_axis ON gold_run (workspace,axis,period);
--> statement-breakpoint
CREATE TABLE probe (
  workspace text NOT NULL,
  id text NOT NULL,
  axis text NOT NULL,
  period text NOT NULL,
  epoch text NOT NULL,
  ordinal integer NOT NULL,
  state text NOT NULL,
  failure_mode text NOT NULL,
  clause text NOT NULL,
  why text NOT NULL,
  artifact_hash blob NOT NULL,
  fingerprint text NOT NULL,
  duplicate_of text,
  generator text NOT NULL,
  made_at integer NOT NULL,
  moved_at integer NOT NULL,
  item_ref text,
  asked integer NOT NULL,
  PRIMARY KEY(workspace, id),
  FOREIGN KEY (workspace,artifact_hash) REFERENCES artifact(workspace,sha256),
  CONSTRAINT probe_state CHECK(state IN ('generated', 'duplicate', 'caught', 'unjudged', 'verified', 'queued', 'confirmed', 'refuted', 'skipped', 'unneeded'))
) STRICT;
--> statement-breakpoint
CREATE INDEX probe_axis ON probe (workspace,axis,state);
--> statement-breakpoint
CREATE TABLE probe_batch (
  workspace text NOT NULL,
  axis text NOT NULL,
  period text NOT NULL,
  epoch text NOT NULL,
  began_at integer NOT NULL,
  state text NOT NULL,
  because text,
  generator text NOT NULL,
  rubric text NOT NULL,
  PRIMARY KEY(workspace, axis, period, epoch),
  CONSTRAINT probe_batch_state CHECK(state IN ('generating', 'judging', 'done'))
) STRICT;
--> statement-breakpoint
CREATE TABLE probe_judgement (
  workspace text NOT NULL,
  probe_id text NOT NULL,
  n integer NOT NULL,
  word text,
  failure text,
  reason text,
  judged_at integer NOT NULL,
  model text,
  cli_version text,
  PRIMARY KEY(workspace, probe_id, n),
  FOREIGN KEY (workspace,probe_id) REFERENCES probe(workspace,id),
  CONSTRAINT probe_judgement_n CHECK(n BETWEEN 1 AND 9),
  CONSTRAINT probe_judgement_word CHECK(word IN ('PASS', 'FAIL')),
  CONSTRAINT probe_judgement_outcome CHECK((word IS NULL) <> (failure IS NULL))
) STRICT;
--> statement-breakpoint
CREATE TRIGGER critic_call_no_update BEFORE UPDATE ON critic_call BEGIN SELECT RAISE(ABORT, 'calls of critics are only ever added'); END;
--> statement-breakpoint
CREATE TRIGGER critic_call_no_delete BEFORE DELETE ON critic_call BEGIN SELECT RAISE(ABORT, 'calls of critics are only ever added'); END;
--> statement-breakpoint
CREATE TRIGGER probe_judgement_no_update BEFORE UPDATE ON probe_judgement BEGIN SELECT RAISE(ABORT, 'judgements of probes are only ever added'); END;
--> statement-breakpoint
CREATE TRIGGER probe_judgement_no_delete BEFORE DELETE ON probe_judgement BEGIN SELECT RAISE(ABORT, 'judgements of probes are only ever added'); END;
--> statement-breakpoint
CREATE TRIGGER gold_answer_no_update BEFORE UPDATE ON gold_answer BEGIN SELECT RAISE(ABORT, 'gold answers are only ever added'); END;
--> statement-breakpoint
CREATE TRIGGER gold_answer_no_delete BEFORE DELETE ON gold_answer BEGIN SELECT RAISE(ABORT, 'gold answers are only ever added'); END;
`,
  },
  {
    name: "0003_repair",
    hash: "556502bad8f3bc2e1e3e8fc6a79a5a7416af2b3833508b3797a65f53dedd4535",
    sql: `-- Written by drizzle-kit from src/store/sqlite/schema.ts, then by hand: STRICT, the triggers at the end, and the two columns
-- of status_change, which drizzle-kit would build anew, and so lose its guards.
CREATE TABLE adjustment (
  workspace text NOT NULL,
  id text NOT NULL,
  file text NOT NULL,
  section text NOT NULL,
  PRIMARY KEY(workspace, id)
) STRICT;
--> statement-breakpoint
CREATE INDEX adjustment_file ON adjustment (workspace,file);
--> statement-breakpoint
CREATE TABLE adjustment_event (
  seq integer PRIMARY KEY NOT NULL,
  workspace text NOT NULL,
  adjustment_id text NOT NULL,
  action text NOT NULL,
  happened_at integer NOT NULL,
  commit_sha text,
  reason text,
  FOREIGN KEY (workspace,adjustment_id) REFERENCES adjustment(workspace,id),
  CONSTRAINT adjustment_event_action CHECK(action IN ('applied', 'dismissed', 'reopened')),
  CONSTRAINT adjustment_event_applied CHECK((action = 'applied') = (commit_sha IS NOT NULL)),
  CONSTRAINT adjustment_event_reason CHECK(action = 'applied' OR reason IS NOT NULL)
) STRICT;
--> statement-breakpoint
CREATE INDEX adjustment_event_adjustment ON adjustment_event (workspace,adjustment_id);
--> statement-breakpoint
CREATE TABLE adjustment_proposal (
  workspace text NOT NULL,
  adjustment_id text NOT NULL,
  source_kind text NOT NULL,
  source_id text NOT NULL,
  asker text NOT NULL,
  kind text NOT NULL,
  file text NOT NULL,
  section text NOT NULL,
  problem text NOT NULL,
  suggestion text NOT NULL,
  axis text,
  clause text,
  proposed_at integer NOT NULL,
  PRIMARY KEY(workspace, adjustment_id, source_kind, source_id, asker),
  FOREIGN KEY (workspace,adjustment_id) REFERENCES adjustment(workspace,id),
  CONSTRAINT adjustment_proposal_kind CHECK(kind IN ('fault', 'reinforcement', 'deletion')),
  CONSTRAINT adjustment_proposal_source CHECK(source_kind IN ('panel', 'dialogue', 'override'))
) STRICT;
--> statement-breakpoint
CREATE TABLE asked_batch (
  workspace text NOT NULL,
  axis text NOT NULL,
  period text NOT NULL,
  batch integer NOT NULL,
  asked_at integer NOT NULL,
  queue text NOT NULL,
  pass integer NOT NULL,
  fail integer NOT NULL,
  PRIMARY KEY(workspace, axis, period, batch),
  FOREIGN KEY (workspace,axis,period) REFERENCES cycle(workspace,axis,period),
  CONSTRAINT asked_batch_batch CHECK(batch > 1000),
  CONSTRAINT asked_batch_sizes CHECK(pass >= 0 AND fail >= 0)
) STRICT;
--> statement-breakpoint
CREATE TABLE dialogue (
  workspace text NOT NULL,
  path text NOT NULL,
  axis text,
  header text NOT NULL,
  outcome text NOT NULL,
  verdict text,
  errors text NOT NULL,
  warnings text NOT NULL,
  bytes integer NOT NULL,
  sha256 blob NOT NULL,
  seen_at integer NOT NULL,
  PRIMARY KEY(workspace, path),
  CONSTRAINT dialogue_outcome CHECK(outcome IN ('INVALID', 'OPEN', 'OPEN_AT_MAX', 'STUCK', 'CONCLUDED', 'CONCLUDED_UNCONFIRMED')),
  CONSTRAINT dialogue_verdict CHECK(verdict IN ('PASS', 'FAIL')),
  CONSTRAINT dialogue_hash CHECK(length(sha256) = 32)
) STRICT;
--> statement-breakpoint
CREATE TABLE dialogue_append (
  workspace text NOT NULL,
  run_id text NOT NULL,
  n integer NOT NULL,
  before_bytes integer NOT NULL,
  before_sha256 blob NOT NULL,
  text text NOT NULL,
  state text NOT NULL,
  planned_at integer NOT NULL,
  PRIMARY KEY(workspace, run_id, n),
  FOREIGN KEY (workspace,run_id) REFERENCES dialogue_run(workspace,id),
  CONSTRAINT dialogue_append_n CHECK(n >= 0),
  CONSTRAINT dialogue_append_state CHECK(state IN ('planned', 'written')),
  CONSTRAINT dialogue_append_hash CHECK(length(before_sha256) = 32)
) STRICT;
--> statement-breakpoint
CREATE TABLE dialogue_quarantine (
  workspace text NOT NULL,
  path text NOT NULL,
  kept_sha256 blob NOT NULL,
  found_sha256 blob NOT NULL,
  n integer NOT NULL,
  because text NOT NULL,
  kept_bytes integer NOT NULL,
  found_bytes integer NOT NULL,
  found_at integer NOT NULL,
  PRIMARY KEY(workspace, path, kept_sha256, found_sha256),
  FOREIGN KEY (workspace,path) REFERENCES dialogue(workspace,path),
  CONSTRAINT dialogue_quarantine_n CHECK(n >= 0),
  CONSTRAINT dialogue_quarantine_hashes CHECK(length(kept_sha256) = 32 AND length(found_sha256) = 32)
) STRICT;
--> statement-breakpoint
CREATE TABLE dialogue_run (
  workspace text NOT NULL,
  id text NOT NULL,
  axis text NOT NULL,
  path text NOT NULL,
  plan text NOT NULL,
  state text NOT NULL,
  started_at integer NOT NULL,
  ended_at integer,
  outcome text,
  because text,
  PRIMARY KEY(workspace, id),
  CONSTRAINT dialogue_run_state CHECK(state IN ('open', 'ended')),
  CONSTRAINT dialogue_run_ended CHECK((state = 'ended') = (ended_at IS NOT NULL)),
  CONSTRAINT dialogue_run_outcome CHECK((state = 'ended') = (outcome IS NOT NULL))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX dialogue_run_path ON dialogue_run (workspace,path);
--> statement-breakpoint
CREATE UNIQUE INDEX dialogue_run_open ON dialogue_run (workspace,axis) WHERE state = 'open';
--> statement-breakpoint
CREATE TABLE dialogue_turn (
  workspace text NOT NULL,
  path text NOT NULL,
  n integer NOT NULL,
  prefix_bytes integer NOT NULL,
  prefix_sha256 blob NOT NULL,
  role text NOT NULL,
  round integer NOT NULL,
  written_at text NOT NULL,
  status text,
  awaiting text,
  verdict text,
  text text NOT NULL,
  added_at integer NOT NULL,
  PRIMARY KEY(workspace, path, n),
  FOREIGN KEY (workspace,path) REFERENCES dialogue(workspace,path),
  CONSTRAINT dialogue_turn_n CHECK(n >= 1),
  CONSTRAINT dialogue_turn_hash CHECK(length(prefix_sha256) = 32),
  CONSTRAINT dialogue_turn_status CHECK(status IN ('AWAITING', 'PROPOSING_DONE', 'DONE', 'STUCK')),
  CONSTRAINT dialogue_turn_verdict CHECK(verdict IN ('PASS', 'FAIL'))
) STRICT;
--> statement-breakpoint
CREATE TABLE finding_dismissal (
  workspace text NOT NULL,
  finding_id text NOT NULL,
  dismissed_at integer NOT NULL,
  reason text NOT NULL,
  PRIMARY KEY(workspace, finding_id),
  FOREIGN KEY (workspace,finding_id) REFERENCES panel_finding(workspace,id)
) STRICT;
--> statement-breakpoint
CREATE TABLE instruction_size (
  workspace text NOT NULL,
  file text NOT NULL,
  measured_at integer NOT NULL,
  bytes integer NOT NULL,
  lines integer NOT NULL,
  sha256 blob NOT NULL,
  commit_sha text,
  PRIMARY KEY(workspace, file, measured_at),
  CONSTRAINT instruction_size_counts CHECK(bytes >= 0 AND lines >= 0),
  CONSTRAINT instruction_size_hash CHECK(length(sha256) = 32)
) STRICT;
--> statement-breakpoint
CREATE TABLE panel_finding (
  workspace text NOT NULL,
  id text NOT NULL,
  axis text NOT NULL,
  run_id text NOT NULL,
  first_version integer NOT NULL,
  lens text NOT NULL,
  severity text NOT NULL,
  block integer,
  evidence text,
  issue text NOT NULL,
  suggestion text,
  rejected text,
  found_at integer NOT NULL,
  PRIMARY KEY(workspace, id),
  FOREIGN KEY (workspace,axis,run_id,first_version) REFERENCES panel_run(workspace,axis,run_id,version),
  CONSTRAINT panel_finding_severity CHECK(severity IN ('BLOCKER', 'MAJOR', 'ADVISORY'))
) STRICT;
--> statement-breakpoint
CREATE INDEX panel_finding_run ON panel_finding (workspace,axis,run_id);
--> statement-breakpoint
CREATE TABLE panel_lens (
  workspace text NOT NULL,
  axis text NOT NULL,
  run_id text NOT NULL,
  version integer NOT NULL,
  lens text NOT NULL,
  word text,
  model text,
  tokens integer,
  cost_usd real,
  PRIMARY KEY(workspace, axis, run_id, version, lens),
  FOREIGN KEY (workspace,axis,run_id,version) REFERENCES panel_run(workspace,axis,run_id,version),
  CONSTRAINT panel_lens_word CHECK(word IN ('PASS', 'FAIL'))
) STRICT;
--> statement-breakpoint
CREATE TABLE panel_run (
  workspace text NOT NULL,
  axis text NOT NULL,
  run_id text NOT NULL,
  version integer NOT NULL,
  sha256 blob NOT NULL,
  run_at integer NOT NULL,
  stored_at integer NOT NULL,
  verdict text NOT NULL,
  complete integer NOT NULL,
  artifact text NOT NULL,
  wow_median real,
  result blob NOT NULL,
  raw blob NOT NULL,
  PRIMARY KEY(workspace, axis, run_id, version),
  CONSTRAINT panel_run_version CHECK(version >= 1),
  CONSTRAINT panel_run_hash CHECK(length(sha256) = 32),
  CONSTRAINT panel_run_verdict CHECK(verdict IN ('BLOCKED', 'REVISE', 'PUBLISH')),
  CONSTRAINT panel_run_complete CHECK(complete IN (0, 1)),
  CONSTRAINT panel_run_publish CHECK(complete = 1 OR verdict <> 'PUBLISH')
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX panel_run_content ON panel_run (workspace,axis,run_id,sha256);
--> statement-breakpoint
ALTER TABLE status_change ADD COLUMN door text CONSTRAINT status_change_door CHECK(door IN ('evidence', 'repair', 'forced'));
--> statement-breakpoint
ALTER TABLE status_change ADD COLUMN evidence text CONSTRAINT status_change_evidence CHECK((door IS NULL) = (evidence IS NULL));
--> statement-breakpoint
CREATE TRIGGER asked_batch_no_update BEFORE UPDATE ON asked_batch BEGIN SELECT RAISE(ABORT, 'asked batches are only ever added'); END;
--> statement-breakpoint
CREATE TRIGGER asked_batch_no_delete BEFORE DELETE ON asked_batch BEGIN SELECT RAISE(ABORT, 'asked batches are only ever added'); END;
--> statement-breakpoint
CREATE TRIGGER panel_run_no_update BEFORE UPDATE ON panel_run BEGIN SELECT RAISE(ABORT, 'panel runs are only ever added'); END;
--> statement-breakpoint
CREATE TRIGGER panel_run_no_delete BEFORE DELETE ON panel_run BEGIN SELECT RAISE(ABORT, 'panel runs are only ever added'); END;
--> statement-breakpoint
CREATE TRIGGER panel_lens_no_update BEFORE UPDATE ON panel_lens BEGIN SELECT RAISE(ABORT, 'what lenses said is only ever added'); END;
--> statement-breakpoint
CREATE TRIGGER panel_lens_no_delete BEFORE DELETE ON panel_lens BEGIN SELECT RAISE(ABORT, 'what lenses said is only ever added'); END;
--> statement-breakpoint
CREATE TRIGGER panel_finding_no_update BEFORE UPDATE ON panel_finding BEGIN SELECT RAISE(ABORT, 'findings of panels are only ever added'); END;
--> statement-breakpoint
CREATE TRIGGER panel_finding_no_delete BEFORE DELETE ON panel_finding BEGIN SELECT RAISE(ABORT, 'findings of panels are only ever added'); END;
--> statement-breakpoint
CREATE TRIGGER finding_dismissal_no_update BEFORE UPDATE ON finding_dismissal BEGIN SELECT RAISE(ABORT, 'dismissals of findings are only ever added'); END;
--> statement-breakpoint
CREATE TRIGGER finding_dismissal_no_delete BEFORE DELETE ON finding_dismissal BEGIN SELECT RAISE(ABORT, 'dismissals of findings are only ever added'); END;
--> statement-breakpoint
CREATE TRIGGER adjustment_no_update BEFORE UPDATE ON adjustment BEGIN SELECT RAISE(ABORT, 'adjustments are only ever added'); END;
--> statement-breakpoint
CREATE TRIGGER adjustment_no_delete BEFORE DELETE ON adjustment BEGIN SELECT RAISE(ABORT, 'adjustments are only ever added'); END;
--> statement-breakpoint
CREATE TRIGGER adjustment_proposal_no_update BEFORE UPDATE ON adjustment_proposal BEGIN SELECT RAISE(ABORT, 'proposed adjustments are only ever added'); END;
--> statement-breakpoint
CREATE TRIGGER adjustment_proposal_no_delete BEFORE DELETE ON adjustment_proposal BEGIN SELECT RAISE(ABORT, 'proposed adjustments are only ever added'); END;
--> statement-breakpoint
CREATE TRIGGER adjustment_event_no_update BEFORE UPDATE ON adjustment_event BEGIN SELECT RAISE(ABORT, 'what became of adjustments is only ever added'); END;
--> statement-breakpoint
CREATE TRIGGER adjustment_event_no_delete BEFORE DELETE ON adjustment_event BEGIN SELECT RAISE(ABORT, 'what became of adjustments is only ever added'); END;
--> statement-breakpoint
CREATE TRIGGER instruction_size_no_update BEFORE UPDATE ON instruction_size BEGIN SELECT RAISE(ABORT, 'sizes of instruction files are only ever added'); END;
--> statement-breakpoint
CREATE TRIGGER instruction_size_no_delete BEFORE DELETE ON instruction_size BEGIN SELECT RAISE(ABORT, 'sizes of instruction files are only ever added'); END;
--> statement-breakpoint
CREATE TRIGGER dialogue_turn_no_update BEFORE UPDATE ON dialogue_turn BEGIN SELECT RAISE(ABORT, 'turns of dialogues are only ever added'); END;
--> statement-breakpoint
CREATE TRIGGER dialogue_turn_no_delete BEFORE DELETE ON dialogue_turn BEGIN SELECT RAISE(ABORT, 'turns of dialogues are only ever added'); END;
--> statement-breakpoint
CREATE TRIGGER dialogue_quarantine_no_update BEFORE UPDATE ON dialogue_quarantine BEGIN SELECT RAISE(ABORT, 'quarantined dialogues are only ever added'); END;
--> statement-breakpoint
CREATE TRIGGER dialogue_quarantine_no_delete BEFORE DELETE ON dialogue_quarantine BEGIN SELECT RAISE(ABORT, 'quarantined dialogues are only ever added'); END;
`,
  },
];
