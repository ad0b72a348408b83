/** A cell as the founder sees it: the property's present name and its value as text. */
export interface SeenCell {
  readonly propertyId: string;
  readonly name: string;
  readonly type: string;
  /** Empty where nothing is set. */
  readonly text: string;
}

export interface SeenRow {
  readonly pageId: string;
  readonly title: string;
  /** The visible properties of the view, in its order, without the title. */
  readonly cells: readonly SeenCell[];
}

export interface SeenView {
  readonly viewId: string;
  readonly name: string;
  readonly type: string;
  readonly dataSourceId: string;
  readonly rows: readonly SeenRow[];
}

export interface SeenPage {
  readonly pageId: string;
  readonly title: string;
  /** All properties of the row in the order of the schema, without the title: opening a row hides nothing. */
  readonly cells: readonly SeenCell[];
  /** The body as plain text, one block a line, children indented by two spaces. */
  readonly body: string;
  readonly comments: readonly string[];
  readonly locked: boolean;
}

/** How the founder names an option: one that he taps, or a word that he types (a new option where there is none). */
export type Choice = { readonly optionId: string } | { readonly name: string };

/**
 * What the founder does in the app, not over the API. Nothing here lags, asks for a token or is recorded.
 * `property` is an id or the present name. Pages, databases, views and blocks are given by id.
 * Edits are his (`last_edited_by` a person) at the clock's time. Impossible things throw.
 */
export interface Founder {
  readonly userId: string;
  /** A page of his own, connected to the integration unless `share` is false. Gives its id. */
  makePage(title: string, options?: { readonly parent?: string; readonly share?: boolean }): string;
  /** A database of his own (one data source), with these properties beside the title `Name`. */
  makeDatabase(
    title: string,
    parentPageId: string,
    properties?: Readonly<Record<string, FounderProperty>>,
  ): { readonly databaseId: string; readonly dataSourceId: string };
  /** A row that he makes himself. */
  makeRow(dataSourceId: string, title: string): string;

  /** The views of a database with the rows each shows now. */
  views(databaseId: string): readonly SeenView[];
  view(viewId: string): SeenView;
  open(pageId: string): SeenPage;
  /** A view, a row or a page drawn as text, as a phone shows it. */
  screen(id: string, width?: number): string;

  select(pageId: string, property: string, choice: Choice): void;
  /** Empties any property. */
  clear(pageId: string, property: string): void;
  /** Writes text into a title, text, URL or number property. */
  write(pageId: string, property: string, text: string): void;
  /** Sets a date property, `YYYY-MM-DD` or with a time. */
  setDate(pageId: string, property: string, start: string): void;
  /** Appends a paragraph to the body. */
  addParagraph(pageId: string, text: string): string;
  editBlock(blockId: string, text: string): void;
  deleteBlock(blockId: string): void;
  comment(pageId: string, text: string): void;

  trash(id: string): void;
  restore(id: string): void;
  /** Out of the trash for ever: 404 from now on. */
  deleteForEver(id: string): void;
  /** The new archive, which is not the trash. */
  archive(pageId: string): void;
  unarchive(pageId: string): void;
  lock(id: string): void;
  unlock(id: string): void;
  /** Under another page or into another data source; values go along where name and type fit. */
  move(pageId: string, target: { readonly pageId: string } | { readonly dataSourceId: string }): void;
  /** A copy with all values and the body, made by him now. Gives its id. */
  duplicate(pageId: string): string;

  renameProperty(dataSourceId: string, property: string, name: string): void;
  /** Gives the property another type; its id stays, values that do not fit are lost. */
  retypeProperty(
    dataSourceId: string,
    property: string,
    type: "rich_text" | "select" | "checkbox" | "number",
  ): void;
  deleteProperty(dataSourceId: string, property: string): void;
  renameOption(dataSourceId: string, property: string, optionId: string, name: string): void;
  deleteOption(dataSourceId: string, property: string, optionId: string): void;
  renameDatabase(databaseId: string, title: string): void;
  renameDataSource(dataSourceId: string, title: string): void;
  renameView(viewId: string, name: string): void;
  deleteView(viewId: string): void;
  /** A further data source in the database, listed first unless `last`. Gives its id. */
  addDataSource(databaseId: string, name: string, place?: "first" | "last"): string;

  /** Takes the integration's connection from this page or database and all below it. */
  unshare(id: string): void;
  reshare(id: string): void;
  /** The token stops working: 401. */
  revokeToken(): void;
  restoreToken(): void;
}

export type FounderProperty =
  | { readonly type: "rich_text" | "checkbox" | "number" | "date" | "url" }
  | { readonly type: "select" | "multi_select" | "status"; readonly options: readonly string[] };
