import type { CreateDataSourceParameters } from "@notionhq/client";
import { reachDataSource } from "./access.ts";
import { validationError } from "./api-error.ts";
import { type JsonObject, isObject, onlyKey } from "./json.ts";
import { type SelectOption, readOptions, statusSettings, usualStatus } from "./select-options.ts";
import { unsupported } from "./unsupported.ts";
import type { DataSource, Workspace } from "./workspace.ts";

/** A property as `dataSources.create` asks for it. */
export type PropertyRequest = CreateDataSourceParameters["properties"][string];

/** Types without settings of their own. */
type PlainType =
  | "title"
  | "rich_text"
  | "url"
  | "email"
  | "phone_number"
  | "checkbox"
  | "date"
  | "people"
  | "created_time"
  | "created_by"
  | "last_edited_time"
  | "last_edited_by";

export type PropertyConfig =
  | { readonly type: PlainType }
  | { readonly type: "number"; readonly format: string }
  | { readonly type: "select" | "multi_select" | "status"; readonly options: readonly SelectOption[] }
  | {
      readonly type: "relation";
      readonly dataSourceId: string;
      /** The property on the other side of a two-way relation. */
      readonly syncedId: string | null;
    }
  | { readonly type: "unique_id"; readonly prefix: string | null };

export interface PropertySchema {
  readonly id: string;
  name: string;
  description: string | null;
  config: PropertyConfig;
}

const plainTypes: readonly string[] = [
  "title",
  "rich_text",
  "url",
  "email",
  "phone_number",
  "checkbox",
  "date",
  "people",
  "created_time",
  "created_by",
  "last_edited_time",
  "last_edited_by",
];

function isPlainType(type: string): type is PlainType {
  return plainTypes.includes(type);
}

/** A property by its present name or its id, the id escaped or not. */
export function findProperty(
  properties: readonly PropertySchema[],
  nameOrId: string,
): PropertySchema | undefined {
  return (
    properties.find((property) => property.name === nameOrId) ??
    properties.find((property) => property.id === nameOrId || decodeURIComponent(property.id) === nameOrId)
  );
}

/** The settings a request gives a property; `present` is what it was, if it was there. */
export function readConfig(
  workspace: Workspace,
  request: PropertyRequest | JsonObject,
  present: PropertyConfig | null,
): PropertyConfig {
  const given: JsonObject = { ...request };
  const type = onlyKey(given, ["type", "name", "description"]);
  const settings = type === null ? undefined : given[type];
  if (type === null || !isObject(settings)) throw validationError("body.properties: no type of property");
  if (isPlainType(type)) return { type };
  if (type === "number") {
    return { type, format: typeof settings["format"] === "string" ? settings["format"] : "number" };
  }
  if (type === "select" || type === "multi_select" || type === "status") {
    const kept = present !== null && present.type === type ? present.options : [];
    const asked = Array.isArray(settings["options"]) ? settings["options"].filter(isObject) : null;
    if (asked === null)
      return { type, options: type === "status" && kept.length === 0 ? usualStatus(workspace) : kept };
    return { type, options: readOptions(workspace, asked, kept) };
  }
  if (type === "unique_id") {
    return { type, prefix: typeof settings["prefix"] === "string" ? settings["prefix"] : null };
  }
  if (type === "relation" && typeof settings["data_source_id"] === "string") {
    const target = reachDataSource(workspace, settings["data_source_id"]);
    return { type, dataSourceId: target.id, syncedId: null };
  }
  throw unsupported(workspace, `a property of type ${type}`);
}

/**
 * The schema of a new data source. A two-way relation makes its partner in the other data source.
 * Exactly one title property.
 */
export function readSchema(
  workspace: Workspace,
  requests: Readonly<Record<string, PropertyRequest>>,
): PropertySchema[] {
  const properties = Object.entries(requests).map(([name, request]) => newProperty(workspace, name, request));
  const titles = properties.filter((property) => property.config.type === "title").length;
  if (titles !== 1)
    throw validationError(`Title is not provided: ${titles} title properties, one is needed.`);
  return properties;
}

export function newProperty(
  workspace: Workspace,
  name: string,
  request: PropertyRequest | JsonObject,
): PropertySchema {
  if (name.trim() === "") throw validationError("Property names must not be empty.");
  const config = readConfig(workspace, request, null);
  const given: JsonObject = { ...request };
  return {
    id: config.type === "title" ? "title" : workspace.ids.propertyId(),
    name,
    description: typeof given["description"] === "string" ? given["description"] : null,
    config,
  };
}

/** Makes the other side of a two-way relation that `request` asks for. */
export function linkRelation(
  workspace: Workspace,
  source: DataSource,
  property: PropertySchema,
  request: PropertyRequest | JsonObject,
): void {
  const given: JsonObject = { ...request };
  const settings = given["relation"];
  if (property.config.type !== "relation" || !isObject(settings)) return;
  const dual = settings["dual_property"];
  const target = workspace.dataSources.get(property.config.dataSourceId);
  if (!isObject(dual) || target === undefined) return;
  const name =
    typeof dual["synced_property_name"] === "string"
      ? dual["synced_property_name"]
      : `Related to ${source.id.slice(0, 4)}`;
  const partner: PropertySchema = {
    id: workspace.ids.propertyId(),
    name,
    description: null,
    config: { type: "relation", dataSourceId: source.id, syncedId: property.id },
  };
  target.properties.push(partner);
  property.config = { ...property.config, syncedId: partner.id };
}

/** A property as `dataSources.retrieve` gives it. */
export function propertyObject(workspace: Workspace, property: PropertySchema): JsonObject {
  const { config } = property;
  const head = { id: property.id, name: property.name, description: property.description, type: config.type };
  switch (config.type) {
    case "number":
      return { ...head, number: { format: config.format } };
    case "select":
    case "multi_select":
      return { ...head, [config.type]: { options: config.options.map((option) => ({ ...option })) } };
    case "status":
      return { ...head, status: statusSettings(config.options) };
    case "unique_id":
      return { ...head, unique_id: { prefix: config.prefix } };
    case "relation": {
      const target = workspace.dataSources.get(config.dataSourceId);
      const partner = target?.properties.find((other) => other.id === config.syncedId);
      const kind =
        partner === undefined
          ? { type: "single_property", single_property: {} }
          : {
              type: "dual_property",
              dual_property: { synced_property_id: partner.id, synced_property_name: partner.name },
            };
      return {
        ...head,
        relation: {
          data_source_id: config.dataSourceId,
          database_id: target?.databaseId ?? config.dataSourceId,
          ...kind,
        },
      };
    }
    case "title":
    case "rich_text":
    case "url":
    case "email":
    case "phone_number":
    case "checkbox":
    case "date":
    case "people":
    case "created_time":
    case "created_by":
    case "last_edited_time":
    case "last_edited_by":
      return { ...head, [config.type]: {} };
  }
}
