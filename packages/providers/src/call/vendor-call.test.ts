import { getEventListeners } from "node:events";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { vendorCall, vendorStream } from "./vendor-call.ts";
import { SDK_TIMEOUT_MS } from "./vendor-options.ts";

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
    expect(SDK_TIMEOUT_MS).toBeGreaterThan(86_400_000);
  });

  it("does not begin where the caller has stopped already, and stops when the caller does, with the caller's reason", async () => {
    const reason = new Error("stop");
    const call = vi.fn<typeof hanging>(hanging);
    await expect(vendorCall(vendor, 1000, AbortSignal.abort(reason), call)).rejects.toBe(reason);
    expect(call).not.toHaveBeenCalled();
    const outer = new AbortController();
    const stopped = vendorCall(vendor, 1000, outer.signal, call);
    outer.abort(reason);
    await expect(stopped).rejects.toBe(reason);
    expect(call.mock.lastCall?.[0].aborted).toBe(true);
  });

  it("does not take a mistake in a program for a failure of the vendor", async () => {
    const mistake = new TypeError("Cannot read properties of undefined");
    await expect(vendorCall(vendor, 1000, undefined, () => Promise.reject(mistake))).rejects.toBe(
      mistake,
    );
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
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("takes as long as it likes as long as something arrives", async () => {
    const stream = vendorStream(vendor, 200, undefined, async (signal) =>
      slowly(signal, [80, 80, 80, 80]),
    );
    const all = Array.fromAsync(stream);
    await vi.advanceTimersByTimeAsync(320);
    expect(await all).toEqual([0, 1, 2, 3]);
  });

  it("ends with an error that may be tried again where nothing arrives", async () => {
    const stream = vendorStream(vendor, 50, undefined, async (signal) => slowly(signal, [0, 5000]));
    const read: number[] = [];
    const all = (async () => {
      for await (const part of stream) {
        read.push(part);
      }
    })();
    void all.catch(() => {});
    await vi.advanceTimersByTimeAsync(50);
    await expect(all).rejects.toMatchObject({ kind: "timeout", retryable: true });
    expect(read).toEqual([0]);
  });

  it("throws the caller's own reason when it is aborted", async () => {
    const stop = new AbortController();
    const stream = vendorStream(vendor, 5000, stop.signal, async (signal) =>
      slowly(signal, [0, 5000]),
    );
    const first = stream.next();
    await vi.advanceTimersByTimeAsync(0);
    await first;
    const next = stream.next();
    stop.abort(new Error("stopped"));
    await expect(next).rejects.toThrow("stopped");
  });
});

describe("the time that a call may take", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("is up when it is up, and not before", async () => {
    const signals: AbortSignal[] = [];
    const call = vendorCall(vendor, 100, undefined, (signal) => {
      signals.push(signal);
      return hanging(signal);
    });
    void call.catch(() => {});
    vi.advanceTimersByTime(99);
    expect(signals[0]?.aborted).toBe(false);
    vi.advanceTimersByTime(1);
    expect(signals[0]?.aborted).toBe(true);
    await expect(call).rejects.toMatchObject({ kind: "timeout" });
  });

  it("begins anew with every part of a stream", async () => {
    const parts = vendorStream(vendor, 100, undefined, async (signal) =>
      slowly(signal, [90, 90, 5000]),
    );
    const read: number[] = [];
    const all = (async () => {
      for await (const part of parts) {
        read.push(part);
      }
    })();
    void all.catch(() => {});
    await vi.advanceTimersByTimeAsync(180);
    expect(read).toEqual([0, 1]);
    await vi.advanceTimersByTimeAsync(99);
    expect(vi.getTimerCount()).toBe(2);
    await vi.advanceTimersByTimeAsync(1);
    await expect(all).rejects.toMatchObject({ kind: "timeout" });
  });

  it("leaves no timer and no listener behind, and aborts nothing afterwards", async () => {
    const outer = new AbortController();
    const inner = await vendorCall(vendor, 1000, outer.signal, async (signal) => {
      expect(getEventListeners(outer.signal, "abort")).toHaveLength(1);
      return signal;
    });
    expect(vi.getTimerCount()).toBe(0);
    expect(getEventListeners(outer.signal, "abort")).toEqual([]);
    outer.abort();
    expect(inner.aborted).toBe(false);
    await vendorCall(vendor, 1000, outer.signal, hanging).catch(() => {});
    expect(vi.getTimerCount()).toBe(0);
  });
});
