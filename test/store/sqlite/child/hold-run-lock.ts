import { acquireRunLock } from "../../../../src/store/sqlite/run-lock.ts";

// Says whether it got the run lock of a state folder, and by whom it is held; keeps it until it is killed.
const lock = acquireRunLock(process.argv[2] ?? "", process.pid);
process.stdout.write(lock.kind === "held" ? "held\n" : `busy ${lock.pid}\n`);
if (lock.kind === "held") setInterval(() => {}, 1000);
