import type { ProviderErrorKind } from "@promptnce/core/errors";
import { describe, expect, it } from "vitest";
import { afterFailure, NO_FAILURES } from "./after-failure.ts";

/** How often a request is sent that always fails like this. */
function sent(kind: ProviderErrorKind, retries: number, retryable = true): number {
  let failures = NO_FAILURES;
  for (let times = 1; ; times++) {
    const after = afterFailure({ kind, retryable }, failures, retries);
    failures = after.failures;
    if (!after.again || times === 50) return times;
  }
}

describe("a request that fails", () => {
  it("is sent again as often as it may be retried", () => {
    expect([sent("server", 6), sent("connection", 0)]).toEqual([7, 1]);
  });

  it("is sent once where the failure cannot pass", () => {
    expect(sent("request", 6, false)).toBe(1);
  });

  it("is sent twice where the vendor has done the work each time", () => {
    expect([sent("timeout", 6), sent("response", 6)]).toEqual([2, 2]);
  });

  it("is sent once where its reply was cut off, since the rule of attempts counts that", () => {
    expect(sent("cut", 6)).toBe(1);
  });

  it("is never given up for a limit of the vendor's", () => {
    expect(sent("rate-limit", 0)).toBe(50);
  });
});
