import { describe, expect, it } from "vitest";
import { delay, waitSignal } from "./delay.ts";

const never = new AbortController().signal;
const aborted = AbortSignal.abort("over");

describe("waitSignal", () => {
  it("is nothing where a call was given no signal", () => {
    expect(waitSignal(undefined)).toBeUndefined();
    expect(waitSignal({})).toBeUndefined();
  });

  it("is the only signal there is", () => {
    expect(waitSignal({ signal: never })).toBe(never);
    expect(waitSignal({ closing: never })).toBe(never);
  });

  it("is aborted with the reason of either", () => {
    expect(waitSignal({ signal: aborted, closing: never })?.reason).toBe("over");
    expect(waitSignal({ signal: never, closing: aborted })?.reason).toBe("over");
  });
});

describe("delay", () => {
  it("is never early, not by a part of a millisecond", async () => {
    const early = Array.from({ length: 50 }, async (_, i) => {
      const ms = 1 + i / 25 + 0.019;
      const began = performance.now();
      await delay(ms, undefined);
      return performance.now() - began < ms;
    });
    expect((await Promise.all(early)).filter(Boolean)).toEqual([]);
  });

  it("ends at once with the signal's reason, before and while it waits", async () => {
    await expect(delay(60_000, aborted)).rejects.toBe("over");
    const controller = new AbortController();
    const waiting = delay(60_000, controller.signal);
    controller.abort("stopped");
    await expect(waiting).rejects.toBe("stopped");
  });
});
