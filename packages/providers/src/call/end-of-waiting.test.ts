import { describe, expect, it } from "vitest";
import { endOfWaiting } from "./end-of-waiting.ts";

const never = new AbortController().signal;
const aborted = AbortSignal.abort("over");

describe("endOfWaiting", () => {
  it("is nothing where a call was given no signal", () => {
    expect(endOfWaiting(undefined)).toBeUndefined();
    expect(endOfWaiting({})).toBeUndefined();
  });

  it("is the only signal there is", () => {
    expect(endOfWaiting({ signal: never })).toBe(never);
    expect(endOfWaiting({ closing: never })).toBe(never);
  });

  it("is aborted with the reason of either", () => {
    expect(endOfWaiting({ signal: aborted, closing: never })?.reason).toBe("over");
    expect(endOfWaiting({ signal: never, closing: aborted })?.reason).toBe("over");
  });
});
