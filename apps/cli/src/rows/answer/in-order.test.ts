import { random } from "@promptnce/core";
import { describe, expect, it } from "vitest";
import { inOrder } from "./in-order.ts";

async function* batches(sizes: readonly number[]): AsyncGenerator<readonly number[]> {
  let next = 0;
  for (const size of sizes) yield Array.from({ length: size }, () => next++);
}

function run(work: (item: number) => Promise<number>, sizes: readonly number[], window = 5) {
  const closing = new AbortController();
  const failures: unknown[] = [];
  const given: number[] = [];
  const options = { window, signal: closing.signal, onFailure: (error: unknown) => void failures.push(error) };
  const done = (async () => {
    for await (const results of inOrder(batches(sizes), work, options)) given.push(...results);
  })();
  return { closing, failures, given, done };
}

/** A while that differs from item to item. */
async function soon(item: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, random(item).below(5)));
}

describe("inOrder", () => {
  it("gives results in the order of the items, with never more in hand than the window", async () => {
    let inHand = 0;
    let most = 0;
    const { given, done } = run(
      async (item) => {
        most = Math.max(most, ++inHand);
        await soon(item);
        inHand--;
        return item * 2;
      },
      [3, 0, 20, 1, 30],
    );
    await done;
    expect(given).toEqual(Array.from({ length: 54 }, (_, i) => 2 * i));
    expect(most).toBe(5);
  });

  it("after a failure begins nothing, awaits what is in hand, gives what came before it, and throws", async () => {
    let begun = 0;
    let ended = 0;
    const { given, failures, done } = run(
      async (item) => {
        begun++;
        await soon(item);
        ended++;
        if (item === 12) throw new Error("no");
        return item;
      },
      [100],
    );
    await expect(done).rejects.toThrow("no");
    expect(given).toEqual([...Array(12).keys()]);
    expect(failures).toHaveLength(1);
    expect(ended).toBe(begun);
    expect(begun).toBeLessThan(20);
  });

  it("once aborted begins nothing more, and gives all that is in hand", async () => {
    let begun = 0;
    const { closing, given, done } = run(
      async (item) => {
        begun++;
        if (item === 7) closing.abort();
        await soon(item);
        return item;
      },
      [100],
    );
    await done;
    expect(given).toEqual([...Array(begun).keys()]);
    expect(begun).toBeLessThan(14);
  });
});
