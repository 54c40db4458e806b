import { describe, expect, it } from "vitest";
import { methodSummaries } from "./method-summary.ts";
import type { TalliedEstimate } from "./extremes.ts";
import { tally } from "./tally.ts";

const promptnce = { id: "promptnce", title: "PromptNCE" };
const infonce = { id: "infonce", title: "InfoNCE" };
const truth = { conditional: 0.5, marginal: 0.25, pmi: Math.log(2) };

function estimated(id: string, more: Partial<TalliedEstimate> = {}): TalliedEstimate {
  return {
    method: promptnce,
    trial: { id, y: "a" },
    estimate: { pmi: 1 },
    readable: true,
    ...more,
  };
}

function tallied(
  estimates: readonly TalliedEstimate[],
  truthOf = () => truth as typeof truth | undefined,
) {
  const all = tally([promptnce, infonce], { truthOf });
  for (const one of estimates) {
    all.add("cat", [one]);
  }
  return all;
}

describe("a tally", () => {
  it("counts of each method its estimates and what of them could not be read", () => {
    const {
      methods: [open, closed],
    } = tallied([
      estimated("1"),
      estimated("2", { readable: false }),
      estimated("3", { method: infonce }),
    ]);
    expect(open).toMatchObject({ method: promptnce, estimates: 2, unreadable: 1 });
    expect(closed).toMatchObject({ method: infonce, estimates: 1, unreadable: 0 });
  });

  it("counts those of the unreadable for which a request failed", () => {
    const {
      methods: [open],
    } = tallied([
      estimated("1", { readable: false }),
      estimated("2", { readable: false, failed: true }),
    ]);
    expect(open).toMatchObject({ unreadable: 2, failed: 1 });
  });

  it("has the methods in their order, also those that nothing came of", () => {
    expect(tallied([]).methods.map(({ method, estimates }) => [method.id, estimates])).toEqual([
      ["promptnce", 0],
      ["infonce", 0],
    ]);
  });

  it("leaves out estimates of a method that is none of its own", () => {
    const {
      methods: [open, closed],
    } = tallied([estimated("1", { method: { id: "gem", title: "GEM" } })]);
    expect([open?.estimates, closed?.estimates]).toEqual([0, 0]);
  });

  it("keeps no truth of a pair that a prompt has shown, and counts it", () => {
    const all = tally([promptnce], { truthOf: () => truth, isShown: ({ id }) => id === "1" });
    all.add("cat", [estimated("1"), estimated("2")]);
    expect(all.methods[0]).toMatchObject({ shown: 1, estimates: 2 });
    expect(all.known.rows).toBe(1);
  });

  it("holds the open set of a pair against the closed one, which another method showed", async () => {
    const sets = Array.from({ length: 20 }, (_, i) => {
      const of = (other?: number) => ({
        pmfs: [
          { labels: ["a", "b"], masses: [i / 40, 1 / 2], ...(other !== undefined && { other }) },
        ],
      });
      return [
        estimated(`${i}`, of(1 / 2 - i / 40)),
        estimated(`${i}`, { method: infonce, ...of() }),
      ];
    }).flat();
    const together = tally([promptnce, infonce], { truthOf: () => undefined });
    together.add("cat", sets);
    const [open, closed] = await methodSummaries(together);
    expect(open?.agreement).toEqual({ rho: 1, pairs: 20 });
    expect(closed?.agreement).toEqual(open?.agreement);
    const [alone] = await methodSummaries(tallied(sets));
    expect(alone).not.toHaveProperty("agreement");
  });

  it("takes the mean mass on OTHER of those that have one, 0 included", async () => {
    const all = tallied([
      estimated("1", { pmfs: [{ labels: ["a"], masses: [0.7], other: 0.3 }] }),
      estimated("2", { pmfs: [{ labels: ["a"], masses: [1], other: 0 }] }),
      estimated("3", { readable: false }),
      estimated("4", { method: infonce }),
    ]);
    const [open, closed] = await methodSummaries(all);
    expect(open?.meanOther).toBeCloseTo(0.15, 12);
    expect(closed?.meanOther).toBeUndefined();
  });

  it("keeps with an estimate what people did, where that is known and fair to score by", () => {
    const shown = new Set(["2"]);
    const all = tally([promptnce], {
      truthOf: (key, { id }) => (key === "cat" && !shown.has(id) ? truth : undefined),
    });
    all.add("cat", [estimated("1"), estimated("2")]);
    all.add("sun", [estimated("3")]);
    all.add("cow", [estimated("4", { estimate: { conditional: 0.5 } })]);
    const frame = all.known.build();
    expect(frame.keys).toMatchObject({ texts: { x: ["cat"], labels: ["a"] } });
    expect([frame.truth.pmi, frame.columns[0]!.pmi]).toEqual([
      Float64Array.of(truth.pmi),
      Float64Array.of(1),
    ]);
  });

  it("keeps the estimates that have both terms, whatever people did", () => {
    const both = { conditional: 0.5, marginal: 0.25, pmi: Math.log(2) };
    const {
      methods: [open],
    } = tallied(
      [both, { pmi: 1 }, { conditional: 0.5, marginal: 0.25 }].map((estimate, i) =>
        estimated(String(i), { estimate }),
      ),
      () => undefined,
    );
    expect(open?.terms.kept).toEqual([both]);
  });

  it("has R of all estimates that have both terms, however many are drawn", async () => {
    const all = tally([promptnce, infonce], { truthOf: () => undefined });
    // 25,000 whose terms vary alike but for 100, of which a draw would have 80 ± 4.
    const estimate = (i: number) => ({
      conditional: i < 100 ? 1 : 0.5,
      marginal: i % 2 === 0 ? 0.1 : 0.2,
      pmi: i,
    });
    all.add(
      "cat",
      Array.from({ length: 25_000 }, (_, i) => estimated(String(i), { estimate: estimate(i) })),
    );
    // Var of a term that is log 2 apart with share p: p (1 − p) log² 2.
    const [open, closed] = await methodSummaries(all);
    expect(open?.R).toBeCloseTo(0.25 / (0.004 * 0.996), 9);
    expect(closed?.R).toBeUndefined();
  });

  it("knows each pair once, a column a method, with the people who gave it", () => {
    const all = tally([promptnce, infonce], { truthOf: () => truth, peopleOf: () => 7 });
    all.add("cat", [estimated("1"), estimated("1", { method: infonce, estimate: { pmi: 3 } })]);
    all.add("cat", [estimated("1")]);
    const { pairs, keys, columns } = all.known.build();
    expect([pairs, keys.rows[0], keys.people[0]]).toEqual([1, 2, 7]);
    expect(columns.map(({ name, pmi }) => [name, pmi[0]])).toEqual([
      ["promptnce", 1],
      ["infonce", 3],
    ]);
  });

  it("draws those with a truth among themselves, so that few of them among many are all kept", () => {
    const all = tally([promptnce], {
      truthOf: (_, { id }) => (Number(id) % 50 === 0 ? truth : undefined),
    });
    all.add(
      "cat",
      Array.from({ length: 25_000 }, (_, i) =>
        estimated(String(i), {
          trial: { id: String(i), y: `${i}` },
          estimate: { ...truth, pmi: i },
        }),
      ),
    );
    const [method] = all.methods;
    expect([method?.terms.seen, method?.terms.kept.length]).toEqual([25_000, 20_000]);
    expect(all.known.isDrawn).toBe(false);
    expect(all.known.build().pairs).toBe(500);
  });

  it("lists the extremes of the estimates that come with a text of their x, and of no others", () => {
    const all = tally([promptnce], { truthOf: () => undefined });
    all.add("cat", [estimated("1"), estimated("2", { estimate: { pmi: 3 } })], {
      x: () => "cat",
    });
    all.add("sun", [estimated("3", { estimate: { pmi: 2 } })]);
    expect(all.extremes.likelier).toMatchObject([
      { x: "cat", pmi: 3 },
      { x: "cat", pmi: 1 },
    ]);
    expect(all.extremes.estimates).toBe(2);
  });

  it(
    "keeps a draw of 20,000 where there are more, the same of the same, and counts all",
    { tags: "full" },
    () => {
      const many = Array.from({ length: 25_000 }, (_, i) =>
        estimated(`${i}`, { trial: { id: `${i}`, y: `${i}` }, estimate: { ...truth, pmi: i } }),
      );
      const all = tally([promptnce, infonce], { truthOf: () => truth });
      const again = tally([promptnce], { truthOf: () => truth });
      all.add("cat", many);
      all.add(
        "cat",
        many.map((one) => ({ ...one, method: infonce })),
      );
      again.add("cat", many.toReversed());
      const [method, other] = all.methods.map(({ estimates, terms }) => ({
        estimates,
        terms: terms.kept.map(({ pmi }) => pmi ?? Number.NaN),
      }));
      expect(method?.estimates).toBe(25_000);
      expect(all.known).toMatchObject({ rows: 50_000, isDrawn: true });
      const known = all.known.build().columns[0]!.pmi;
      for (const places of [method!.terms, [...known]]) {
        expect(new Set(places).size).toBe(20_000);
        // 20 % of the last 5,000 would be missing of a beginning; 80 % are kept, of 5,000 ± 28.
        expect(Math.abs(places.filter((i) => i >= 20_000).length - 4000)).toBeLessThan(150);
      }
      // Pairs are drawn by their texts, whatever their order.
      expect(again.known.build().columns[0]!.pmi).toEqual(known);
      expect(other?.terms).not.toEqual(method?.terms);
    },
  );
});
