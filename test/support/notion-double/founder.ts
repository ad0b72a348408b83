import type { Founder } from "./founder-hands.ts";
import { pageHands } from "./founder-pages.ts";
import { schemaHands } from "./founder-schema.ts";
import { ownPage, seePage, seeView } from "./founder-sees.ts";
import { drawScreen } from "./screen.ts";
import type { Workspace } from "./workspace.ts";

/** Characters in a line of a phone's screen. */
const phoneWidth = 40;

/** The founder in front of his phone. */
export function createFounder(workspace: Workspace): Founder {
  return {
    userId: workspace.person.id,
    ...pageHands(workspace),
    ...schemaHands(workspace),
    views(databaseId) {
      const database = workspace.databases.get(databaseId);
      if (database === undefined || database.gone) throw new Error(`There is no database ${databaseId}.`);
      return database.viewIds.flatMap((id) => {
        const view = workspace.views.get(id);
        return view === undefined ? [] : [seeView(workspace, view)];
      });
    },
    view(viewId) {
      const view = workspace.views.get(viewId);
      if (view === undefined) throw new Error(`There is no view ${viewId}.`);
      return seeView(workspace, view);
    },
    open: (pageId) => seePage(workspace, ownPage(workspace, pageId)),
    screen: (id, width = phoneWidth) => drawScreen(workspace, id, width),
    unshare(id) {
      workspace.connected.delete(id);
      workspace.disconnected.add(id);
    },
    reshare(id) {
      workspace.disconnected.delete(id);
      workspace.connected.add(id);
    },
    revokeToken() {
      workspace.tokenValid = false;
    },
    restoreToken() {
      workspace.tokenValid = true;
    },
  };
}
