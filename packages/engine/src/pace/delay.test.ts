import { describe, expect, it, onTestFinished, vi } from "vitest";
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
  it("is never early, not by a part of a millisecond, though its timer is", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const clock = vi.spyOn(performance, "now").mockReturnValue(0);
    onTestFinished(() => void vi.useRealTimers().restoreAllMocks());
    let isOver = false;
    void delay(1.5, undefined).then(() => (isOver = true));
    for (const [now, over] of [
      [1.4, false],
      [1.499, false],
      [1.5, true],
    ] as const) {
      clock.mockReturnValue(now);
      await vi.advanceTimersByTimeAsync(2);
      expect(isOver).toBe(over);
    }
  });

  it("ends at once with the signal's reason, before and while it waits", async () => {
    await expect(delay(60_000, aborted)).rejects.toBe("over");
    const controller = new AbortController();
    const waiting = delay(60_000, controller.signal);
    controller.abort("stopped");
    await expect(waiting).rejects.toBe("stopped");
  });
});
