import { expect, it } from "vitest";
import { retryBatchCall } from "./batch-run.ts";
import { ProviderError } from "@promptnce/core/errors";

const failing = (times: number, more: { retryAfterMs?: number; retryable?: boolean } = {}) => {
  let calls = 0;
  return async () => {
    if (calls++ < times)
      throw new ProviderError("no", { kind: "server", retryable: true, ...more });
    return calls;
  };
};

function watch() {
  const waits: number[] = [];
  return { waits, wait: async (ms: number) => void waits.push(ms) };
}

it("tries again after pauses that double, and gives what comes", async () => {
  const { waits, wait } = watch();
  expect(await retryBatchCall(failing(3), { wait })).toBe(4);
  expect(waits).toEqual([1000, 2000, 4000]);
});

it("waits as long as the vendor asks, and not where that is more than a minute", async () => {
  const { waits, wait } = watch();
  await retryBatchCall(failing(1, { retryAfterMs: 7 }), { wait });
  expect(waits).toEqual([7]);
  await expect(retryBatchCall(failing(1, { retryAfterMs: 60_001 }), { wait })).rejects.toThrow(
    "no",
  );
  expect(waits).toEqual([7]);
});

it("gives up after seven tries, and at once where an error does not pass", async () => {
  const { waits, wait } = watch();
  await expect(retryBatchCall(failing(9), { wait })).rejects.toThrow("no");
  expect(waits).toHaveLength(6);
  const none = watch();
  await expect(retryBatchCall(failing(1, { retryable: false }), none)).rejects.toThrow("no");
  await expect(retryBatchCall(failing(1), none, () => false)).rejects.toThrow("no");
  expect(none.waits).toEqual([]);
});
