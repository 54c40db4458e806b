import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { systemClock } from "./clock.ts";

describe("systemClock", () => {
  it("is never early, not by a part of a millisecond", async () => {
    const early = Array.from({ length: 50 }, async (_, i) => {
      const ms = 1 + i / 25 + 0.019;
      const began = systemClock.now();
      await new Promise<void>((resolve) => void systemClock.after(ms, resolve));
      return systemClock.now() - began < ms;
    });
    expect((await Promise.all(early)).filter(Boolean)).toEqual([]);
  });

  it("does not call back what was called off", async () => {
    let called = false;
    const cancel = systemClock.after(5, () => (called = true));
    cancel();
    await sleep(10);
    expect(called).toBe(false);
  });
});
