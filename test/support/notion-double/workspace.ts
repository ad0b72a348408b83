import type { RichTextItemResponse } from "@notionhq/client";
import type { Capabilities } from "./capabilities.ts";
import type { DoubleClock } from "./clock.ts";
import { IdSource } from "./ids.ts";
import type { JsonObject } from "./json.ts";
import type { PropertySchema } from "./property-schema.ts";
import type { PropertyValue } from "./property-value.ts";
import type { Quirks } from "./quirks.ts";
import type { Violation } from "./violation.ts";

export type Parent =
  | { readonly kind: "workspace" }
  | { readonly kind: "page" | "block" | "database" | "dataSource"; readonly id: string };

export interface Stamp {
  readonly createdAt: number;
  readonly createdBy: string;
  editedAt: number;
  editedBy: string;
}

/** What can change of a page. Never written to in place: a lagging query still reads the old one. */
export interface PageState {
  readonly parent: Parent;
  /** By property id; a property without an entry is empty. */
  readonly values: ReadonlyMap<string, PropertyValue>;
  readonly inTrash: boolean;
  readonly archived: boolean;
  readonly locked: boolean;
  readonly icon: JsonObject | null;
  readonly cover: JsonObject | null;
  readonly editedAt: number;
  readonly editedBy: string;
  /** Deleted for ever. */
  readonly gone: boolean;
}

export interface Page {
  readonly id: string;
  readonly createdAt: number;
  readonly createdBy: string;
  state: PageState;
  readonly history: { readonly at: number; readonly state: PageState }[];
  /** Ids of blocks, child pages and child databases, in order. */
  readonly children: string[];
}

export interface Block extends Stamp {
  readonly id: string;
  readonly parent: Parent;
  readonly type: string;
  /** The part under the type's name, as answers carry it. */
  content: JsonObject;
  inTrash: boolean;
  readonly children: string[];
}

export interface Database extends Stamp {
  readonly id: string;
  parent: Parent;
  title: RichTextItemResponse[];
  description: RichTextItemResponse[];
  inline: boolean;
  inTrash: boolean;
  locked: boolean;
  gone: boolean;
  icon: JsonObject | null;
  cover: JsonObject | null;
  readonly dataSourceIds: string[];
  readonly viewIds: string[];
}

export interface DataSource extends Stamp {
  readonly id: string;
  readonly databaseId: string;
  title: RichTextItemResponse[];
  icon: JsonObject | null;
  inTrash: boolean;
  readonly properties: PropertySchema[];
}

export interface View extends Stamp {
  readonly id: string;
  readonly databaseId: string;
  readonly dataSourceId: string;
  name: string;
  readonly type: string;
  /** With property ids, whatever the request wrote. */
  filter: JsonObject | null;
  sorts: readonly JsonObject[];
  configuration: JsonObject | null;
}

export interface Comment {
  readonly id: string;
  readonly parent: Parent;
  readonly discussionId: string;
  readonly text: RichTextItemResponse[];
  readonly createdAt: number;
  readonly createdBy: string;
}

export interface User {
  readonly id: string;
  readonly kind: "bot" | "person";
  readonly name: string;
}

/** Everything the double holds, and the settings it answers by. */
export class Workspace {
  readonly clock: DoubleClock;
  readonly ids: IdSource;
  readonly quirks: Quirks;
  readonly capabilities: Capabilities;
  readonly id: string;
  readonly bot: User;
  readonly person: User;
  readonly pages = new Map<string, Page>();
  readonly blocks = new Map<string, Block>();
  readonly databases = new Map<string, Database>();
  readonly dataSources = new Map<string, DataSource>();
  readonly views = new Map<string, View>();
  readonly comments: Comment[] = [];
  /** Objects the integration was connected to, and those that were taken away again. */
  readonly connected = new Set<string>();
  readonly disconnected = new Set<string>();
  readonly violations: Violation[] = [];
  tokenValid = true;
  blocksEverMade = 0;
  /** The request that is being carried out. */
  requestNumber = 0;

  constructor(clock: DoubleClock, quirks: Quirks, capabilities: Capabilities, seed: number) {
    this.clock = clock;
    this.quirks = quirks;
    this.capabilities = capabilities;
    this.ids = new IdSource(seed);
    this.id = this.ids.uuid();
    this.bot = { id: this.ids.uuid(), kind: "bot", name: "improve-cron" };
    this.person = { id: this.ids.uuid(), kind: "person", name: "Founder" };
  }

  violate(kind: Violation["kind"], detail: string): void {
    this.violations.push({ kind, n: this.requestNumber, detail });
  }

  stamp(by: string): Stamp {
    const at = this.clock.now();
    return { createdAt: at, createdBy: by, editedAt: at, editedBy: by };
  }

  /** Marks an object as edited now. */
  touch(object: Stamp, by: string): void {
    object.editedAt = this.clock.now();
    object.editedBy = by;
  }

  /** A new page; its parent's list of children knows it where the parent is a page. */
  addPage(by: string, parent: Parent, values: ReadonlyMap<string, PropertyValue>): Page {
    const at = this.clock.now();
    const state: PageState = {
      parent,
      values,
      inTrash: false,
      archived: false,
      locked: false,
      icon: null,
      cover: null,
      editedAt: at,
      editedBy: by,
      gone: false,
    };
    const page: Page = {
      id: this.ids.uuid(),
      createdAt: at,
      createdBy: by,
      state,
      history: [{ at, state }],
      children: [],
    };
    this.pages.set(page.id, page);
    if (parent.kind === "page") this.pages.get(parent.id)?.children.push(page.id);
    return page;
  }

  /** The only way to change a page. */
  changePage(page: Page, by: string, change: Partial<PageState>): void {
    const at = this.clock.now();
    page.state = { ...page.state, editedAt: at, editedBy: by, ...change };
    page.history.push({ at, state: page.state });
  }

  /** The rows of a data source as the index shows them `lagMs` later, or as they are with `lagMs` 0. */
  rowsOf(dataSourceId: string, lagMs: number): { readonly page: Page; readonly state: PageState }[] {
    const horizon = this.clock.now() - lagMs;
    const rows: { page: Page; state: PageState }[] = [];
    for (const page of this.pages.values()) {
      const state =
        lagMs <= 0 ? page.state : page.history.findLast((version) => version.at <= horizon)?.state;
      if (state === undefined || state.gone) continue;
      if (state.parent.kind === "dataSource" && state.parent.id === dataSourceId) rows.push({ page, state });
    }
    return rows;
  }
}
