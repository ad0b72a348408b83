import { expect, it } from "vitest";
import { secretsOf } from "../../src/daemon/log-secrets.ts";

it("knows the secrets of the environment, of the channels and of the server", () => {
  const env = {
    NOTION_TOKEN: "ntn_1234567890",
    PUSH_CODE: "code-of-ntfy",
    SIGNING: "signing-of-webhook",
    PATH: "/usr/bin:/bin",
    HOME: "/home/founder",
  };
  const secrets = secretsOf(
    env,
    [
      { channel: "stdout" },
      {
        channel: "ntfy",
        url: "https://me:pass%2Fword@ntfy.example/founder-topic-9f3a",
        tokenEnv: "PUSH_CODE",
      },
      { channel: "webhook", url: "https://hooks.example/in?key=hook-key-123456", secretEnv: "SIGNING" },
      { channel: "webhook", url: "no address", secretEnv: null },
    ],
    "token-of-the-server",
  );
  expect(secrets.toSorted()).toEqual(
    [
      "ntn_1234567890",
      "code-of-ntfy",
      "signing-of-webhook",
      "token-of-the-server",
      "pass/word",
      "me",
      "founder-topic-9f3a",
      "hook-key-123456",
    ].toSorted(),
  );
});
