import { prepareResponse } from "./request-shape.ts";
import { type Route, routes } from "./routes.ts";

/** Compiles every check, the one of the answers too where they are checked: no request waits for it. */
export function prepareRoutes(answers: boolean): void {
  for (const known of routes) {
    known.prepare();
    if (answers) prepareResponse(known.type);
  }
}

/** The route of a request; literal segments win over parameters. */
export function findRoute(method: string, path: string): Route | null {
  const segments = path.replace(/^\/v1\//, "").split("/");
  if (!path.startsWith("/v1/")) return null;
  const fitting = routes.filter(
    (known) =>
      known.method === method &&
      known.segments.length === segments.length &&
      known.segments.every((segment, at) => segment.startsWith("{") || segment === segments[at]),
  );
  return (
    fitting.find((known) => !known.segments.some((segment) => segment.startsWith("{"))) ?? fitting[0] ?? null
  );
}

/** The values of a route's path parameters, as they were sent. */
export function pathValues(known: Route, path: string): Record<string, string> {
  const segments = path.replace(/^\/v1\//, "").split("/");
  const values: Record<string, string> = {};
  known.segments.forEach((segment, at) => {
    if (segment.startsWith("{")) values[segment.slice(1, -1)] = segments[at] ?? "";
  });
  return values;
}
