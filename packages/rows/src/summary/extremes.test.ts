import type { Estimate } from "@promptnce/core";
import { describe, expect, it } from "vitest";
import { Extremes } from "./extremes.ts";

const promptnce = { id: "promptnce", title: "PromptNCE" };
const infonce = { id: "infonce", title: "InfoNCE" };

/** The extremes of these estimates, each of its own pair unless `id` says which. */
function of(estimates: readonly (Estimate & { id?: string })[], method = promptnce): Extremes {
  const found = new Extremes([infonce, promptnce]);
  for (const [i, { id = `pair ${i}`, ...estimate }] of estimates.entries()) {
    found.add({ trial: { id, y: "a" }, method, estimate, readable: true }, () => `x${i}`);
  }
  return found;
}

const pmis = (listed: Extremes["likelier"]) => listed.map(({ pmi }) => pmi);
const xs = (listed: Extremes["likelier"]) => listed.map(({ x }) => x);

describe("the extremes", () => {
  it("are the highest PMI above 0 and the lowest below it, the most extreme first", () => {
    const found = of([0, 3, -2, 1, -5, 2].map((pmi) => ({ pmi })));
    expect(pmis(found.likelier)).toEqual([3, 2, 1]);
    expect(pmis(found.unlikelier)).toEqual([-5, -2]);
  });

  it("are ten each of however many, wherever these come, and the first of equal ones", () => {
    const many = Array.from({ length: 5000 }, (_, i) => ({ pmi: ((i * 37) % 101) - 50 }));
    const found = of(many);
    const wanted = (sign: number) =>
      many
        .map(({ pmi }, i) => ({ pmi, x: `x${i}` }))
        .toSorted((a, b) => sign * (b.pmi - a.pmi))
        .slice(0, 10);
    expect(found.likelier).toMatchObject(wanted(1));
    expect(found.unlikelier).toMatchObject(wanted(-1));
    expect(found.likelier).toHaveLength(10);
  });

  it("are without those of which a term was answered as 0: these are counted", () => {
    const found = of([
      { pmi: -8, conditional: 0, marginal: 0.01 },
      { pmi: -2, conditional: 0.01, marginal: 0.1 },
      { pmi: 13, conditional: 0.5, marginal: 0 },
      { pmi: 0, conditional: 0, marginal: 0 },
      { pmi: 1 },
    ]);
    expect(found).toMatchObject({ estimates: 5, clamped: 3 });
    expect([pmis(found.likelier), pmis(found.unlikelier)]).toEqual([[1], [-2]]);
  });

  it("have a pair that several rows give once, as the first of them", () => {
    const found = of([
      { id: "p", pmi: 1 },
      { id: "q", pmi: 2 },
      { id: "p", pmi: 1 },
    ]);
    expect(xs(found.likelier)).toEqual(["x1", "x0"]);
  });

  it("leave out what has no PMI and what is of another method", () => {
    expect(of([{}])).toMatchObject({ estimates: 0, likelier: [] });
    expect(of([{ pmi: 1 }], infonce)).toMatchObject({ estimates: 0, likelier: [] });
  });

  it.each([
    ["promptnce", true],
    ["promptnce:ungrounded", true],
    ["direct-pmi", true],
    ["gem", true],
    ["infonce", false],
    ["promptnce:none", false],
    ["gem:none+plain", false],
  ])("are of methods whose PMI has a sign: %s, %s", (id, sign) => {
    const method = { id, title: id };
    expect(new Extremes([method]).method).toEqual(sign ? method : undefined);
  });
});
