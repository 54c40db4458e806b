import { describe, expect, it } from "vitest";
import { knowsNothing, method, methodNames } from "./methods.ts";
import { plan } from "./plan.ts";

const context = { grounding: { examples: [], labels: [] }, marginal: new Map([["A", 0.5]]) };
const trial = { id: "1", x: { cue: "X" }, y: "A", candidates: ["A", "B"] };

function kinds(id: string): string[] {
  const { estimator } = method(id, context);
  return [...plan([{ task: "words", estimators: [estimator], trials: [trial] }])].map((q) => q.kind);
}

describe("method", () => {
  it("knows the five of the paper, with the marginals the paper gives them", () => {
    expect(methodNames.map((name) => [name, kinds(name)])).toEqual([
      ["direct-pmi", ["pmi"]],
      ["direct-split", ["conditional", "grounded"]],
      ["infonce", ["closed"]],
      ["marginalnce", ["closed", "grounded"]],
      ["promptnce", ["open", "grounded"]],
    ]);
  });

  it("takes another marginal behind a colon", () => {
    expect(kinds("promptnce:ungrounded")).toEqual(["open", "marginal"]);
    expect(kinds("promptnce:empirical")).toEqual(["open"]);
    expect(kinds("direct-split:none")).toEqual(["conditional"]);
    expect(method("promptnce:empirical", context).title).toBe("PromptNCE (empirical)");
  });

  it("has one id for the method's own marginal, named or not", () => {
    expect(method("promptnce:grounded", context).id).toBe("promptnce");
    expect(method("infonce:none", context).id).toBe("infonce");
  });

  it.each(["prompt-nce", "promptnce:oracle", "direct-pmi:grounded", "constructor", "", "a:b:c"])(
    "refuses %j and names what there is",
    (id) => {
      expect(() => method(id, context)).toThrow(/name one of direct-pmi, direct-split/);
    },
  );
});

describe("knowsNothing", () => {
  const trials = [trial, { ...trial, x: { cue: "Z" } }];
  const of = (marginal: "grounded" | "ungrounded" | "empirical", base?: number) => {
    const { estimator } = knowsNothing(marginal, context);
    return trials.map((each) => estimator(each, () => base as never));
  };

  it("estimates −log P(y) whatever x is, and asks for the base rate alone", () => {
    expect(of("empirical")).toEqual(Array.from({ length: 2 }, () => ({ marginal: 0.5, pmi: Math.LN2 })));
    expect(of("grounded", 0.25)[1]).toEqual({ marginal: 0.25, pmi: 2 * Math.LN2 });
    const { id, estimator } = knowsNothing("ungrounded", context);
    expect([id, [...plan([{ task: "words", estimators: [estimator], trials }])].map((q) => q.kind)]).toEqual([
      "nothing:ungrounded",
      ["marginal"],
    ]);
  });

  it("estimates nothing where the base rate could not be elicited", () => {
    expect(of("grounded")).toEqual([{}, {}]);
  });

  it("is the reference of the methods that say they take that marginal", () => {
    const marginals = ["promptnce", "direct-split:ungrounded", "infonce:empirical", "infonce", "direct-pmi", "gem"];
    expect(marginals.map((id) => method(id, context).marginal)).toEqual([
      "grounded",
      "ungrounded",
      "empirical",
      undefined,
      undefined,
      undefined,
    ]);
  });
});
