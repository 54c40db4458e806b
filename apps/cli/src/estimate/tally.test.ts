import { describe, expect, it } from "vitest";
import { tally, type TalliedEstimate } from "./tally.ts";

const promptnce = { id: "promptnce", title: "PromptNCE" };
const infonce = { id: "infonce", title: "InfoNCE" };
const truth = { conditional: 0.5, marginal: 0.25, pmi: Math.log(2) };

function estimated(id: string, more: Partial<TalliedEstimate> = {}): TalliedEstimate {
  return { method: promptnce, trial: { id, y: "a" }, estimate: { pmi: 1 }, readable: true, ...more };
} // prettier-ignore

function tallied(estimates: readonly TalliedEstimate[], truthOf = () => truth as typeof truth | undefined) {
  const all = tally([promptnce, infonce], { truthOf, seed: "1" });
  for (const one of estimates) all.add("cat", [one]);
  return all.methods;
} // prettier-ignore

describe("a tally", () => {
  it("counts of each method its estimates and what of them could not be read", () => {
    const [open, closed] = tallied([
      estimated("1"),
      estimated("2", { readable: false }),
      estimated("3", { method: infonce }),
    ]);
    expect(open).toMatchObject({ method: promptnce, estimates: 2, unreadable: 1 });
    expect(closed).toMatchObject({ method: infonce, estimates: 1, unreadable: 0 });
  });

  it("has the methods in their order, also those that nothing came of", () => {
    expect(tallied([]).map(({ method, estimates }) => [method.id, estimates])).toEqual([["promptnce", 0], ["infonce", 0]]); // prettier-ignore
  });

  it("leaves out estimates of a method that is none of its own", () => {
    const [open, closed] = tallied([estimated("1", { method: { id: "gem", title: "GEM" } })]);
    expect([open?.estimates, closed?.estimates]).toEqual([0, 0]);
  });

  it("keeps no truth of a pair that a prompt has shown, and counts it", () => {
    const all = tally([promptnce], { truthOf: () => truth, isShown: ({ id }) => id === "1", seed: "1" }); // prettier-ignore
    all.add("cat", [estimated("1"), estimated("2")]);
    const [{ shown, estimates, sample }] = all.methods as [(typeof all.methods)[number]];
    expect([shown, estimates]).toEqual([1, 2]);
    expect(sample.kept.map((one) => one.truth)).toEqual([undefined, truth]);
  });

  it("takes the mean mass on OTHER of those that have one, 0 included", () => {
    const [open, closed] = tallied([
      estimated("1", { other: 0.3 }),
      estimated("2", { other: 0 }),
      estimated("3", { readable: false }),
      estimated("4", { method: infonce }),
    ]);
    expect(open?.meanOther).toBeCloseTo(0.15, 12);
    expect(closed).not.toHaveProperty("meanOther");
  });

  it("keeps with an estimate what people did, where that is known and fair to score by", () => {
    const shown = new Set(["2"]);
    const all = tally([promptnce], {
      truthOf: (key, { id }) => (key === "cat" && !shown.has(id) ? truth : undefined),
      seed: "1",
    });
    all.add("cat", [estimated("1"), estimated("2")]);
    all.add("sun", [estimated("3")]);
    const kept = all.methods[0]?.sample.kept;
    expect(kept).toEqual([
      { estimate: { pmi: 1 }, truth },
      { estimate: { pmi: 1 } },
      { estimate: { pmi: 1 } },
    ]);
  });

  it("keeps a draw of 20,000 where there are more, the same for the same seed, and counts all", () => {
    const many = Array.from({ length: 25_000 }, (_, i) => estimated("1", { estimate: { pmi: i } }));
    const drawn = (seed: string): number[] => {
      const all = tally([promptnce], { truthOf: () => undefined, seed });
      all.add("cat", many);
      const [method] = all.methods;
      expect(method?.estimates).toBe(25_000);
      return method?.sample.kept.map(({ estimate }) => estimate.pmi ?? Number.NaN) ?? [];
    };
    const places = drawn("1");
    expect(new Set(places).size).toBe(20_000);
    // 20 % of the last 5,000 would be missing of a beginning; 80 % are kept, of 5,000 ± 28.
    expect(Math.abs(places.filter((i) => i >= 20_000).length - 4000)).toBeLessThan(150);
    expect(drawn("1")).toEqual(places);
    expect(drawn("2")).not.toEqual(places);
  });
});
