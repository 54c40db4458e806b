import { fingerprint, fingerprintTable } from "@promptnce/engine";
import { expect, it } from "vitest";
import { pairKey, pairTruth, people } from "./people.ts";

const [cat, sun, moon] = ["cat", "sun", "moon"].map((cue) => fingerprint(cue)) as [
  string,
  string,
  string,
];

/** Eight answers: to cat dog 3 and __proto__ 1, to sun dog 4; nobody was asked about the moon. */
function eight() {
  const [pairs, totals] = [fingerprintTable(), fingerprintTable()];
  for (const [key, y, count] of [
    [cat, "dog", 3],
    [cat, "__proto__", 1],
    [sun, "dog", 4],
    [moon, "dog", 0],
  ] as const) {
    pairs.add(pairKey(key, y), count);
    totals.add(key, count);
  }
  const labels = new Map([
    ["dog", 7],
    ["__proto__", 1],
    ["fox", 0],
  ]);
  return people({ pairs, totals, labels, answers: 8 });
}

it("P(y|x) is the share of those who answered x, and 0 of what nobody gave", () => {
  expect(eight().conditional(cat, "dog")).toBe(0.75);
  expect(eight().conditional(cat, "__proto__")).toBe(0.25);
  expect(eight().conditional(sun, "__proto__")).toBe(0);
  expect(eight().count(sun, "__proto__")).toBe(0);
});

it("P(y|x) is not known of an x that nobody answered", () => {
  expect(eight().conditional(moon, "dog")).toBeUndefined();
  expect(eight().conditional(fingerprint("tree"), "dog")).toBeUndefined();
});

it("the truth of a pair is both terms and their PMI, in nats", () => {
  expect(pairTruth(eight(), cat, { y: "dog" })).toEqual({
    conditional: 0.75,
    marginal: 0.875,
    pmi: Math.log(6 / 7),
  });
  expect(pairTruth(eight(), cat, { y: "__proto__" })?.pmi).toBeCloseTo(Math.log(2), 12);
});

it("a pair that nobody gave, or of an x or y that nobody knows, has no truth", () => {
  expect(pairTruth(eight(), sun, { y: "__proto__" })).toBeUndefined();
  expect(pairTruth(eight(), moon, { y: "dog" })).toBeUndefined();
  expect(pairTruth(eight(), cat, { y: "fox" })).toBeUndefined();
  expect(pairTruth(eight(), cat, { y: "hen" })).toBeUndefined();
});

it("pairs of equal PMI tie exactly, whatever their counts", () => {
  const [pairs, totals] = [fingerprintTable(), fingerprintTable()];
  for (const [key, y, count] of [
    [cat, "dog", 1],
    [cat, "fox", 2],
    [sun, "dog", 3],
    [sun, "fox", 6],
    [sun, "hen", 12],
  ] as const) {
    pairs.add(pairKey(key, y), count);
    totals.add(key, count);
  }
  // P(dog | cat) / P(dog) = 1/3 over 4/24, and P(fox | cat) / P(fox) = 2/3 over 8/24, are both 2.
  const labels = new Map([
    ["dog", 4],
    ["fox", 8],
    ["hen", 12],
  ]);
  const known = people({ pairs, totals, labels, answers: 24 });
  expect(known.pmi(cat, "dog")).toBe(Math.log(2));
  expect(known.pmi(cat, "fox")).toBe(Math.log(2));
});

it("what nobody gave has PMI −∞, and what nobody knows none", () => {
  expect(eight().pmi(sun, "__proto__")).toBe(Number.NEGATIVE_INFINITY);
  expect(eight().pmi(moon, "dog")).toBeUndefined();
  expect(eight().pmi(cat, "fox")).toBeUndefined();
});

it("a pair is not taken for one whose x and y are parted elsewhere", () => {
  expect(pairKey("ab", "c")).not.toBe(pairKey("a", "bc"));
});

it("a label and its near-synonyms are counted together, in P(y|x), P(y) and PMI", () => {
  const groups = (y: string) => (["dog", "__proto__"].includes(y) ? ["dog", "__proto__"] : [y]);
  const known = eight().together(groups);
  for (const y of ["dog", "__proto__"]) {
    expect([
      known.count(cat, y),
      known.conditional(cat, y),
      known.marginal.get(y),
      known.pmi(cat, y),
    ]).toEqual([4, 1, 1, 0]);
  }
  expect(known.marginal.get("fox")).toBe(0);
});
