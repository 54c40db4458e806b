import { expect, it } from "vitest";
import type { ComparedRow } from "./compared-row.ts";
import { drawRows } from "./draw-rows.ts";

async function* rows(pairs: Iterable<number>): AsyncGenerator<ComparedRow> {
  for (const i of pairs) {
    yield { group: "g", method: "g", pair: `pair ${i}`, input: "x", estimate: i, truth: undefined, shown: false, sameScale: true }; // prettier-ignore
  }
}

const numbers = (count: number): number[] => [...Array(count).keys()];

async function drawn(pairs: Iterable<number>, most?: number): Promise<number[]> {
  const group = (await drawRows(rows(pairs), most)).get("g");
  return [...(group?.rows.values() ?? [])].map(({ estimate }) => estimate ?? Number.NaN);
}

it("keeps all where there are few, in their order, and each pair once", async () => {
  expect(await drawn([3, 1, 2, 1])).toEqual([3, 1, 2]);
  expect((await drawRows(rows([3, 1, 2, 1]))).get("g")).toMatchObject({ repeated: 1 });
});

it("keeps the same pairs of many whatever their order", async () => {
  const one = await drawn(numbers(1000), 100);
  expect(one).toHaveLength(100);
  const other = await drawn(numbers(1000).toReversed(), 100);
  expect(new Set(other)).toEqual(new Set(one));
});

it("keeps of a part of the pairs those that it keeps of all, and more", async () => {
  const all = await drawn(numbers(1000), 100);
  const half = new Set(await drawn(numbers(500), 100));
  expect(all.filter((i) => i < 500).every((i) => half.has(i))).toBe(true);
});

it("draws without regard to where a pair stands", async () => {
  const places = await drawn(numbers(20_000), 1000);
  const mean = places.reduce((sum, i) => sum + i, 0) / 1000;
  expect(Math.abs(mean / 20_000 - 0.5)).toBeLessThan(0.04); // four standard errors
});
