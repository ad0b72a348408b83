import { validationError } from "./api-error.ts";
import { instantOf } from "./dates.ts";
import { type JsonObject, isObject, onlyKey } from "./json.ts";
import { type PropertySchema, findProperty } from "./property-schema.ts";
import { isEmptyValue, optionIdOf, optionsOf, valueText } from "./property-value.ts";
import { relatedIds } from "./relation.ts";
import { minute } from "./stamps.ts";
import type { Page, PageState, Workspace } from "./workspace.ts";

export interface Row {
  readonly page: Page;
  readonly state: PageState;
}

export type RowTest = (row: Row) => boolean;

const dayMs = 86_400_000;

/** What a query's or view's filter asks of a row. A property is named by id or by its present name. */
export function compileFilter(
  workspace: Workspace,
  schema: readonly PropertySchema[],
  filter: JsonObject,
): RowTest {
  for (const [key, all] of [
    ["and", true],
    ["or", false],
  ] as const) {
    const parts = filter[key];
    if (!Array.isArray(parts)) continue;
    const tests = parts.filter(isObject).map((part) => compileFilter(workspace, schema, part));
    return all ? (row) => tests.every((test) => test(row)) : (row) => tests.some((test) => test(row));
  }
  if (typeof filter["timestamp"] === "string") return timestampTest(workspace, filter);
  const asked = filter["property"];
  if (typeof asked !== "string") throw validationError("body.filter.property should be defined.");
  const property = findProperty(schema, asked);
  if (property === undefined) throw validationError(`Could not find property with name or id: ${asked}`);
  const type = onlyKey(filter, ["property", "type"]);
  const condition = type === null ? undefined : filter[type];
  if (type !== property.config.type || !isObject(condition)) {
    throw validationError(
      `database property ${property.config.type} does not match filter ${type ?? "none"}`,
    );
  }
  return propertyTest(workspace, property, condition);
}

function timestampTest(workspace: Workspace, filter: JsonObject): RowTest {
  const key = filter["timestamp"] === "created_time" ? "created_time" : "last_edited_time";
  const condition = filter[key];
  if (!isObject(condition)) throw validationError(`body.filter.${key} should be defined.`);
  return (row) =>
    dateTest(workspace, condition, minute(key === "created_time" ? row.page.createdAt : row.state.editedAt));
}

function propertyTest(workspace: Workspace, property: PropertySchema, condition: JsonObject): RowTest {
  if (condition["is_empty"] === true) {
    return (row) => isEmptyValue(workspace, property, row.page, row.state);
  }
  if (condition["is_not_empty"] === true) {
    return (row) => !isEmptyValue(workspace, property, row.page, row.state);
  }
  const text: RowTest = (row) => textTest(condition, valueText(workspace, property, row.page, row.state));
  switch (property.config.type) {
    case "title":
    case "rich_text":
    case "url":
    case "email":
    case "phone_number":
      return text;
    case "number":
    case "unique_id":
      return (row) => {
        const shown = valueText(workspace, property, row.page, row.state);
        return numberTest(condition, shown === "" ? null : Number(shown));
      };
    case "checkbox":
      return (row) => {
        const value = row.state.values.get(property.id);
        const checked = value?.type === "checkbox" && value.checked;
        return "equals" in condition
          ? checked === condition["equals"]
          : checked !== condition["does_not_equal"];
      };
    case "select":
    case "status":
      return optionTest(property, condition);
    case "multi_select":
      return (row) => {
        const value = row.state.values.get(property.id);
        const names = (value?.type === "multi_select" ? value.optionIds : []).map(
          (id) => optionsOf(property).find((option) => option.id === id)?.name,
        );
        return "contains" in condition
          ? names.some((name) => name !== undefined && wanted(condition["contains"]).includes(name))
          : !names.some((name) => name !== undefined && wanted(condition["does_not_contain"]).includes(name));
      };
    case "date":
    case "created_time":
    case "last_edited_time":
      return (row) => {
        const shown = valueText(workspace, property, row.page, row.state).split(" → ")[0] ?? "";
        return shown !== "" && dateTest(workspace, condition, shown);
      };
    case "relation":
      return (row) => {
        const ids = relatedIds(workspace, row.state.values.get(property.id));
        return "contains" in condition
          ? ids.includes(String(condition["contains"]))
          : !ids.includes(String(condition["does_not_contain"]));
      };
    case "people":
    case "created_by":
    case "last_edited_by":
      return (row) => {
        const value = row.state.values.get(property.id);
        const ids =
          property.config.type === "created_by"
            ? [row.page.createdBy]
            : property.config.type === "last_edited_by"
              ? [row.state.editedBy]
              : value?.type === "people"
                ? value.userIds
                : [];
        return "contains" in condition
          ? ids.includes(String(condition["contains"]))
          : !ids.includes(String(condition["does_not_contain"]));
      };
  }
}

function wanted(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [String(value)];
}

/** Options are named in a filter; a name that does not exist is refused, so a renamed option breaks the filter. */
function optionTest(property: PropertySchema, condition: JsonObject): RowTest {
  const equal = "equals" in condition;
  const ids = wanted(equal ? condition["equals"] : condition["does_not_equal"]).map((name) => {
    const option = optionsOf(property).find((known) => known.name === name);
    if (option === undefined) {
      throw validationError(
        `${property.config.type} option "${name}" not found for property "${property.name}".`,
      );
    }
    return option.id;
  });
  return (row) => {
    const id = optionIdOf(property, row.state.values.get(property.id));
    return (id !== null && ids.includes(id)) === equal;
  };
}

function textTest(condition: JsonObject, text: string): boolean {
  const [operator, value] = Object.entries(condition)[0] ?? ["", ""];
  const asked = String(value);
  const lower = text.toLowerCase();
  switch (operator) {
    case "equals":
      return text === asked;
    case "does_not_equal":
      return text !== asked;
    case "contains":
      return lower.includes(asked.toLowerCase());
    case "does_not_contain":
      return !lower.includes(asked.toLowerCase());
    case "starts_with":
      return lower.startsWith(asked.toLowerCase());
    default:
      return lower.endsWith(asked.toLowerCase());
  }
}

function numberTest(condition: JsonObject, number: number | null): boolean {
  const [operator, value] = Object.entries(condition)[0] ?? ["", 0];
  const asked = Number(value);
  if (number === null) return operator === "does_not_equal";
  switch (operator) {
    case "equals":
      return number === asked;
    case "does_not_equal":
      return number !== asked;
    case "greater_than":
      return number > asked;
    case "less_than":
      return number < asked;
    case "greater_than_or_equal_to":
      return number >= asked;
    default:
      return number <= asked;
  }
}

const relativeDays: Readonly<Record<string, number>> = {
  today: 0,
  tomorrow: 1,
  yesterday: -1,
  one_week_ago: -7,
  one_week_from_now: 7,
  one_month_ago: -30,
  one_month_from_now: 30,
};

const spans: Readonly<Record<string, readonly [number, number]>> = {
  past_week: [-7, 0],
  past_month: [-30, 0],
  past_year: [-365, 0],
  next_week: [0, 7],
  next_month: [0, 30],
  next_year: [0, 365],
};

/** Days are days in UTC, whatever zone the founder lives in. */
function dateTest(workspace: Workspace, condition: JsonObject, shown: string): boolean {
  const [operator, value] = Object.entries(condition)[0] ?? ["", ""];
  const day = (at: number): number => Math.floor(at / dayMs);
  const today = day(workspace.clock.now());
  const own = instantOf(shown);
  const span = spans[operator];
  if (span !== undefined) return day(own) >= today + span[0] && day(own) <= today + span[1];
  if (operator === "this_week") {
    const sunday = today - new Date(today * dayMs).getUTCDay();
    return day(own) >= sunday && day(own) < sunday + 7;
  }
  const asked = String(value);
  const relative = relativeDays[asked];
  const target = relative === undefined ? instantOf(asked) : (today + relative) * dayMs;
  if (Number.isNaN(target)) throw validationError(`body.filter: "${asked}" should be a date in ISO 8601.`);
  // A day against a day where either has no time.
  const coarse = relative !== undefined || asked.length === 10 || shown.length === 10;
  const left = coarse ? day(own) : own;
  const right = coarse ? day(target) : target;
  switch (operator) {
    case "equals":
      return left === right;
    case "before":
      return left < right;
    case "after":
      return left > right;
    case "on_or_before":
      return left <= right;
    default:
      return left >= right;
  }
}
