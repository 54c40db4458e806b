import { describe, expect, it } from "vitest";
import { decidedBy } from "./base-rate-limits.ts";
import type { Evidence } from "./evidence.ts";
import { limits, limitText } from "./limits.ts";

const texts = (evidence: Evidence): string[] => limits(evidence).map(limitText);

describe("decidedBy", () => {
  it.each([
    [3.86, 0.85, "base rates"],
    [Number.POSITIVE_INFINITY, 1, "base rates"],
    [0.07, -0.09, "conditionals"],
    [0.2, 0.96, "both"],
    [0.86, 0.92, "both"],
    [2, 0.1, "both"],
  ])("with R = %d and ρ_marg = %d the ranking is decided by: %s", (R, rhoMarginal, by) => {
    expect(decidedBy({ R, rhoMarginal })).toBe(by);
  });

  it("never disagrees with R where the two terms vary independently", () => {
    for (const R of [0.01, 0.5, 0.99, 1.01, 2, 50]) {
      const rhoMarginal = Math.sqrt(R / (1 + R));
      expect(decidedBy({ R, rhoMarginal })).toBe(R > 1 ? "base rates" : "conditionals");
    }
  });

  it("is told by R where there is no ρ_marg, and not at all where nothing varies", () => {
    expect(decidedBy({ R: 0, rhoMarginal: Number.NaN })).toBe("conditionals");
    expect(decidedBy({ R: 2 })).toBe("base rates");
    expect(decidedBy({ R: Number.NaN, rhoMarginal: Number.NaN })).toBeUndefined();
    expect(decidedBy({})).toBeUndefined();
  });
});

describe("what limits a result", () => {
  const gap = (share: number) => ({ share, most: [{ label: "joy", first: 0.3, second: 0.02 }] });
  const agreement = (rho: number) => ({ rho, pairs: 40 });
  const moved = (second: number) => [{ label: "happy", first: 0.2, second }];
  const sums = [1, 3, 5, 6, 9];

  it.each([
    [
      "base rates that decide the ranking",
      { elicited: true, R: 1.2, rhoMarginal: 0.8 },
      { R: 0.9, rhoMarginal: 0.6 },
      /^the elicited base rates decide the ranking: R̂ = 1\.20 and ρ_marg = 0\.80 \(.*Section 4\.1.*\); try another marginal/,
    ],
    [
      "base rates that both decide",
      { elicited: true, R: 0.5, rhoMarginal: 0.8 },
      { R: 0.5, rhoMarginal: 0.5 },
      /help to decide/,
    ],
    [
      "base rates that are not the mean of the conditionals",
      { elicited: true, gap: gap(0.6) },
      { gap: gap(0.5) },
      /has 0\.60 times the variance of PMI: joy 0\.30 and 0\.020 \(above half.*\(:implied\)/,
    ],
    [
      "sums far from one",
      { doubtful: 0.06, sums },
      { doubtful: 0.05 },
      /^6\.0 % of estimates rest on masses that sum far from one; the middle half of all sums is 3 to 6, the median 5 \(.*measures.*another model/,
    ],
    [
      "such sums that are not at hand",
      { doubtful: 1 },
      { doubtful: 0 },
      /^100\.0 % of estimates rest on masses that sum far from one \(/,
    ],
    [
      "sets of one pair that disagree",
      { agreement: agreement(0.7) },
      { agreement: agreement(0.71) },
      /agree with ρ = 0\.70 over 40 pairs \(below 0\.71.*another model/,
    ],
    [
      "much mass on OTHER",
      { k: 5, labels: 50, meanOther: 0.51 },
      { meanOther: 0.5 },
      /OTHER gets 51\.0 % .*5 of 50 labels.*larger K/,
    ],
    [
      "hardly any",
      { k: 5, labels: 50, meanOther: 0.01 },
      { meanOther: 0.02 },
      /may not understand OTHER/,
    ],
    [
      "labels whose mass a near-synonym takes",
      { moved: moved(0.09) },
      { moved: moved(0.1) },
      /^mass moves when a near-synonym joins the set: happy 0\.20 and 0\.090/,
    ],
  ])("is said of %s, and not below the threshold", (_, evidence, below, sentence) => {
    expect(texts(evidence)).toEqual([expect.stringMatching(sentence)]);
    expect(texts({ ...evidence, ...below })).toEqual([]);
  });

  it("takes what counts of other contexts say of base rates for more than their contradiction", () => {
    const rho = { elicited: 0.317, implied: 0.445 };
    const evidence = { elicited: true, gap: gap(0.6) };
    expect(texts({ ...evidence, baseRates: { take: "implied", rho } })).toEqual([
      expect.stringMatching(
        /ρ with people's PMI is 0\.445 with implied base rates, 0\.317 with elicited ones .*:implied/,
      ),
    ]);
    expect(texts({ ...evidence, baseRates: { take: "elicited", rho } })).toEqual([]);
  });

  describe("of base rates that decide the ranking, advises", () => {
    const rho = { elicited: 0.29, implied: 0.42, counted: 0.22 };
    const evidence = { elicited: true, R: 3, rhoMarginal: 0.9 };
    const both = texts({ ...evidence, baseRates: { take: "implied", rho } });

    it("no counted ones where counts rank these last, and the best of the three once", () => {
      expect(both.join("\n")).not.toContain(":empirical");
      expect(both[1]).toContain(
        "ρ with people's PMI is 0.420 with implied base rates, 0.290 with elicited ones, 0.220 with counted ones",
      );
      expect(both.join("\n").match(/:implied/g)).toHaveLength(1);
    });

    it.each([
      [
        { take: "counted" as const, rho: { ...rho, counted: 0.5 } },
        /use people's base rates \(:empirical\): ρ with people's PMI is 0\.500/,
      ],
      [
        { take: "elicited" as const, rho: { elicited: 0.5, counted: 0.2 } },
        /; keep them: ρ with people's PMI is 0\.500/,
      ],
      [
        { rho },
        /; people's counts do not say which base rates are best: ρ with people's PMI is 0\.420 .*; trust/,
      ],
    ])("what counts tell: %o", (baseRates, sentence) => {
      const [said, ...others] = texts({ ...evidence, baseRates });
      expect(said).toMatch(sentence);
      expect(others).toEqual([]);
    });

    it("no other than the contradiction of base rates and conditionals advises", () => {
      const [first, second] = texts({ ...evidence, gap: gap(0.6) });
      expect(first).not.toMatch(/:empirical|:implied/);
      expect(second).toContain(":implied");
    });
  });

  it("advises implied base rates only where inputs may be a fair sample, and says so", () => {
    const evidence = { elicited: true, gap: gap(0.6) };
    expect(texts(evidence)[0]).toMatch(
      /:implied\), if the inputs asked about are all inputs or a fair/,
    );
    expect(texts({ ...evidence, isUnfair: true })).toEqual([]);
  });

  it("names labels without their control characters", () => {
    const [sentence] = texts({ moved: [{ label: "a\u001b[2J\nb", first: 0.2, second: 0.01 }] });
    expect(sentence).toContain("joins the set: a [2J b 0.20 and 0.010");
  });

  it("is nothing where nothing is known", () => {
    expect(texts({})).toEqual([]);
  });

  it("is said without NaN, Infinity or undefined, whatever has no number", () => {
    const whole = {
      elicited: true,
      R: 9,
      rhoMarginal: 0.9,
      gap: gap(9),
      doubtful: 0.5,
      sums,
      agreement: agreement(0.1),
      k: 5,
      labels: 10,
      meanOther: 0.9,
      moved: moved(0.01),
    };
    const without = [NaN, Infinity, -Infinity].flatMap((none) => [
      { R: none },
      { R: none, rhoMarginal: none },
      { rhoMarginal: none },
      { gap: gap(none) },
      { gap: { share: 9, most: [{ label: "joy", first: none, second: 0.1 }] } },
      { doubtful: none },
      { sums: [none, none, none, none, none] },
      { agreement: agreement(none) },
      { k: NaN },
      { labels: NaN },
      { meanOther: none },
      { moved: moved(none) },
    ]);
    for (const evidence of [{}, { sums: undefined }, ...without]) {
      const said = texts({ ...whole, ...evidence });
      expect(said.length).toBeGreaterThan(2);
      expect(said.join("; ")).not.toMatch(/NaN|Infinity|undefined/);
    }
  });

  it("is not said of counted base rates, nor of OTHER where the set is all labels", () => {
    expect(texts({ elicited: false, R: 9, rhoMarginal: 1, gap: gap(9) })).toEqual([]);
    expect(texts({ k: 3, labels: 3, meanOther: 0 })).toEqual([]);
  });

  it("is not that a set holds most of few labels, which says nothing of a result", () => {
    expect(texts({ k: 4, labels: 10, meanOther: 0.3 })).toEqual([]);
  });
});
