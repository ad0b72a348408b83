import { isShared } from "./access.ts";
import { notFound, validationError } from "./api-error.ts";
import { readUuid } from "./ids.ts";
import type { PropertySchema } from "./property-schema.ts";
import type { PropertyValue } from "./property-value.ts";
import type { Page, Workspace } from "./workspace.ts";

/** The page a relation may point at: shared, and a row of the related data source. */
export function relatedPage(workspace: Workspace, dataSourceId: string, asked: string): string {
  const id = readUuid(asked);
  const page = id === null ? undefined : workspace.pages.get(id);
  if (page === undefined || page.state.gone || !isShared(workspace, page.id)) throw notFound("page", asked);
  if (page.state.parent.kind !== "dataSource" || page.state.parent.id !== dataSourceId) {
    throw validationError(`Page ${page.id} is not in the related data source.`);
  }
  return page.id;
}

/** Ids of the pages a relation shows; those deleted for ever are gone from it. */
export function relatedIds(workspace: Workspace, value: PropertyValue | undefined): string[] {
  if (value?.type !== "relation") return [];
  return value.pageIds.filter((id) => workspace.pages.get(id)?.state.gone === false);
}

/** Keeps a two-way relation true on its other side after `page` was given `value`. */
export function mirrorRelation(
  workspace: Workspace,
  property: PropertySchema,
  page: Page,
  before: readonly string[],
): void {
  const { config } = property;
  if (config.type !== "relation" || config.syncedId === null) return;
  const partnerId = config.syncedId;
  const after = relatedIds(workspace, page.state.values.get(property.id));
  const change = (id: string, linked: boolean): void => {
    const other = workspace.pages.get(id);
    if (other === undefined) return;
    const present = relatedIds(workspace, other.state.values.get(partnerId)).filter(
      (known) => known !== page.id,
    );
    const values = new Map(other.state.values);
    values.set(partnerId, { type: "relation", pageIds: linked ? [...present, page.id] : present });
    // The other page was not edited by anybody: its stamp stays.
    const { editedAt, editedBy } = other.state;
    workspace.changePage(other, editedBy, { values, editedAt });
  };
  for (const id of before) if (!after.includes(id)) change(id, false);
  for (const id of after) if (!before.includes(id)) change(id, true);
}
