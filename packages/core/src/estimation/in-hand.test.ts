import { describe, expect, it } from "vitest";
import { inHand } from "./in-hand.ts";

describe("inHand", () => {
  it("counts what has begun and not ended", async () => {
    const work = inHand();
    const first = Promise.withResolvers<void>();
    work.add(first.promise);
    work.add(new Promise(() => {}));
    expect(work.size).toBe(2);
    first.resolve();
    await work.next();
    expect(work.size).toBe(1);
  });

  it("wakes at each end, not only at the first", async () => {
    const work = inHand();
    const ends = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
    for (const { promise } of ends) work.add(promise);
    ends[1].resolve();
    await work.next();
    ends[0].resolve();
    await work.next();
    expect(work.size).toBe(0);
  });
});
