import { expect, it } from "vitest";
import { checkToken } from "../../src/server/token-check.ts";

const token = "a".repeat(64);

it.each([`Bearer ${token}`, `bearer  ${token}`, `Bearer ${token} `])("takes %s", (authorization) => {
  expect(checkToken({ headersDistinct: { authorization: [authorization] } }, token)).toBeNull();
});

it.each([
  [[]],
  [[""]],
  [["Bearer"]],
  [[token]],
  [[`Basic ${token}`]],
  [[`Bearer ${token.slice(1)}`]],
  [[`Bearer ${token}a`]],
  [[`Bearer ${"b".repeat(64)}`]],
  [[`Bearer ${token} ${token}`]],
  [[`Bearer ${token}`, `Bearer ${token}`]],
])("refuses %j", (authorization) => {
  const refused = checkToken({ headersDistinct: { authorization } }, token);
  expect(refused).toMatchObject({ status: 401, headers: { "WWW-Authenticate": "Bearer" } });
});
