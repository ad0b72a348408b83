-- Written by drizzle-kit from src/store/sqlite/schema.ts, then by hand: STRICT, the triggers at the end, and the two columns
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
