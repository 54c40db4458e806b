import { describe, expect, it } from "vitest";
import {
  closed,
  direct,
  directWith,
  empirical,
  grounded,
  massOf,
  none,
  open,
  split,
  summed,
  ungrounded,
} from "./terms.ts";
import { directPmi } from "../methods/direct-pmi.ts";
import type { Ask, Query, Trial } from "../types.ts";

const trial: Trial = {
  id: "SHOVE→OTHER",
  x: { cue: "SHOVE" },
  y: "OTHER",
  candidates: ["PUSH", "OTHER"],
};
const grounding = { examples: [], labels: [] };

const answers: { readonly [K in Query["kind"]]?: unknown } = {
  pmi: 3,
  conditional: 0.4,
  closed: { labels: ["PUSH", "OTHER"], masses: [0.75, 0.25] },
  open: { labels: ["PUSH", "OTHER"], masses: [0.5, 0.125], other: 0.375 },
  marginal: 0.05,
  grounded: 0.02,
};
const ask = ((query: Query) => answers[query.kind]) as Ask;
const silent: Ask = () => undefined;

describe("the five methods", () => {
  it("Direct-PMI takes the number as it is", () => {
    expect(directPmi(trial, ask)).toEqual({ pmi: 3 });
  });

  it("Direct-Split subtracts the grounded marginal from the direct conditional", () => {
    const estimate = split(direct, grounded(grounding))(trial, ask);
    expect(estimate).toEqual({
      conditional: 0.4,
      marginal: 0.02,
      pmi: Math.log(0.4) - Math.log(0.02),
    });
  });

  it("InfoNCE is the logarithm of the closed-set mass, with no marginal", () => {
    expect(split(closed, none)(trial, ask)).toEqual({ conditional: 0.25, pmi: Math.log(0.25) });
  });

  it("MarginalNCE subtracts the grounded marginal from it", () => {
    const { pmi } = split(closed, grounded(grounding))(trial, ask);
    expect(pmi).toBe(Math.log(0.25) - Math.log(0.02));
  });

  it("PromptNCE takes the mass of y beside OTHER, also where y is spelled OTHER", () => {
    const estimate = split(open, grounded(grounding))(trial, ask);
    expect(estimate.conditional).toBe(0.125);
    expect(estimate.pmi).toBe(Math.log(0.125) - Math.log(0.02));
  });

  it("take the model's own marginal or the counted one instead", () => {
    expect(split(open, ungrounded)(trial, ask).marginal).toBe(0.05);
    expect(split(open, empirical(new Map([["OTHER", 0.2]])))(trial, ask).marginal).toBe(0.2);
  });
});

describe("a label that a term knows nothing of", () => {
  it("is refused where it is not in the candidate set", () => {
    const outside = { ...trial, y: "PULL" };
    for (const term of [closed, open]) {
      expect(() => split(term, none)(outside, ask)).toThrow(
        'the label "PULL" of trial SHOVE→OTHER is not among its candidates',
      );
    }
  });

  it("has no PMI where it has no counted share", () => {
    const counted = empirical(new Map([["PUSH", 1]]));
    expect(split(direct, counted)(trial, ask)).toEqual({ conditional: 0.4 });
  });
});

describe("directWith", () => {
  it("asks the same pair in another way, which is another question", () => {
    const asked: Query[] = [];
    const record: Ask = (query) => {
      asked.push(query);
      return undefined;
    };
    const { x, y } = trial;
    split(directWith({ name: "log-scale-prior" }), none)(trial, record);
    expect(asked).toEqual([
      { kind: "conditional", x, y, intervention: { name: "log-scale-prior" } },
    ]);
  });
});

describe("split", () => {
  it("keeps the term that was read when the other was not", () => {
    const onlyMarginal: Ask = (query) => (query.kind === "grounded" ? ask(query) : undefined);
    expect(split(open, grounded(grounding))(trial, onlyMarginal)).toEqual({ marginal: 0.02 });
    expect(split(open, grounded(grounding))(trial, silent)).toEqual({});
    expect(directPmi(trial, silent)).toEqual({});
  });

  it("asks for both terms before it looks at either", () => {
    const asked: string[] = [];
    split(closed, ungrounded)(trial, (query) => {
      asked.push(query.kind);
      return undefined;
    });
    expect(asked).toEqual(["closed", "marginal"]);
  });

  it("clamps a reported zero in the logarithm and reports it as zero", () => {
    const zero = ((query: Query) => (query.kind === "conditional" ? 0 : 0.5)) as Ask;
    const estimate = split(direct, ungrounded)(trial, zero);
    expect(estimate.conditional).toBe(0);
    expect(estimate.pmi).toBe(Math.log(1e-6) - Math.log(0.5));
  });
});

it("keeps the label OTHER apart from the category OTHER", () => {
  const pmf = { labels: ["OTHER", "CONSTRUCTOR"], masses: [0.1, 0.2], other: 0.7 };
  expect(massOf(pmf, "OTHER")).toBe(0.1);
  expect(massOf(pmf, "CONSTRUCTOR")).toBe(0.2);
});

it("has no mass for a label that is not listed, whatever an object would inherit", () => {
  const pmf = { labels: ["WATER"], masses: [0.3], other: 0.7 };
  expect(massOf(pmf, "OTHER")).toBeUndefined();
  expect(massOf(pmf, "constructor")).toBeUndefined();
});

describe("a term summed over near-synonyms", () => {
  const both = (y: string) => (y === "PUSH" || y === "OTHER" ? ["PUSH", "OTHER"] : [y]);

  it("is the mass of all of them in one set, the same for each of them", () => {
    expect(summed(open, both)(trial, ask)).toBe(0.625);
    expect(summed(open, both)({ ...trial, y: "PUSH" }, ask)).toBe(0.625);
  });

  it("asks about each of them where they are asked apart, and is one at most", () => {
    const asked: string[] = [];
    const askBaseRate = ({ y }: { y: string }) => {
      asked.push(y);
      return 0.7;
    };
    const rate = summed(ungrounded, both)(trial, askBaseRate as unknown as Ask);
    expect([asked, rate]).toEqual([["PUSH", "OTHER"], 1]);
  });

  it("is the term itself of a label without any, and absent where one cannot be elicited", () => {
    expect(summed(open, (y) => [y])(trial, ask)).toBe(open(trial, ask));
    expect(summed(open, both)(trial, silent)).toBeUndefined();
  });
});
