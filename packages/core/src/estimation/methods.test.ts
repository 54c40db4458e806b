import { describe, expect, it } from "vitest";
import { method, methodNames } from "./methods.ts";
import { plan } from "./plan.ts";
import type { Ask } from "../types.ts";

const context = { grounding: { examples: [], labels: [] }, marginal: new Map([["A", 0.5]]) };
const trial = { id: "1", x: { cue: "X" }, y: "A", candidates: ["A", "B"] };

function kinds(id: string): string[] {
  const { estimator } = method(id, context);
  return [...plan([{ task: "words", estimators: [estimator], trials: [trial] }])].map((q) => q.kind);
}

describe("method", () => {
  it("knows the five of the paper, with the marginals the paper gives them, and two of other questions", () => {
    expect(methodNames.map((name) => [name, kinds(name)])).toEqual([
      ["direct-pmi", ["pmi"]],
      ["direct-split", ["conditional", "grounded"]],
      ["infonce", ["closed"]],
      ["marginalnce", ["closed", "grounded"]],
      ["promptnce", ["open", "grounded"]],
      ["identify", ["identify"]],
      ["attenuated", ["grounded", "conditional", "closed", "open"]],
    ]);
  });

  it("takes another marginal behind a colon", () => {
    expect(kinds("promptnce:ungrounded")).toEqual(["open", "marginal"]);
    expect(kinds("promptnce:contrastive")).toEqual(["open", "base-rates"]);
    expect(kinds("promptnce:empirical")).toEqual(["open"]);
    expect(kinds("identify:grounded")).toEqual(["identify", "grounded", "grounded"]);
    expect(kinds("identify:contrastive")).toEqual(["identify", "base-rates"]);
    expect(kinds("direct-split:none")).toEqual(["conditional"]);
    expect(method("promptnce:empirical", context).title).toBe("PromptNCE (empirical)");
  });

  it("has one id for the method's own marginal, named or not", () => {
    expect(method("promptnce:grounded", context).id).toBe("promptnce");
    expect(method("infonce:none", context).id).toBe("infonce");
  });

  it.each([
    "prompt-nce",
    "promptnce:oracle",
    "direct-pmi:grounded",
    "identify:implied",
    "identify+digits",
    "constructor",
    "",
    "a:b:c",
    "direct-pmi+digits",
    "promptnce:none+digits",
  ])("refuses %j and names what there is", (id) => {
    expect(() => method(id, context)).toThrow(/name one of direct-pmi, direct-split/);
  });
});

describe("knowsNothing of a method", () => {
  const trials = [trial, { ...trial, x: { cue: "Z" } }];
  const ignorant = (id: string) => method(id, context).knowsNothing!;
  const of = (id: string, base?: number) => trials.map((each) => ignorant(id).estimator(each, () => base as never));
  const asked = (id: string) =>
    [...plan([{ task: "words", estimators: [ignorant(id).estimator], trials }])].map(({ kind }) => kind);

  it("estimates −log P(y) whatever x is, and asks for the base rate alone", () => {
    expect(of("promptnce:empirical")).toEqual(Array.from({ length: 2 }, () => ({ marginal: 0.5, pmi: Math.LN2 })));
    expect(of("promptnce", 0.25)[1]).toEqual({ marginal: 0.25, pmi: 2 * Math.LN2 });
    expect(asked("promptnce:ungrounded")).toEqual(["marginal"]);
  });

  it("estimates nothing where the base rate could not be elicited", () => {
    expect(of("promptnce")).toEqual([{}, {}]);
  });

  it("with an implied marginal takes the mean of the method's own conditionals, for which it asks", () => {
    expect(asked("promptnce:implied")).toEqual(["open", "open"]);
    const ask: Ask = (query) => (JSON.stringify(query).includes('"Z"') ? 0.1 : 0.3) as never;
    const { marginal, pmi } = ignorant("direct-split:implied").estimator(trial, ask, { trials, ask });
    expect([marginal, pmi]).toEqual([0.2, -Math.log(0.2)]);
  });

  it("is one for all methods with a marginal, but of each its own where it is implied", () => {
    const ids = ["promptnce", "marginalnce", "direct-split:ungrounded", "infonce:empirical", "promptnce:implied"];
    expect(ids.map((id) => ignorant(id).id)).toEqual([
      "nothing:grounded",
      "nothing:grounded",
      "nothing:ungrounded",
      "nothing:empirical",
      "nothing:implied/promptnce",
    ]);
    expect(ignorant("identify:empirical").id).toBe("nothing:empirical");
    for (const id of ["infonce", "direct-pmi", "identify", "gem"])
      expect(method(id, context).knowsNothing).toBeUndefined();
  });
});

it("a method is pooled where it looks at what is answered about other trials", () => {
  const ids = ["identify", "attenuated", "infonce:implied", "direct-split:contrastive", "promptnce+digits"];
  expect(ids.map((id) => method(id, context).pooled)).toEqual(ids.map(() => true));
  const others = ["direct-pmi", "promptnce", "infonce", "marginalnce:empirical", "promptnce:counted", "gem"];
  expect(others.map((id) => method(id, context).pooled)).toEqual(others.map(() => undefined));
});
