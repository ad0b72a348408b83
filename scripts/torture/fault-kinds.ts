import type { Fault } from "./fault.ts";
import { clock } from "./faults/clock.ts";
import { daylight } from "./faults/daylight.ts";
import { deleted } from "./faults/deleted.ts";
import { diskFull } from "./faults/disk-full.ts";
import { editor } from "./faults/editor.ts";
import { failingCalls } from "./faults/failing-calls.ts";
import { fileLimit } from "./faults/file-limit.ts";
import { kill } from "./faults/kill.ts";
import { killGroup } from "./faults/kill-group.ts";
import { locked } from "./faults/locked.ts";
import { notion } from "./faults/notion.ts";
import { readOnly } from "./faults/read-only.ts";
import { stop } from "./faults/stop.ts";
import { twoRuns } from "./faults/two-runs.ts";
import { vanish } from "./faults/vanish.ts";

/** Every kind of fault, in the order of the table. */
export const faultKinds: readonly Fault[] = [
  kill,
  killGroup,
  stop,
  twoRuns,
  clock,
  daylight,
  diskFull,
  fileLimit,
  readOnly,
  vanish,
  failingCalls,
  locked,
  deleted,
  notion,
  editor,
];
