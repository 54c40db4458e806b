import { describe, expect, it } from "vitest";
import { waitSignal } from "./delay.ts";

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
