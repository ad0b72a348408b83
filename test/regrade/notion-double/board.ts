import { Client, LogLevel, isNotionClientError } from "@notionhq/client";
import type { CreatePageParameters, PageObjectResponse } from "@notionhq/client";
import {
  type NotionDouble,
  type NotionDoubleOptions,
  openNotionDouble,
} from "../../support/notion-double/double.ts";

/** Real milliseconds after which a client gives a request up where the test is not about that. */
const patienceMs = 10_000;

/** The real client, set up as the queue sets it up: no retries, an aborting fetch, warnings collected. */
export function realClient(
  double: NotionDouble,
  change: { token?: string; version?: string; timeoutMs?: number } = {},
): Client {
  return new Client({
    auth: change.token ?? double.token,
    baseUrl: double.url,
    notionVersion: change.version ?? "2026-03-11",
    retry: false,
    logLevel: LogLevel.ERROR,
    fetch: (url, init = {}) => {
      // As a client that paces itself: no test but those of the pace is about the pace.
      double.clock.advance(350);
      const { agent: _agent, ...rest } = init;
      return fetch(url, { ...rest, signal: AbortSignal.timeout(change.timeoutMs ?? patienceMs) });
    },
  });
}

/** A database with the columns of a board for grading, made over the API. */
export interface Board {
  readonly double: NotionDouble;
  readonly client: Client;
  readonly databaseId: string;
  readonly dataSourceId: string;
  /** Ids by name. */
  readonly properties: Readonly<Record<string, string>>;
  readonly options: Readonly<Record<string, string>>;
}

export async function openBoard(options: NotionDoubleOptions = {}): Promise<Board> {
  const double = await openNotionDouble({ checkAnswers: true, ...options });
  const client = realClient(double);
  const database = await client.databases.create({
    parent: { type: "page_id", page_id: double.parentPageId },
    title: [{ text: { content: "Regrade" } }],
    initial_data_source: {
      properties: {
        Task: { title: {} },
        Grade: {
          select: {
            options: [
              { name: "PASS", color: "green" },
              { name: "FAIL", color: "red" },
              { name: "Can't tell", color: "gray" },
            ],
          },
        },
        Why: { rich_text: {} },
        Ref: { rich_text: {} },
        Due: { date: {} },
        Order: { number: {} },
      },
    },
  });
  const databaseId = database.id;
  const dataSourceId = "data_sources" in database ? (database.data_sources[0]?.id ?? "") : "";
  const source = await client.dataSources.retrieve({ data_source_id: dataSourceId });
  const properties: Record<string, string> = {};
  const grades: Record<string, string> = {};
  for (const [name, property] of Object.entries(source.properties)) {
    properties[name] = property.id;
    if (property.type === "select")
      for (const option of property.select.options) grades[option.name] = option.id;
  }
  return { double, client, databaseId, dataSourceId, properties, options: grades };
}

/** A row with that title, key and place. */
export async function addRow(
  board: Board,
  title: string,
  more: {
    readonly ref?: string;
    readonly order?: number;
    readonly children?: CreatePageParameters["children"];
  } = {},
): Promise<PageObjectResponse> {
  const page = await board.client.pages.create({
    parent: { data_source_id: board.dataSourceId },
    properties: {
      Task: { title: [{ text: { content: title } }] },
      Ref: { rich_text: [{ text: { content: more.ref ?? title } }] },
      Order: { number: more.order ?? null },
    },
    ...(more.children === undefined ? {} : { children: more.children }),
  });
  return whole(page);
}

/** The full page of an answer that may be a partial one. */
export function whole(page: object): PageObjectResponse {
  if (!isPage(page)) throw new Error("The answer is a partial page.");
  return page;
}

function isPage(page: object): page is PageObjectResponse {
  return "properties" in page && "in_trash" in page;
}

/** The error of a call as `status code`; the name of the class where it is none of the client's. `ok` without one. */
export async function outcomeOf(call: Promise<unknown>): Promise<string> {
  try {
    await call;
    return "ok";
  } catch (error) {
    if (!(error instanceof Error)) return "no error";
    if (!isNotionClientError(error)) return error.name;
    return "status" in error ? `${error.status} ${error.code}` : error.code;
  }
}

/** Kinds of violations, each once. */
export function kinds(double: NotionDouble): string[] {
  return [...new Set(double.violations.map((violation) => violation.kind))];
}
