import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { countedDataset, inputIndex, type Tally } from "./counts.ts";

const LABELS = ["A", "B", "__proto__", "constructor"];

/** Tallies in which each of `total` people gave any of the labels, or none. */
const tallies = fc
  .array(
    fc.tuple(
      fc.integer({ min: 1, max: 50 }),
      fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 4, maxLength: 4 }),
    ),
    { minLength: 1, maxLength: 8 },
  )
  .map((items) =>
    items.map(([total, shares], i): Tally => {
      const given = LABELS.map((y, j): [string, number] => [
        y,
        Math.round((shares[j] ?? 0) * total),
      ]);
      return {
        x: { cue: `x${i}` },
        total,
        counts: new Map(given.filter(([, count]) => count > 0)),
        id: `x${i}/`,
        kept: () => ({}),
      };
    }),
  );

const dataset = (items: readonly Tally[]) =>
  countedDataset({ name: "words", labels: LABELS, tallies: items, sources: [] });

describe("countedDataset", () => {
  it("observes exactly the pairs with a nonzero count, as it answers them", () => {
    fc.assert(
      fc.property(tallies, (items) => {
        const counted = dataset(items);
        const nonzero = items.flatMap(({ counts }) => [...counts]);
        expect(counted.observations).toHaveLength(nonzero.length);
        for (const seen of counted.observations) {
          expect(counted.conditional(seen.x, seen.y)).toBe(seen.conditional);
          expect(counted.marginal.get(seen.y)).toBe(seen.marginal);
          expect(seen.conditional).toBeGreaterThan(0);
          expect(seen.marginal).toBeGreaterThan(0);
        }
      }),
    );
  });

  it("has P(y) as the mean of P(y|x), each x weighted by its answers", () => {
    fc.assert(
      fc.property(tallies, (items) => {
        const counted = dataset(items);
        const answers = items.reduce((sum, { total }) => sum + total, 0);
        for (const y of LABELS) {
          const given = items.reduce(
            (sum, { x, total }) => sum + counted.conditional(x, y) * total,
            0,
          );
          expect(counted.marginal.get(y)).toBeCloseTo(given / answers, 12);
        }
      }),
    );
  });

  it("answers for inputs of the same text with their mean, each counting once", () => {
    const same = (id: string, total: number, count: number): Tally => {
      return { x: { cue: "same" }, total, counts: new Map([["A", count]]), id, kept: () => ({}) };
    };
    const counted = dataset([same("1", 2, 1), same("2", 4, 1)]);
    expect(counted.conditional({ cue: "same" }, "A")).toBe((1 / 2 + 1 / 4) / 2);
    expect(counted.observations.map((o) => o.conditional)).toEqual([1 / 2, 1 / 4]);
    expect(counted.observations.map(({ conditional, raters }) => conditional * raters)).toEqual([
      1, 1,
    ]);
    expect(counted.observations.map(({ responses }) => responses)).toEqual([1, 1]);
  });

  it("ties pairs of equal PMI exactly, which the difference of two logarithms need not", () => {
    const cue = (
      text: string,
      total: number,
      counts: readonly (readonly [string, number])[],
    ): Tally => {
      return { x: { cue: text }, total, counts: new Map(counts), id: `${text}/`, kept: () => ({}) };
    };
    // P(y|a) / P(y) is 2 for both labels: 1/3 over 4/24, 2/3 over 8/24.
    const counted = dataset([
      cue("a", 3, [
        ["A", 1],
        ["B", 2],
      ]),
      cue("b", 21, [
        ["A", 3],
        ["B", 6],
        ["constructor", 12],
      ]),
    ]);
    const [one, other] = counted.observations;
    expect([one?.pmi, other?.pmi]).toEqual([Math.log(2), Math.log(2)]);
  });
});

it("tells inputs apart by their fields' texts and keeps those of the same text together", () => {
  const find = inputIndex([
    { x: { premise: "a", hypothesis: "b c" }, id: 1 },
    { x: { premise: "a b", hypothesis: "c" }, id: 2 },
    { x: { hypothesis: "b c", premise: "a" }, id: 3 },
  ]);
  const ids = (x: Readonly<Record<string, string>>) => find(x).map(({ id }) => id);
  expect(ids({ premise: "a", hypothesis: "b c" })).toEqual([1, 3]);
  expect(ids({ premise: "a b", hypothesis: "c" })).toEqual([2]);
  expect(ids({ premise: "a" })).toEqual([]);
});

it("knows no text by inheritance", () => {
  expect(inputIndex([])({ cue: "constructor" })).toEqual([]);
  const proto = { x: { cue: "__proto__" } };
  expect(inputIndex([proto])({ cue: "constructor" })).toEqual([]);
  expect(inputIndex([proto])({ cue: "__proto__" })).toEqual([proto]);
});
