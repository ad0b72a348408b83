import { cpSync, rmSync } from "node:fs";
import type { Workspace } from "./workspace.ts";

/** A workspace as it stands now, to come back to: what takes many runs to build is built once for a whole file of tests. */
export interface KeptWorkspace {
  restore(): void;
  dispose(): void;
}

/** @param name tells several states of the same workspace apart */
export function keepWorkspace(workspace: Workspace, name = "kept"): KeptWorkspace {
  const kept = `${workspace.folder}-${name}`;
  copy(workspace.folder, kept);
  return {
    restore: () => {
      copy(kept, workspace.folder);
      workspace.messages.length = 0;
    },
    dispose: () => {
      rmSync(kept, { recursive: true, force: true });
      workspace.dispose();
    },
  };
}

function copy(from: string, to: string): void {
  rmSync(to, { recursive: true, force: true });
  cpSync(from, to, { recursive: true, preserveTimestamps: true });
}
