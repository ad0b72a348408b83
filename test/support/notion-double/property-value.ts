import type { CreatePageParameters, PageObjectResponse, RichTextItemResponse } from "@notionhq/client";
import { notFound, validationError } from "./api-error.ts";
import { readDate } from "./dates.ts";
import { type JsonObject, onlyKey } from "./json.ts";
import type { PropertySchema } from "./property-schema.ts";
import { relatedIds, relatedPage } from "./relation.ts";
import { plainText, readRichText, titleOfPage } from "./rich-text.ts";
import { type SelectOption, makeOption } from "./select-options.ts";
import { minute, userRef } from "./stamps.ts";
import { unsupported } from "./unsupported.ts";
import type { Page, PageState, Workspace } from "./workspace.ts";

export type DateResponse = NonNullable<
  Extract<PageObjectResponse["properties"][string], { type: "date" }>["date"]
>;
/** A value as `pages.create` and `pages.update` write it. */
export type ValueRequest = NonNullable<CreatePageParameters["properties"]>[string];

export type PropertyValue =
  | { readonly type: "title" | "rich_text"; readonly text: readonly RichTextItemResponse[] }
  | { readonly type: "number"; readonly number: number | null }
  | { readonly type: "url" | "email" | "phone_number"; readonly text: string | null }
  | { readonly type: "select" | "status"; readonly optionId: string | null }
  | { readonly type: "multi_select"; readonly optionIds: readonly string[] }
  | { readonly type: "date"; readonly date: DateResponse | null }
  | { readonly type: "checkbox"; readonly checked: boolean }
  | { readonly type: "relation"; readonly pageIds: readonly string[] }
  | { readonly type: "people"; readonly userIds: readonly string[] }
  | { readonly type: "unique_id"; readonly number: number };

/** A page's related pages in its own answer; the property endpoint gives the rest. */
const relationsShown = 25;

/**
 * Reads what a request writes into a property. Writing a select by a name that does not exist makes the option,
 * as the API does.
 */
export function readValue(
  workspace: Workspace,
  property: PropertySchema,
  request: ValueRequest,
): PropertyValue {
  const { config, name } = property;
  const written = onlyKey({ ...request }, ["type"]);
  if (written !== config.type) throw validationError(`${name} is expected to be ${config.type}.`);
  if ("title" in request) return { type: "title", text: readRichText(workspace, request.title) };
  if ("rich_text" in request) return { type: "rich_text", text: readRichText(workspace, request.rich_text) };
  if ("number" in request) return { type: "number", number: request.number };
  if ("url" in request) return { type: "url", text: request.url };
  if ("email" in request) return { type: "email", text: request.email };
  if ("phone_number" in request) return { type: "phone_number", text: request.phone_number };
  if ("checkbox" in request) return { type: "checkbox", checked: request.checkbox };
  if ("date" in request) return { type: "date", date: request.date === null ? null : readDate(request.date) };
  if ("select" in request) {
    return {
      type: "select",
      optionId: request.select === null ? null : chooseOption(workspace, property, request.select, true),
    };
  }
  if ("status" in request) {
    if (request.status === null) throw validationError(`${name} is a status and cannot be empty.`);
    return { type: "status", optionId: chooseOption(workspace, property, request.status, false) };
  }
  if ("multi_select" in request) {
    return {
      type: "multi_select",
      optionIds: request.multi_select.map((option) => chooseOption(workspace, property, option, true)),
    };
  }
  if ("relation" in request && config.type === "relation") {
    return {
      type: "relation",
      pageIds: request.relation.map(({ id }) => relatedPage(workspace, config.dataSourceId, id)),
    };
  }
  if ("people" in request) {
    const known = [workspace.bot.id, workspace.person.id];
    for (const { id } of request.people) if (!known.includes(id)) throw notFound("user", id);
    return { type: "people", userIds: request.people.map(({ id }) => id) };
  }
  throw unsupported(workspace, `writing a property of type ${config.type}`);
}

/** The id of the option a write means. `create` makes one that does not exist yet. */
export function chooseOption(
  workspace: Workspace,
  property: PropertySchema,
  choice: { readonly id?: string | undefined; readonly name?: string | undefined },
  create: boolean,
): string {
  const options = optionsOf(property);
  if (choice.id !== undefined) {
    const byId = options.find((option) => option.id === choice.id);
    if (byId === undefined) {
      throw validationError(
        `Select option with id "${choice.id}" does not exist in property "${property.name}".`,
      );
    }
    return byId.id;
  }
  const name = choice.name ?? "";
  const byName = options.find((option) => option.name === name);
  if (byName !== undefined) return byName.id;
  if (!create)
    throw validationError(`Status option "${name}" does not exist in property "${property.name}".`);
  const option = makeOption(workspace, name);
  const { config } = property;
  if (config.type === "select" || config.type === "multi_select") {
    property.config = { ...config, options: [...config.options, option] };
  }
  return option.id;
}

export function optionsOf(property: PropertySchema): readonly SelectOption[] {
  const { config } = property;
  return config.type === "select" || config.type === "multi_select" || config.type === "status"
    ? config.options
    : [];
}

function optionObject(property: PropertySchema, optionId: string | null): JsonObject | null {
  const option = optionsOf(property).find((known) => known.id === optionId);
  return option === undefined ? null : { id: option.id, name: option.name, color: option.color };
}

/** A property's value as a page's answer gives it. */
export function valueObject(
  workspace: Workspace,
  property: PropertySchema,
  page: Page,
  state: PageState,
): JsonObject {
  const value = state.values.get(property.id);
  const { config, id } = property;
  const head = { id, type: config.type };
  switch (config.type) {
    case "title":
    case "rich_text":
      return { ...head, [config.type]: value !== undefined && "text" in value ? (value.text ?? []) : [] };
    case "number":
      return { ...head, number: value?.type === "number" ? value.number : null };
    case "url":
    case "email":
    case "phone_number":
      return { ...head, [config.type]: value !== undefined && "text" in value ? value.text : null };
    case "select":
    case "status":
      return { ...head, [config.type]: optionObject(property, optionIdOf(property, value)) };
    case "multi_select":
      return {
        ...head,
        multi_select: (value?.type === "multi_select" ? value.optionIds : [])
          .map((optionId) => optionObject(property, optionId))
          .filter((option) => option !== null),
      };
    case "date":
      return { ...head, date: value?.type === "date" ? value.date : null };
    case "checkbox":
      return { ...head, checkbox: value?.type === "checkbox" && value.checked };
    case "relation":
      return {
        ...head,
        relation: relatedIds(workspace, value)
          .slice(0, relationsShown)
          .map((pageId) => ({ id: pageId })),
      };
    case "people":
      return { ...head, people: (value?.type === "people" ? value.userIds : []).map(userRef) };
    case "unique_id":
      return {
        ...head,
        unique_id: { prefix: config.prefix, number: value?.type === "unique_id" ? value.number : null },
      };
    case "created_time":
      return { ...head, created_time: minute(page.createdAt) };
    case "last_edited_time":
      return { ...head, last_edited_time: minute(state.editedAt) };
    case "created_by":
      return { ...head, created_by: userRef(page.createdBy) };
    case "last_edited_by":
      return { ...head, last_edited_by: userRef(state.editedBy) };
  }
}

/** A status is never empty: without a value it is the first option. */
export function optionIdOf(property: PropertySchema, value: PropertyValue | undefined): string | null {
  const own = value?.type === "select" || value?.type === "status" ? value.optionId : null;
  const known = optionsOf(property).some((option) => option.id === own);
  if (known) return own;
  return property.config.type === "status" ? (optionsOf(property)[0]?.id ?? null) : null;
}

/** A value as a person reads it; empty where nothing is set. */
export function valueText(
  workspace: Workspace,
  property: PropertySchema,
  page: Page,
  state: PageState,
): string {
  const value = state.values.get(property.id);
  const nameOf = (optionId: string | null): string =>
    optionsOf(property).find((option) => option.id === optionId)?.name ?? "";
  const users = [workspace.bot, workspace.person];
  const userName = (id: string): string => users.find((user) => user.id === id)?.name ?? "";
  const { type } = property.config;
  if (type === "select" || type === "status") return nameOf(optionIdOf(property, value));
  if (type === "created_time") return minute(page.createdAt);
  if (type === "last_edited_time") return minute(state.editedAt);
  if (type === "created_by") return userName(page.createdBy);
  if (type === "last_edited_by") return userName(state.editedBy);
  if (value === undefined) return "";
  switch (value.type) {
    case "title":
    case "rich_text":
      return plainText(value.text);
    case "number":
      return value.number === null ? "" : String(value.number);
    case "url":
    case "email":
    case "phone_number":
      return value.text ?? "";
    case "multi_select":
      return value.optionIds.map(nameOf).filter(Boolean).join(", ");
    case "date":
      return value.date === null ? "" : [value.date.start, value.date.end].filter(Boolean).join(" → ");
    case "checkbox":
      return value.checked ? "yes" : "";
    case "relation":
      return relatedIds(workspace, value)
        .map((id) => titleOfPage(workspace, id))
        .join(", ");
    case "people":
      return value.userIds.map(userName).join(", ");
    case "unique_id":
      return String(value.number);
    case "select":
    case "status":
      return nameOf(value.optionId);
  }
}

/** Whether a filter on "is empty" takes the value for empty. */
export function isEmptyValue(
  workspace: Workspace,
  property: PropertySchema,
  page: Page,
  state: PageState,
): boolean {
  return valueText(workspace, property, page, state) === "";
}
