import { describe, expect, it } from "vitest";
import { sdkTimeout, vendorCall, vendorStream } from "./vendor-call.ts";

const vendor = { title: "A vendor", keyVariable: "A_KEY", key: "k" };

/** A call that ends only when it is aborted, as a hung connection does. */
const hanging = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(new DOMException("gone", "AbortError")));
  });

describe("vendorCall", () => {
  it("gives what the call gives", async () => {
    expect(await vendorCall(vendor, 1000, undefined, async () => 7)).toBe(7);
  });

  it("ends a call at its time limit with an error that may pass, before the SDK's own limit", async () => {
    await expect(vendorCall(vendor, 20, undefined, hanging)).rejects.toMatchObject({
      message: "A vendor did not answer within 20 ms: try again, or allow more time.",
      kind: "timeout",
      retryable: true,
      mayBeBilled: true,
    });
    expect(sdkTimeout(20)).toBeGreaterThan(20);
  });

  it("leaves no listener on the caller's signal", async () => {
    const { signal } = new AbortController();
    let listeners = 0;
    const add = signal.addEventListener.bind(signal);
    const remove = signal.removeEventListener.bind(signal);
    signal.addEventListener = (...given: Parameters<typeof add>) => (listeners++, add(...given));
    signal.removeEventListener = (...given: Parameters<typeof remove>) => (listeners--, remove(...given));
    await vendorCall(vendor, 1000, signal, async () => {
      expect(listeners).toBe(1);
    });
    expect(listeners).toBe(0);
  });

  it("does not take a mistake in a program for a failure of the vendor", async () => {
    const mistake = new TypeError("Cannot read properties of undefined");
    await expect(vendorCall(vendor, 1000, undefined, () => Promise.reject(mistake))).rejects.toBe(mistake);
  });
});

async function* slowly(signal: AbortSignal, pauses: readonly number[]) {
  for (const [i, ms] of pauses.entries()) {
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(resolve, ms);
      signal.addEventListener("abort", () => {
        clearTimeout(timer);
        reject(new Error("cut"));
      });
    });
    yield i;
  }
}

describe("vendorStream", () => {
  it("takes as long as it likes as long as something arrives", async () => {
    const stream = vendorStream(vendor, 200, undefined, async (signal) => slowly(signal, [80, 80, 80, 80]));
    expect(await Array.fromAsync(stream)).toEqual([0, 1, 2, 3]);
  });

  it("ends with an error that may be tried again where nothing arrives", async () => {
    const stream = vendorStream(vendor, 50, undefined, async (signal) => slowly(signal, [0, 5000]));
    const read: number[] = [];
    const all = (async () => {
      for await (const part of stream) read.push(part);
    })();
    await expect(all).rejects.toMatchObject({ kind: "timeout", retryable: true });
    expect(read).toEqual([0]);
  });

  it("throws the caller's own reason when it is aborted", async () => {
    const stop = new AbortController();
    const stream = vendorStream(vendor, 5000, stop.signal, async (signal) => slowly(signal, [0, 5000]));
    await stream.next();
    const next = stream.next();
    stop.abort(new Error("stopped"));
    await expect(next).rejects.toThrow("stopped");
  });
});
