/** What the client did that the API, its documentation or our own rules forbid. */
export interface Violation {
  readonly kind: /** A second request while one was in flight. */
    | "in-flight"
    /** A fourth request within one second. */
    | "rate"
    /** A request before the time that Retry-After named. */
    | "retry-after"
    /** A request that does not have the shape of the SDK's own types, unknown keys included. */
    | "schema"
    /** A length, count or size above its limit, or a link that Notion refuses. */
    | "limit"
    /** Missing or wrong Notion-Version. */
    | "version"
    /** A PATCH that carries `in_trash: false`: it takes a page out of the trash that the founder put there. */
    | "untrash"
    /** The double has no such route or does not do what the request asks for. */
    | "unsupported"
    /** The double itself is broken: not the client's doing. */
    | "double";
  /** The request's number. */
  readonly n: number;
  readonly detail: string;
}
