import type { NotionPlace } from "./place.ts";
import type { ViewRequest } from "./requests.ts";

/**
 * The two lists of the database: what waits for a grade, as cards in one column of a phone, and what has one. Both show
 * the title and the axis only. A month whose due date has passed leaves the first list by itself.
 */
export function viewRequests(place: Pick<NotionPlace, "databaseId" | "items">): {
  readonly toGrade: ViewRequest;
  readonly graded: ViewRequest;
} {
  const { dataSourceId, properties } = place.items;
  const { grade, due } = properties;
  const shown = new Set([properties.title, properties.axis]);
  const columns = Object.values(properties).map((id) => ({ property_id: id, visible: shown.has(id) }));
  const common = { dataSourceId, databaseId: place.databaseId, columns };
  return {
    toGrade: {
      ...common,
      name: "To grade",
      filter: {
        and: [
          { property: grade, select: { is_empty: true } },
          { property: due, date: { on_or_after: "today" } },
        ],
      },
      // Items are made in shuffled order, so that this order tells nothing.
      sorts: [
        { property: due, direction: "ascending" },
        { timestamp: "created_time", direction: "ascending" },
      ],
      position: "start",
    },
    graded: {
      ...common,
      name: "Graded",
      filter: { property: grade, select: { is_not_empty: true } },
      sorts: [{ property: due, direction: "descending" }],
      position: "end",
    },
  };
}
