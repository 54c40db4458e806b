import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { random } from "../sampling/random.ts";
import { mapConcurrently, type ConcurrencyOptions } from "./map-concurrently.ts";

async function* batches(sizes: readonly number[]): AsyncGenerator<readonly number[]> {
  let next = 0;
  for (const size of sizes) {
    yield Array.from({ length: size }, () => next++);
  }
}

type Work = (item: number, closing: AbortSignal) => Promise<number>;

function run(work: Work, sizes: readonly number[], order: ConcurrencyOptions["order"] = "items") {
  const stopping = new AbortController();
  const given: number[] = [];
  const done = (async () => {
    const options = { size: 5, order, signal: stopping.signal };
    for await (const results of mapConcurrently(batches(sizes), work, options)) {
      given.push(...results);
    }
  })();
  return { stopping, given, done };
}

/** A number of turns of the event loop that differs from item to item. */
async function soon(item: number): Promise<void> {
  for (let left = random(item).below(5); left > 0; left--) {
    await nextTurn();
  }
}

/** Work that counts how much of it is in hand. */
function counted() {
  const count = { now: 0, most: 0, begun: 0, ended: 0 };
  const work: Work = async (item) => {
    count.begun++;
    count.most = Math.max(count.most, ++count.now);
    await soon(item);
    count.now--;
    count.ended++;
    return item * 2;
  };
  return { count, work };
}

describe("concurrent work", () => {
  it("gives results in the order of the items, with never more in hand than its size", async () => {
    const { count, work } = counted();
    const { given, done } = run(work, [3, 0, 20, 1, 30]);
    await done;
    expect(given).toEqual(Array.from({ length: 54 }, (_, i) => 2 * i));
    expect(count.most).toBe(5);
  });

  it("gives each result once as its work ends, where the order of the items is no matter", async () => {
    const { count, work } = counted();
    const { given, done } = run(work, [3, 0, 20, 1, 30], "ends");
    await done;
    expect(given).not.toEqual(given.toSorted((a, b) => a - b));
    expect(given.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 54 }, (_, i) => 2 * i));
    expect(count.most).toBe(5);
  });

  it("holds up no item for one that takes long, and gives all in their order once that ends", async () => {
    let release = (): void => {};
    const long = new Promise<void>((resolve) => void (release = resolve));
    const { count, work } = counted();
    const held: Work = async (item, closing) => {
      if (item === 3) await long;
      return work(item, closing);
    };
    const { given, done } = run(held, [100]);
    while (count.ended < 99) {
      await soon(4);
    }
    expect(given).toEqual([0, 2, 4]);
    // Beside the one that takes long.
    expect(count.most).toBe(4);
    release();
    await done;
    expect(given).toEqual(Array.from({ length: 100 }, (_, i) => 2 * i));
  });

  it("stands still in the end for an item that never ends, so that memory is bounded", async () => {
    let release = (): void => {};
    const long = new Promise<number>((resolve) => void (release = () => resolve(0)));
    let begun = 0;
    const work: Work = async (item) => {
      begun++;
      return item === 0 ? long : item;
    };
    const { given, done } = run(work, [5000]);
    for (let turns = 0; turns < 20; turns++) {
      await soon(4);
    }
    expect([begun, given.length]).toEqual([32 * 5, 0]);
    release();
    await done;
    expect(given).toEqual([...Array(5000).keys()]);
  });

  it("after a failure begins nothing, awaits what is in hand, gives what came before it, and throws", async () => {
    const { count, work } = counted();
    const closed: number[] = [];
    const failing: Work = async (item, closing) => {
      closing.addEventListener("abort", () => closed.push(item));
      const value = await work(item, closing);
      if (item === 12) throw new Error("no");
      return value / 2;
    };
    const { given, done } = run(failing, [100]);
    await expect(done).rejects.toThrow("no");
    expect(given).toEqual([...Array(12).keys()]);
    expect(count.ended).toBe(count.begun);
    expect(count.begun).toBeLessThan(20);
    expect(closed).toContain(12);
  });

  it("once aborted begins nothing more, and gives all that is in hand", async () => {
    const { count, work } = counted();
    const { stopping, given, done } = run(
      async (item, closing) => {
        if (item === 7) stopping.abort();
        return work(item, closing);
      },
      [100],
    );
    await done;
    expect(given).toEqual(Array.from({ length: count.begun }, (_, i) => 2 * i));
    expect(count.begun).toBeLessThan(14);
  });

  it("begins nothing where it is aborted before, and awaits what is in hand where its loop is left", async () => {
    const { count, work } = counted();
    const aborted = mapConcurrently([[1, 2]], work, {
      size: 1,
      order: "items",
      signal: AbortSignal.abort(),
    });
    expect(await Array.fromAsync(aborted)).toEqual([]);
    expect(count.begun).toBe(0);
    for await (const _ of mapConcurrently(batches([9]), work, { size: 4, order: "ends" })) {
      break;
    }
    expect(count.now).toBe(0);
    expect(count.ended).toBeGreaterThanOrEqual(4);
  });
});
