import { addDataSource, dropProperty, renameProperty } from "./data-sources.ts";
import { addDatabase } from "./databases.ts";
import type { Founder, FounderProperty } from "./founder-hands.ts";
import { ownPage } from "./founder-sees.ts";
import { type PropertyConfig, type PropertySchema, findProperty } from "./property-schema.ts";
import { type PropertyValue, valueText } from "./property-value.ts";
import { textRuns } from "./rich-text.ts";
import { type SelectOption, makeOption } from "./select-options.ts";
import { removeView } from "./views.ts";
import type { Database, DataSource, View, Workspace } from "./workspace.ts";

type SchemaHands = Pick<
  Founder,
  | "makeDatabase"
  | "renameProperty"
  | "retypeProperty"
  | "deleteProperty"
  | "renameOption"
  | "deleteOption"
  | "renameDatabase"
  | "renameDataSource"
  | "renameView"
  | "deleteView"
  | "addDataSource"
>;

function found<T>(map: ReadonlyMap<string, T>, id: string): T {
  const object = map.get(id);
  if (object === undefined) throw new Error(`There is no object ${id}.`);
  return object;
}

function known(options: readonly SelectOption[], optionId: string): void {
  if (!options.some((option) => option.id === optionId)) throw new Error(`There is no option ${optionId}.`);
}

function titleProperty(): PropertySchema {
  return { id: "title", name: "Name", description: null, config: { type: "title" } };
}

/** What the founder does to databases, their schema and their views. */
export function schemaHands(workspace: Workspace): SchemaHands {
  const by = workspace.person.id;
  const database = (id: string): Database => found(workspace.databases, id);
  const source = (id: string): DataSource => found(workspace.dataSources, id);
  const view = (id: string): View => found(workspace.views, id);

  function propertyOf(dataSourceId: string, nameOrId: string): PropertySchema {
    const property = findProperty(source(dataSourceId).properties, nameOrId);
    if (property === undefined) throw new Error(`The data source has no property ${nameOrId}.`);
    return property;
  }

  function changeOptions(
    dataSourceId: string,
    nameOrId: string,
    change: (options: readonly SelectOption[]) => readonly SelectOption[],
  ): void {
    const property = propertyOf(dataSourceId, nameOrId);
    const { config } = property;
    if (config.type !== "select" && config.type !== "multi_select" && config.type !== "status") {
      throw new Error(`${property.name} has no options.`);
    }
    property.config = { ...config, options: change(config.options) };
    workspace.touch(source(dataSourceId), by);
  }

  function newProperty(name: string, made: FounderProperty): PropertySchema {
    const config: PropertyConfig =
      made.type === "select" || made.type === "multi_select" || made.type === "status"
        ? { type: made.type, options: made.options.map((option) => makeOption(workspace, option)) }
        : made.type === "number"
          ? { type: "number", format: "number" }
          : { type: made.type };
    return { id: workspace.ids.propertyId(), name, description: null, config };
  }

  return {
    makeDatabase(title, parentPageId, properties = {}) {
      const parent = { kind: "page", id: ownPage(workspace, parentPageId).id } as const;
      const made = addDatabase(workspace, by, parent, textRuns(title));
      const schema = [
        titleProperty(),
        ...Object.entries(properties).map(([name, property]) => newProperty(name, property)),
      ];
      const first = addDataSource(workspace, by, made, textRuns(title), schema);
      return { databaseId: made.id, dataSourceId: first.id };
    },
    renameProperty(dataSourceId, property, name) {
      renameProperty(source(dataSourceId), propertyOf(dataSourceId, property), name);
    },
    retypeProperty(dataSourceId, nameOrId, type) {
      const property = propertyOf(dataSourceId, nameOrId);
      if (property.config.type === "title") throw new Error("The title keeps its type.");
      const rows = workspace.rowsOf(dataSourceId, 0);
      const texts = rows.map(({ page, state }) => valueText(workspace, property, page, state));
      const names = [...new Set(texts.filter((text) => text !== "" && !text.includes(",")))];
      const options = type === "select" ? names.map((name) => makeOption(workspace, name)) : [];
      property.config = newConfig(type, options);
      rows.forEach(({ page, state }, at) => {
        const values = new Map(state.values);
        values.delete(property.id);
        const value = retyped(type, texts[at] ?? "", options);
        if (value !== null) values.set(property.id, value);
        // The app converts the column; no row counts as edited.
        workspace.changePage(page, state.editedBy, { values, editedAt: state.editedAt });
      });
    },
    deleteProperty(dataSourceId, property) {
      dropProperty(source(dataSourceId), propertyOf(dataSourceId, property));
    },
    renameOption(dataSourceId, property, optionId, name) {
      changeOptions(dataSourceId, property, (options) => {
        known(options, optionId);
        return options.map((option) => (option.id === optionId ? { ...option, name } : option));
      });
    },
    deleteOption(dataSourceId, property, optionId) {
      changeOptions(dataSourceId, property, (options) => {
        known(options, optionId);
        return options.filter((option) => option.id !== optionId);
      });
    },
    renameDatabase(databaseId, title) {
      database(databaseId).title = textRuns(title);
      workspace.touch(database(databaseId), by);
    },
    renameDataSource(dataSourceId, title) {
      source(dataSourceId).title = textRuns(title);
      workspace.touch(source(dataSourceId), by);
    },
    renameView(viewId, name) {
      view(viewId).name = name;
    },
    deleteView(viewId) {
      removeView(workspace, view(viewId));
    },
    addDataSource(databaseId, name, place = "first") {
      const schema = [titleProperty()];
      return addDataSource(workspace, by, database(databaseId), textRuns(name), schema, place).id;
    },
  };
}

type NewType = Parameters<Founder["retypeProperty"]>[2];

function newConfig(type: NewType, options: readonly SelectOption[]): PropertyConfig {
  if (type === "select") return { type, options };
  if (type === "number") return { type, format: "number" };
  return { type };
}

/** What becomes of a value when its column changes its type; null where it is lost. */
function retyped(type: NewType, text: string, options: readonly SelectOption[]): PropertyValue | null {
  if (text === "") return null;
  switch (type) {
    case "rich_text":
      return { type, text: textRuns(text) };
    case "select": {
      const option = options.find((made) => made.name === text);
      return option === undefined ? null : { type, optionId: option.id };
    }
    case "checkbox":
      return { type, checked: text === "yes" };
    case "number":
      return Number.isNaN(Number(text)) ? null : { type, number: Number(text) };
  }
}
