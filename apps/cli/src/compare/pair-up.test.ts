import { expect, it } from "vitest";
import type { ComparedRow } from "./compared-row.ts";
import { pairUp } from "./pair-up.ts";

async function* rows(pairs: Iterable<number>, group = "promptnce"): AsyncGenerator<ComparedRow> {
  for (const i of pairs) {
    yield { group, method: group, pair: `pair ${i}`, input: `x${i}`, estimate: i, truth: undefined, shown: false, sameScale: true }; // prettier-ignore
  }
}

const numbers = (count: number): number[] => [...Array(count).keys()];

it("finds no pair missing from a draw of two runs of the same pairs", async () => {
  const { groups, unmatched } = await pairUp(rows(numbers(30_000)), rows(numbers(30_000)));
  expect(groups).toMatchObject([{ name: "promptnce", drawn: true }]);
  expect(groups[0]?.pairs).toHaveLength(20_000);
  expect(groups[0]?.pairs.every(({ a, b }) => a === b)).toBe(true);
  expect(unmatched).toBe(0);
});

it("counts a pair as missing only where it would have been kept", async () => {
  const third = numbers(30_000).filter((i) => i % 3 === 0);
  const { groups, unmatched } = await pairUp(rows(numbers(30_000)), rows(third));
  const shared = groups[0]?.pairs.length ?? 0;
  expect(shared + unmatched).toBe(20_000); // all of A's draw, the rest of B's being beyond it
  expect(Math.abs(shared / 20_000 - 1 / 3)).toBeLessThan(0.02);
});

it("names groups of one run only, and compares the only groups whatever their names", async () => {
  const both = async function* () {
    yield* rows([1, 2, 3]);
    yield* rows([1, 2, 3], "infonce");
  };
  expect(await pairUp(both(), rows([1, 2, 3]))).toMatchObject({
    groups: [{ name: "promptnce" }],
    alone: ["infonce"],
  });
  expect(await pairUp(rows([1]), rows([1], "infonce"))).toMatchObject({
    groups: [{ name: "promptnce | infonce" }],
    alone: [],
  });
});

it("leaves out what a prompt of either run has shown, and counts it", async () => {
  async function* showing(shown: number): AsyncGenerator<ComparedRow> {
    for await (const row of rows([0, 1, 2, 3])) yield { ...row, shown: row.estimate === shown };
  }
  const { groups, ...counts } = await pairUp(showing(1), showing(3));
  expect(groups[0]?.pairs.map(({ a }) => a)).toEqual([0, 2]);
  expect(counts).toMatchObject({ shown: 2, unmatched: 0, unestimated: 0 });
});

it("counts what people did as another only where it differs by more than rounding", async () => {
  async function* counted(truth: number): AsyncGenerator<ComparedRow> {
    for await (const row of rows([0, 1, 2])) yield { ...row, truth };
  }
  const disputed = async (a: number, b: number) => (await pairUp(counted(a), counted(b))).disputed;
  expect(await disputed(1.38007672450902, 1.3800767245090202)).toBe(0);
  expect(await disputed(1.38, 1.39)).toBe(3);
});
