import { expect, it } from "vitest";
import { grouped } from "./grouped.ts";

/** Groups of numbers that are doubled, and the groups so far. */
function doubling(options: Parameters<typeof grouped>[1]) {
  const groups: (readonly number[])[] = [];
  const double = grouped(async (items: readonly number[]) => {
    groups.push(items);
    return items.map((item) => 2 * item);
  }, options);
  return { groups, double };
}

it("gives each item its own result, and groups those of one turn of the event loop", async () => {
  const { groups, double } = doubling({ most: 2, atOnce: 1 });
  expect(await Promise.all([1, 2, 3].map(double))).toEqual([2, 4, 6]);
  expect(groups).toEqual([[1, 2], [3]]);
});

it("waits for further items until there are enough", async () => {
  const { groups, double } = doubling({
    most: 10,
    atOnce: 1,
    gather: { ms: 1e6, enough: () => 3 },
  });
  const first = double(1);
  await new Promise((resolve) => setImmediate(resolve));
  await new Promise((resolve) => setImmediate(resolve));
  expect(groups).toEqual([]);
  expect(await Promise.all([first, double(2), double(3)])).toEqual([2, 4, 6]);
  expect(groups).toEqual([[1, 2, 3]]);
});

it("waits no longer than it is told to", async () => {
  const { groups, double } = doubling({ most: 10, atOnce: 1, gather: { ms: 1, enough: () => 3 } });
  expect(await double(1)).toBe(2);
  expect(groups).toEqual([[1]]);
});

it("rejects all items of a group that fails, and goes on with the next", async () => {
  let calls = 0;
  const failing = grouped(
    async (items: readonly number[]) => {
      if (++calls === 1) throw new Error("no such table");
      return items;
    },
    { most: 2, atOnce: 1 },
  );
  const results = await Promise.allSettled([1, 2, 3].map(failing));
  expect(results.map(({ status }) => status)).toEqual(["rejected", "rejected", "fulfilled"]);
});
