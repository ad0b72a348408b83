import { workspacePart } from "./workspace-part.ts";

/** The folder of the pictures, beside the vault log. */
export const pictureFolder = "improve-cron";

/** The file of an axis' picture; null is the overview, whose name no axis can have. */
export function pictureName(workspace: string, axis: string | null): string {
  return `${workspacePart(workspace)}${axis ?? "_overview"}.svg`;
}
