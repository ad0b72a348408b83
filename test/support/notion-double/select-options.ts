import type { DataSourceObjectResponse } from "@notionhq/client";
import { validationError } from "./api-error.ts";
import type { JsonObject } from "./json.ts";
import type { Workspace } from "./workspace.ts";

type PropertyResponse = DataSourceObjectResponse["properties"][string];
type SelectColor = Extract<PropertyResponse, { type: "select" }>["select"]["options"][number]["color"];

export interface SelectOption {
  readonly id: string;
  name: string;
  readonly color: SelectColor;
  description: string | null;
}

const colors: readonly SelectColor[] = [
  "default",
  "gray",
  "brown",
  "orange",
  "yellow",
  "green",
  "blue",
  "purple",
  "pink",
  "red",
];

/** The options a status has where nobody names any. */
export function usualStatus(workspace: Workspace): SelectOption[] {
  return ["Not started", "In progress", "Done"].map((name) => makeOption(workspace, name));
}

/** A new option of that name; refuses what Notion refuses. */
export function makeOption(
  workspace: Workspace,
  name: string,
  color: SelectColor = "default",
  description: string | null = null,
): SelectOption {
  if (name.includes(",")) throw validationError("Invalid select option, commas not allowed.");
  if (name.trim() === "") throw validationError("Invalid select option, the name is empty.");
  if (name.length > 100) {
    throw validationError(`Select option name.length should be ≤ \`100\`, instead was \`${name.length}\`.`);
  }
  return { id: workspace.ids.optionId(), name, color, description };
}

/** The list of options a request gives replaces the present one: what it leaves out is deleted. */
export function readOptions(
  workspace: Workspace,
  asked: readonly JsonObject[],
  kept: readonly SelectOption[],
): SelectOption[] {
  const options = asked.map((option): SelectOption => {
    const id = typeof option["id"] === "string" ? option["id"] : null;
    const name = typeof option["name"] === "string" ? option["name"] : null;
    const color = colors.find((known) => known === option["color"]);
    const description = typeof option["description"] === "string" ? option["description"] : null;
    const present = kept.find((known) => (id === null ? known.name === name : known.id === id));
    if (present === undefined) {
      if (id !== null) throw validationError(`Select option with id "${id}" does not exist.`);
      return makeOption(workspace, name ?? "", color ?? "default", description);
    }
    if (color !== undefined && color !== present.color) {
      throw validationError(`Cannot update color of select with name: ${present.name}.`);
    }
    if (name !== null && name.includes(",")) {
      throw validationError("Invalid select option, commas not allowed.");
    }
    return { ...present, name: name ?? present.name, description: description ?? present.description };
  });
  const names = new Set(options.map((option) => option.name));
  if (names.size !== options.length) throw validationError("Select option names must be unique.");
  return options;
}

/** Options and groups of a status as answers give them: first, last, and what is between. */
export function statusSettings(options: readonly SelectOption[]): JsonObject {
  const group = (name: string, color: SelectColor, members: readonly SelectOption[]): JsonObject => ({
    id: `group-${name.toLowerCase().replaceAll(" ", "-")}`,
    name,
    color,
    option_ids: members.map((option) => option.id),
  });
  const last = Math.max(1, options.length - 1);
  return {
    options: options.map((option) => ({ ...option })),
    groups: [
      group("To-do", "gray", options.slice(0, 1)),
      group("In progress", "blue", options.slice(1, last)),
      group("Complete", "green", options.slice(last)),
    ],
  };
}
