import { describe, expect, it } from "vitest";
import { pmi } from "../information/pmi.ts";
import { random } from "../sampling/random.ts";
import { contradiction } from "../repeats/contradiction.ts";
import { isRecordedThere, recordedModels } from "../repeats/recorded.test.support.ts";
import type { Pmf } from "../types.ts";
import { CoherenceTally, sameOfSets } from "./coherence-tally.ts";

const labels = ["a", "b", "c", "d"];

/**
 * PMFs over the labels that are drawn anew for each of so many x, and label and base rate of each.
 */
function tallied(
  rateOf: (y: string, mean: number) => number,
  { listed = labels.length, inputs = 400 } = {},
) {
  const source = random("coherence");
  const drawn = Array.from({ length: inputs }, () => {
    const weights = labels.map((_, i) => (source.uniform() + 0.1) / (i + 1));
    const sum = weights.reduce((total, weight) => total + weight, 0);
    return weights.map((weight) => weight / sum);
  });
  const means = labels.map((_, l) => drawn.reduce((sum, of) => sum + of[l]!, 0) / inputs);
  const tally = new CoherenceTally(labels.length);
  for (const of of drawn) {
    const own = source.below(labels.length);
    const set = [own, ...labels.keys().filter((l) => l !== own)].slice(0, listed);
    const masses = set.map((l) => of[l]!);
    const pmf = {
      labels: set.map((l) => labels[l]!),
      masses,
      other: 1 - masses.reduce((sum, p) => sum + p, 0),
    };
    const [conditional, marginal] = [of[own]!, rateOf(labels[own]!, means[own]!)];
    tally.add({ y: labels[own]! }, { conditional, marginal, pmi: pmi(conditional, marginal) }, [
      pmf,
    ]);
  }
  return tally.coherence;
}

describe("the gap between base rates and the mean of conditionals", () => {
  it("is nothing where the respondent is coherent, with all labels in a set or some of them", () => {
    expect(tallied((_, mean) => mean).gap!.share).toBeLessThan(1e-6);
    expect(tallied((_, mean) => mean, { listed: 3 }).gap!.share).toBeLessThan(0.1);
  });

  it("is as large as the contradiction, and names the label with most of it first", () => {
    const { gap } = tallied((y, mean) => (y === "d" ? mean / 10 : mean));
    expect(gap!.share).toBeGreaterThan(0.5);
    expect(gap!.most[0]).toMatchObject({ label: "d" });
    expect(gap!.most[0]!.second / gap!.most[0]!.first).toBeCloseTo(10, 6);
  });

  it("is nothing where all base rates are too high alike, which no ranking shows", () => {
    expect(tallied((_, mean) => 2 * mean).gap!.share).toBeLessThan(1e-6);
  });

  it("is known of all labels where the trials of a set have its masses in common, as of recorded ones", () => {
    const tally = new CoherenceTally(labels.length);
    for (let i = 0; i < 40; i++) {
      const masses = [0.1 + i / 100, 0.4 - i / 100, 0.3, 0.2];
      const pmf = { labels, masses, other: 0 };
      for (const [l, y] of labels.entries()) {
        const [conditional, marginal] = [masses[l]!, l === 0 ? 0.001 : 0.3];
        tally.add({ y }, { conditional, marginal, pmi: pmi(conditional, marginal) }, [pmf]);
      }
    }
    expect(tally.coherence.gap!.most[0]!.label).toBe("a");
    expect(tally.coherence.gap!.most[0]!.second).toBeCloseTo(0.295, 12);
  });

  it("counts a set once, in however many orders it was shown to whichever of its trials", () => {
    const gapOf = (sets: number) => {
      const tally = new CoherenceTally(labels.length);
      for (let i = 0; i < sets; i++) {
        const orders = [0.1, 0.3].map((p) => ({
          labels,
          masses: [p + i / 1000, 0.4 - i / 1000, 0.2, 0.2],
          other: 0,
        }));
        for (const y of ["a", "b"]) {
          const conditional = y === "a" ? 0.2 + i / 1000 : 0.4 - i / 1000;
          tally.add({ y }, { conditional, marginal: 0.4, pmi: pmi(conditional, 0.4) }, orders);
        }
      }
      return tally.coherence.gap;
    };
    expect(gapOf(19)).toBeUndefined();
    expect(gapOf(21)!.most[0]).toMatchObject({ label: "a", second: expect.closeTo(0.21, 12) });
  });

  describe("in several contexts, with closed sets of all labels of each", () => {
    /**
     * So many contexts of three x; base rates are the mean of conditionals, or of the next label's.
     */
    const inContexts = (contexts: number, { shifted = 0, labelsOf = 3 } = {}) => {
      const source = random("contexts");
      const tally = new CoherenceTally(() => labelsOf);
      for (let c = 0; c < contexts; c++) {
        const context = { question: `question ${c}, which is as long as questions of surveys are` };
        const sets = [0, 1, 2].map(() => {
          const weights = [1, 2, 4].map((weight) => weight * (0.2 + source.uniform()));
          const sum = weights.reduce((a, b) => a + b);
          return { labels: ["a", "b", "c"], masses: weights.map((weight) => weight / sum) };
        });
        const rates = [0, 1, 2].map((l) => sets.reduce((sum, of) => sum + of.masses[l]! / 3, 0));
        for (const pmf of sets) {
          for (const [l, y] of pmf.labels.entries()) {
            const [conditional, marginal] = [pmf.masses[l]!, rates[(l + shifted) % 3]!];
            tally.add({ y, context }, { conditional, marginal, pmi: pmi(conditional, marginal) }, [
              pmf,
            ]);
          }
        }
      }
      return tally.coherence.gap;
    };

    it("is that of each context's own labels, though each has few x", () => {
      expect(inContexts(10)!.share).toBeLessThan(1e-20);
      const { share, most } = inContexts(10, { shifted: 1 })!;
      expect(share).toBeGreaterThan(0.5);
      expect(most[0]!.label).toMatch(/^[abc] of question \d, which is as long as question…$/);
    });

    it("is not known of few sets, nor of sets that lack labels of their context", () => {
      expect(inContexts(6, { shifted: 1 })).toBeUndefined();
      expect(inContexts(10, { shifted: 1, labelsOf: 4 })).toBeUndefined();
    });
  });

  describe.runIf(isRecordedThere)("of recorded replies in the contexts of OpinionQA", () => {
    it.each(["gpt-4, samples", "gpt-3.5-turbo-0125, samples"])(
      "outweighs what x tells, about as by the rule that was judged on them: %s",
      (name) => {
        const { keys, mass, baseRate } = recordedModels().get(name)!;
        const rows = [...mass.keys()];
        const ofContext = Map.groupBy(rows, (row) => keys.contexts[row]!);
        const tally = new CoherenceTally((context) => {
          const own = ofContext.get(context!["question"]!)!;
          return new Set(own.map((row) => keys.labels[row]!)).size;
        });
        const sets = Map.groupBy(rows, (row) => `${keys.contexts[row]} ${keys.x[row]}`);
        for (const set of sets.values()) {
          const pmf = {
            labels: set.map((row) => keys.labels[row]!),
            masses: set.map((row) => mass[row]!),
          };
          for (const row of set) {
            const [conditional, marginal] = [mass[row]!, baseRate[row]!];
            tally.add(
              { y: keys.labels[row]!, context: { question: keys.contexts[row]! } },
              { conditional, marginal, pmi: pmi(conditional, marginal) },
              [pmf],
            );
          }
        }
        const { share } = tally.coherence.gap!;
        expect(share).toBeGreaterThan(0.5);
        expect(Math.abs(share - contradiction(mass, baseRate, keys))).toBeLessThan(0.02);
      },
    );
  });

  it("is not known of labels that few sets list", () => {
    expect(tallied((_, mean) => mean, { inputs: 20 }).gap).toBeUndefined();
    expect(tallied((_, mean) => mean, { listed: 1 }).gap).toBeUndefined();
  });

  it("is not known of closed sets that lack labels, and is of those with all", () => {
    const closed = (size: number) => {
      const tally = new CoherenceTally(2);
      const masses = [0.4, 0.6].slice(0, size);
      for (let i = 0; i < 60; i++) {
        const estimate = { conditional: i % 2 ? 0.4 : 0.6, marginal: 0.5, pmi: i % 2 ? -1 : 1 };
        tally.add({ y: i % 2 ? "a" : "b" }, estimate, [
          { labels: ["a", "b"].slice(0, size), masses },
        ]);
      }
      return tally.coherence;
    };
    expect(closed(1).gap).toBeUndefined();
    expect(closed(2).gap?.share).toBeGreaterThan(0);
    expect(closed(2).meanOther).toBeUndefined();
  });
});

it("R̂ is of the estimates with both terms, and zero counts as the clamp", () => {
  const tally = new CoherenceTally(4);
  for (const [conditional, marginal] of [
    [1 / 2, 1 / 4],
    [1 / 4, 1 / 16],
    [1 / 8, 1 / 64],
  ] as const) {
    tally.add({ y: "a" }, { conditional, marginal, pmi: pmi(conditional, marginal) });
  }
  tally.add({ y: "a" }, { conditional: 0.3 });
  expect(tally.coherence.R).toBeCloseTo(4, 12);
  expect(new CoherenceTally(4).coherence).toEqual({
    meanOther: undefined,
    gap: undefined,
    moved: [],
  });
});

it("two sets of the same pairs agree with Spearman's ρ, once there are twenty", () => {
  const tally = new CoherenceTally(4);
  const set = (mass: number): Pmf => ({ labels: ["a"], masses: [mass], other: 1 - mass });
  for (let i = 0; i < 19; i++) {
    tally.add({ y: "a" }, {}, [set(i / 20)], set(1 - i / 20));
  }
  expect(tally.coherence.agreement).toBeUndefined();
  tally.add({ y: "a" }, {}, [set(0.95)], set(0.05));
  expect(tally.coherence.agreement).toEqual({ rho: -1, pairs: 20 });
});

describe("a label that moves", () => {
  const groups = (y: string) => (["happy", "joyful"].includes(y) ? ["happy", "joyful"] : [y]);
  const moved = (joined: number, { own = "sad", size = 40 } = {}) => {
    const tally = new CoherenceTally(4, groups);
    for (let i = 0; i < size; i++) {
      const noise = (i % 5) / 1000;
      const labels = i % 2 ? [own, "happy"] : [own, "happy", "joyful"];
      tally.add({ y: own }, {}, [
        { labels, masses: [0.1, (i % 2 ? 0.4 : joined) + noise, 0.3], other: 0.1 },
      ]);
    }
    return tally.coherence.moved;
  };

  it("has another mean mass beside its near-synonym than without it", () => {
    const [{ label, first, second }] = moved(0.1) as [
      { label: string; first: number; second: number },
    ];
    expect(label).toBe("happy");
    expect([first, second].map((mean) => Number(mean.toFixed(1)))).toEqual([0.4, 0.1]);
  });

  it("is none where it keeps its mass, where sets are few, and where the set was made for the group", () => {
    expect(moved(0.4)).toEqual([]);
    expect(moved(0.1, { size: 30 })).toEqual([]);
    expect(moved(0.1, { own: "joyful" })).toEqual([]);
  });
});

describe("sameOfSets", () => {
  const open = { labels: ["a", "b"], masses: [0.2, 0.2], other: 0.6 };

  it("two sets with OTHER are held against each other by the mass of the label itself", () => {
    expect(sameOfSets(open, { labels: ["c", "a"], masses: [0.1, 0.3], other: 0.6 }, "a")).toEqual([
      0.2, 0.3,
    ]);
  });

  it("an open and a closed set are, by the share of the labels that both have", () => {
    expect(sameOfSets(open, { labels: ["b", "a", "c"], masses: [0.1, 0.3, 0.6] }, "a")).toEqual([
      0.5,
      0.3 / 0.4,
    ]);
  });

  it("sets tell nothing together where they share no other label, one lacks it, or gives both no mass", () => {
    expect(sameOfSets(open, { labels: ["a", "c"], masses: [0.3, 0.7] }, "a")).toBeUndefined();
    expect(
      sameOfSets(open, { labels: ["b", "c"], masses: [0.3, 0.7], other: 0 }, "a"),
    ).toBeUndefined();
    expect(sameOfSets(open, { labels: ["a", "b", "c"], masses: [0, 0, 1] }, "a")).toBeUndefined();
  });
});
