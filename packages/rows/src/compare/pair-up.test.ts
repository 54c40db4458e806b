import { expect, it } from "vitest";
import type { ComparedRow } from "./open-run.ts";
import { type PairedRuns, pairUp } from "./pair-up.ts";

const rows = (
  pairs: Iterable<number>,
  group = "promptnce",
  more: (i: number) => Partial<ComparedRow> = () => ({}),
) =>
  async function* (): AsyncGenerator<ComparedRow> {
    for (const i of pairs) {
      yield {
        group,
        method: group,
        pair: `pair ${i}`,
        label: `label ${i}`,
        input: `x${i}`,
        estimate: i,
        truth: undefined,
        shown: false,
        sameScale: true,
        ...more(i),
      };
    }
  };

/** The estimates of A, in order. */
const estimatesOf = (group: PairedRuns["groups"][number] | undefined): number[] =>
  [...group!.frame.columns[0]!.pmi].toSorted((a, b) => a - b);

const numbers = (count: number): number[] => [...Array(count).keys()];

it(
  "draws of many pairs those that both runs have, and finds none of them missing",
  { tags: "full" },
  async () => {
    const { groups, unmatched } = await pairUp(rows(numbers(30_000)), rows(numbers(30_000)));
    expect(groups).toMatchObject([{ name: "promptnce", drawn: { kept: 20_000, of: 30_000 } }]);
    const { pairs, columns } = groups[0]!.frame;
    expect(pairs).toBe(20_000);
    expect(columns[0]!.pmi).toEqual(columns[1]!.pmi);
    expect(unmatched).toBe(0);
  },
);

it("compares every pair of a small run with those of a large one", async () => {
  const few = [5, 17_000, 29_999, 40_000];
  const { groups, unmatched } = await pairUp(rows(numbers(30_000)), rows(few));
  expect(estimatesOf(groups[0])).toEqual([5, 17_000, 29_999]);
  expect(groups[0]?.drawn).toBeUndefined();
  expect(unmatched).toBe(30_000 - 3 + 1);
});

it("counts a pair once, by the mean of the estimates of its rows, and says how often it repeats", async () => {
  const differing = async function* () {
    yield* rows([1, 2, 1])();
    yield* rows([1], undefined, () => ({ estimate: 4 }))();
  };
  const { groups, repeated } = await pairUp(differing, rows([2, 1]));
  expect(estimatesOf(groups[0])).toEqual([2, 2]);
  expect(repeated).toBe(2);
});

it("names groups of one run only, and compares the only groups whatever their names", async () => {
  const both = async function* () {
    yield* rows([1, 2, 3])();
    yield* rows([1, 2, 3], "infonce")();
  };
  expect(await pairUp(both, rows([1, 2, 3]))).toMatchObject({
    groups: [{ name: "promptnce" }],
    alone: ["infonce"],
  });
  expect(await pairUp(rows([1]), rows([1], "infonce"))).toMatchObject({
    groups: [{ name: "promptnce | infonce" }],
    alone: [],
  });
});

it("leaves out what a prompt of either run has shown, and counts it", async () => {
  const showing = (shown: number) => rows([0, 1, 2, 3], undefined, (i) => ({ shown: i === shown }));
  const { groups, ...counts } = await pairUp(showing(1), showing(3));
  expect(estimatesOf(groups[0])).toEqual([0, 2]);
  expect(counts).toMatchObject({ shown: 2, unmatched: 0, unestimated: 0 });
});

it("counts what people did as another only where it differs by more than rounding", async () => {
  const counted = (truth: number) => rows([0, 1, 2], undefined, () => ({ truth }));
  const disputed = async (a: number, b: number) => (await pairUp(counted(a), counted(b))).disputed;
  expect(await disputed(1.38007672450902, 1.3800767245090202)).toBe(0);
  expect(await disputed(1.38, 1.39)).toBe(3);
});

it("counts what could not be estimated, and not the pairs of a method that gives no such estimate at all", async () => {
  const some = rows([1, 2, 3], "promptnce", (i) => (i === 2 ? { estimate: undefined } : {}));
  const { unestimated, groups } = await pairUp(some, rows([1, 2, 3]));
  expect([unestimated, estimatesOf(groups[0])]).toEqual([1, [1, 3]]);
  const none = rows([1, 2, 3], "direct-pmi", () => ({ estimate: undefined }));
  expect(await pairUp(none, none)).toMatchObject({
    unestimated: 0,
    groups: [{ frame: { pairs: 0 } }],
  });
});
