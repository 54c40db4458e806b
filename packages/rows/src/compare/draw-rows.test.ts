import { expect, it } from "vitest";
import { drawRows, marksOf } from "./draw-rows.ts";
import type { ComparedRow } from "./open-run.ts";

async function* rows(pairs: Iterable<number>): AsyncGenerator<ComparedRow> {
  for (const i of pairs) {
    yield {
      group: "g",
      method: "g",
      pair: `pair ${i}`,
      label: `label ${i}`,
      input: "x",
      estimate: i,
      truth: undefined,
      shown: false,
      sameScale: true,
    };
  }
}

const numbers = (count: number): number[] => [...Array(count).keys()];

/** What is kept of the first pairs, where the other run has the second ones. */
async function drawn(pairs: Iterable<number>, most?: number, others = pairs): Promise<number[]> {
  const group = (await drawRows(rows(pairs), await marksOf(rows(others)), most)).get("g");
  return [...(group?.rows.values() ?? [])].map(({ estimate }) => estimate ?? Number.NaN);
}

it("keeps all where there are few, in their order, and each pair once", async () => {
  expect(await drawn([3, 1, 2, 1])).toEqual([3, 1, 2]);
});

it("keeps nothing that the other run does not have", async () => {
  expect(await drawn(numbers(1000), 100, [7, 2000, 999])).toEqual([7, 999]);
  expect(await drawRows(rows([1]), new Map())).toEqual(new Map());
});

it("keeps the same pairs of many whatever their order, and says of how many", async () => {
  const one = await drawn(numbers(1000), 100);
  expect(one).toHaveLength(100);
  const other = await drawn(numbers(1000).toReversed(), 100);
  expect(new Set(other)).toEqual(new Set(one));
  const marks = await marksOf(rows(numbers(1000)));
  expect((await drawRows(rows(numbers(1000)), marks, 100)).get("g")?.met.size).toBe(1000);
});

it("draws without regard to where a pair stands", async () => {
  const places = await drawn(numbers(20_000), 1000);
  const mean = places.reduce((sum, i) => sum + i, 0) / 1000;
  expect(Math.abs(mean / 20_000 - 0.5)).toBeLessThan(0.04); // four standard errors
});
