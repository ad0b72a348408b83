-- Written by drizzle-kit from src/store/sqlite/schema.ts, then by hand: STRICT, and the triggers at the end.
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
