/** Tables whose rows are never changed or deleted: each has a trigger `<table>_no_update` and `<table>_no_delete`. */
export const appendOnlyTables = [
  "verdict",
  "artifact",
  "grade_observation",
  "decision",
  "status_change",
  "critic_call",
  "probe_judgement",
  "gold_answer",
] as const;
