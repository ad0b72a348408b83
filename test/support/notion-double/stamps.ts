import type { PartialUserObjectResponse } from "@notionhq/client";
import type { Stamp } from "./workspace.ts";

/** The API's time: cut to the minute. */
export function minute(at: number): string {
  return new Date(Math.floor(at / 60_000) * 60_000).toISOString();
}

export function userRef(id: string): PartialUserObjectResponse {
  return { object: "user", id };
}

/** Who and when, as every object carries it. */
export function stampFields(stamp: Stamp): {
  created_time: string;
  last_edited_time: string;
  created_by: PartialUserObjectResponse;
  last_edited_by: PartialUserObjectResponse;
} {
  return {
    created_time: minute(stamp.createdAt),
    last_edited_time: minute(stamp.editedAt),
    created_by: userRef(stamp.createdBy),
    last_edited_by: userRef(stamp.editedBy),
  };
}
