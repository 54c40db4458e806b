import { describe, expect, it } from "vitest";
import { ProviderError, type ProviderErrorKind } from "@promptnce/core/errors";
import { blameOf, type Witnesses } from "./blame.ts";

const failing = (kind: ProviderErrorKind, status?: number): ProviderError =>
  new ProviderError("no", { kind, status, retryable: false });

const none: Witnesses = { sinceSent: false, sentLater: false, between: false };
const sinceSent: Witnesses = { sinceSent: true, sentLater: false, between: false };
const between: Witnesses = { sinceSent: true, sentLater: true, between: true };

describe("blameOf", () => {
  it.each([
    ["a wrong key", failing("auth", 401)],
    ["a missing key", failing("auth")],
    ["an empty account", failing("quota", 429)],
    ["an unknown model", failing("request", 404)],
    ["a redirect, which is not followed", failing("request", 307)],
    ["a limit that lets nothing through", failing("rate-limit", 429)],
  ])("says of %s that the run fails, whatever was answered", (_, error) => {
    expect([none, between].map((seen) => blameOf(error, seen))).toEqual(["run", "run"]);
  });

  it.each([
    ["a request that is refused", failing("request", 400)],
    ["a key that is not allowed to do this", failing("auth", 403)],
    ["an answer of no known form", failing("response")],
  ])("takes %s for a refusal", (_, error) => {
    expect([none, between].map((seen) => blameOf(error, seen))).toEqual(["refusal", "refusal"]);
  });

  it.each([
    ["a connection", failing("connection")],
    ["the time of a call", failing("timeout")],
  ])(
    "holds the failure of %s against the prompt only where others were answered between two attempts",
    (_, error) => {
      expect([none, sinceSent, between].map((seen) => blameOf(error, seen))).toEqual([
        "server",
        "server",
        "prompt",
      ]);
    },
  );

  it.each([502, 503, 504, 520, 524, 529])(
    "takes the status %i, which says that no model was reached, for the prompt's only as it takes a connection's",
    (status) => {
      const error = failing("server", status);
      expect([none, sinceSent, between].map((seen) => blameOf(error, seen))).toEqual([
        "server",
        "server",
        "prompt",
      ]);
    },
  );

  it.each([408, 409, 500, 501])(
    "takes the status %i for the prompt's, most likely, where others were answered since it was sent",
    (status) => {
      const error = failing("server", status);
      expect([none, sinceSent, between].map((seen) => blameOf(error, seen))).toEqual([
        "server",
        "likely-prompt",
        "prompt",
      ]);
    },
  );
});
