/** What the integration may do; anything else is 403 restricted_resource. */
export interface Capabilities {
  read: boolean;
  insert: boolean;
  update: boolean;
  comments: boolean;
}

/** As Notion sets a new integration up: no comments. */
export const usualCapabilities: Capabilities = { read: true, insert: true, update: true, comments: false };
