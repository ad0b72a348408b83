/** Workspaces that share a log each have their entries: what one has written must not pass for the other's. */
export function workspacePart(workspace: string): string {
  return workspace === "default" ? "" : `${workspace.replaceAll(/[^A-Za-z0-9]+/g, "-")}-`;
}
