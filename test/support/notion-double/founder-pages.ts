import { addBlocks } from "./add-blocks.ts";
import { pageOfBlock, touchPage } from "./blocks.ts";
import { isTrashed } from "./access.ts";
import { readDate } from "./dates.ts";
import type { Choice, Founder } from "./founder-hands.ts";
import { ownPage } from "./founder-sees.ts";
import { schemaOf } from "./page-object.ts";
import { relocate } from "./pages.ts";
import { type PropertySchema, findProperty } from "./property-schema.ts";
import { type PropertyValue, chooseOption } from "./property-value.ts";
import { mirrorRelation, relatedIds } from "./relation.ts";
import { textRuns, titleOfPage } from "./rich-text.ts";
import type { Block, Page, Workspace } from "./workspace.ts";

type PageHands = Pick<
  Founder,
  | "makePage"
  | "makeRow"
  | "select"
  | "clear"
  | "write"
  | "setDate"
  | "addParagraph"
  | "editBlock"
  | "deleteBlock"
  | "comment"
  | "trash"
  | "restore"
  | "deleteForEver"
  | "archive"
  | "unarchive"
  | "lock"
  | "unlock"
  | "move"
  | "duplicate"
>;

/** What the founder does to pages and rows. */
export function pageHands(workspace: Workspace): PageHands {
  const by = workspace.person.id;

  /** A page the app lets him edit. */
  function editable(id: string): Page {
    const page = ownPage(workspace, id);
    if (isTrashed(workspace, id)) throw new Error("The app does not edit a page in the trash.");
    if (page.state.locked) throw new Error("The app does not edit a locked page.");
    return page;
  }

  function propertyOf(page: Page, nameOrId: string): PropertySchema {
    const property = findProperty(schemaOf(workspace, page.state), nameOrId);
    if (property === undefined) throw new Error(`The page has no property ${nameOrId}.`);
    return property;
  }

  function setValue(page: Page, property: PropertySchema, value: PropertyValue | null): void {
    const values = new Map(page.state.values);
    const before = relatedIds(workspace, values.get(property.id));
    if (value === null) values.delete(property.id);
    else values.set(property.id, value);
    workspace.changePage(page, by, { values });
    mirrorRelation(workspace, property, page, before);
  }

  function setTrash(id: string, trashed: boolean): void {
    const block = workspace.blocks.get(id);
    const holder = workspace.databases.get(id) ?? workspace.dataSources.get(id) ?? block;
    if (holder === undefined) workspace.changePage(ownPage(workspace, id), by, { inTrash: trashed });
    else {
      holder.inTrash = trashed;
      workspace.touch(holder, by);
    }
  }

  function setLock(id: string, locked: boolean): void {
    const database = workspace.databases.get(id);
    if (database === undefined) workspace.changePage(ownPage(workspace, id), by, { locked });
    else database.locked = locked;
  }

  function copyBlocks(ids: readonly string[], parent: Block["parent"]): string[] {
    return ids.flatMap((id) => {
      const block = workspace.blocks.get(id);
      if (block === undefined || block.inTrash) return [];
      const copyId = workspace.ids.uuid();
      workspace.blocks.set(copyId, {
        ...workspace.stamp(by),
        id: copyId,
        parent,
        type: block.type,
        content: block.content,
        inTrash: false,
        children: copyBlocks(block.children, { kind: "block", id: copyId }),
      });
      return [copyId];
    });
  }

  return {
    makePage(title, options = {}) {
      const values = new Map<string, PropertyValue>([["title", { type: "title", text: textRuns(title) }]]);
      const parent =
        options.parent === undefined
          ? ({ kind: "workspace" } as const)
          : ({ kind: "page", id: ownPage(workspace, options.parent).id } as const);
      const page = workspace.addPage(by, parent, values);
      if (options.share !== false) workspace.connected.add(page.id);
      return page.id;
    },
    makeRow(dataSourceId, title) {
      if (!workspace.dataSources.has(dataSourceId)) throw new Error("There is no such data source.");
      const values = new Map<string, PropertyValue>([["title", { type: "title", text: textRuns(title) }]]);
      return workspace.addPage(by, { kind: "dataSource", id: dataSourceId }, values).id;
    },
    select(pageId, nameOrId, choice: Choice) {
      const page = editable(pageId);
      const property = propertyOf(page, nameOrId);
      const { type } = property.config;
      if (type !== "select" && type !== "status") throw new Error(`${property.name} is no select.`);
      const asked = "optionId" in choice ? { id: choice.optionId } : { name: choice.name };
      setValue(page, property, {
        type,
        optionId: chooseOption(workspace, property, asked, type === "select"),
      });
    },
    clear(pageId, nameOrId) {
      const page = editable(pageId);
      setValue(page, propertyOf(page, nameOrId), null);
    },
    write(pageId, nameOrId, text) {
      const page = editable(pageId);
      const property = propertyOf(page, nameOrId);
      const { type } = property.config;
      if (type === "title" || type === "rich_text") setValue(page, property, { type, text: textRuns(text) });
      else if (type === "url") setValue(page, property, { type, text });
      else if (type === "number") setValue(page, property, { type, number: Number(text) });
      else if (type === "checkbox") setValue(page, property, { type, checked: text !== "" });
      else throw new Error(`Nobody writes text into a property of type ${type}.`);
    },
    setDate(pageId, nameOrId, start) {
      const page = editable(pageId);
      setValue(page, propertyOf(page, nameOrId), { type: "date", date: readDate({ start }) });
    },
    addParagraph(pageId, text) {
      const page = editable(pageId);
      const [block] = addBlocks(workspace, by, { kind: "page", id: page.id }, [
        { paragraph: { rich_text: text === "" ? [] : [{ text: { content: text } }] } },
      ]);
      if (block === undefined) throw new Error("The paragraph was not made.");
      page.children.push(block.id);
      touchPage(workspace, by, page);
      return block.id;
    },
    editBlock(blockId, text) {
      const block = workspace.blocks.get(blockId);
      if (block === undefined || !("rich_text" in block.content)) throw new Error("There is no such text.");
      block.content = { ...block.content, rich_text: textRuns(text) };
      workspace.touch(block, by);
      touchPage(workspace, by, pageOfBlock(workspace, block));
    },
    deleteBlock(blockId) {
      const block = workspace.blocks.get(blockId);
      if (block === undefined) throw new Error("There is no such block.");
      block.inTrash = true;
      touchPage(workspace, by, pageOfBlock(workspace, block));
    },
    comment(pageId, text) {
      workspace.comments.push({
        id: workspace.ids.uuid(),
        parent: { kind: "page", id: ownPage(workspace, pageId).id },
        discussionId: workspace.ids.uuid(),
        text: textRuns(text),
        createdAt: workspace.clock.now(),
        createdBy: by,
      });
    },
    trash: (id) => setTrash(id, true),
    restore: (id) => setTrash(id, false),
    deleteForEver(id) {
      const database = workspace.databases.get(id);
      if (database === undefined) {
        workspace.changePage(ownPage(workspace, id), by, { inTrash: true, gone: true });
      } else {
        database.inTrash = true;
        database.gone = true;
      }
    },
    archive: (pageId) => workspace.changePage(ownPage(workspace, pageId), by, { archived: true }),
    unarchive: (pageId) => workspace.changePage(ownPage(workspace, pageId), by, { archived: false }),
    lock: (id) => setLock(id, true),
    unlock: (id) => setLock(id, false),
    move(pageId, target) {
      const page = ownPage(workspace, pageId);
      if ("dataSourceId" in target) {
        relocate(workspace, page, { kind: "dataSource", id: target.dataSourceId }, by);
      } else {
        relocate(workspace, page, { kind: "page", id: ownPage(workspace, target.pageId).id }, by);
      }
    },
    duplicate(pageId) {
      const page = ownPage(workspace, pageId);
      const values = new Map(page.state.values);
      values.set("title", { type: "title", text: textRuns(`${titleOfPage(workspace, pageId)} (1)`) });
      const copy = workspace.addPage(by, page.state.parent, values);
      const { icon, cover } = page.state;
      workspace.changePage(copy, by, { icon, cover });
      copy.children.push(...copyBlocks(page.children, { kind: "page", id: copy.id }));
      for (const property of schemaOf(workspace, copy.state)) mirrorRelation(workspace, property, copy, []);
      return copy.id;
    },
  };
}
