import { expect, it } from "vitest";
import { pairIdentity, unlikePairs } from "./pair-identity.ts";

const row = {
  dataset: "synthetic-words",
  pair: "1/a",
  x: "one",
  y: "a",
  conditional: "0.5",
  marginal: "0.1",
  pmi: "1.6",
};

it("a pair is the same only with the same texts and true values", () => {
  expect(pairIdentity({ ...row, method: "infonce" })).toBe(pairIdentity(row));
  for (const other of [{ pair: "2/a" }, { x: "two" }, { y: "b" }, { pmi: "1.7" }]) {
    expect(pairIdentity({ ...row, ...other })).not.toBe(pairIdentity(row));
  }
});

it("pairs of one id that are not the same are counted, each once", () => {
  const other = { ...row, pair: "2/b" };
  expect(unlikePairs([row, other], [row, row, other])).toEqual([]);
  expect(unlikePairs([row], [{ ...row, dataset: "synthetic-chaosnli", x: "two" }])).toEqual([]);
  const changed = { ...row, x: "two" };
  expect(unlikePairs([row, row, other], [changed, changed, other])).toEqual([
    "1 pair has other texts or other true values in B than in A, and is not compared.",
  ]);
  expect(unlikePairs([row, other], [changed, { ...other, pmi: "0" }])).toEqual([
    "2 pairs have other texts or other true values in B than in A, and are not compared.",
  ]);
});
