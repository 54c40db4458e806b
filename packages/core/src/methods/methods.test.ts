import { describe, expect, it } from "vitest";
import { addMethodFamily, method, methodFamilies } from "./methods.ts";
import { closedConditional } from "../terms/conditionals.ts";
import { splitFamily } from "./split-family.ts";
import { plan } from "../estimation/plan.ts";
import type { Ask } from "../types.ts";

const context = { grounding: { examples: [], labels: [] }, marginal: new Map([["A", 0.5]]) };
const trial = { id: "1", x: { cue: "X" }, y: "A", candidates: ["A", "B"] };

function kinds(id: string): string[] {
  const { estimator } = method(id, context);
  return [...plan([{ task: "words", estimators: [estimator], trials: [trial] }])].map(
    (q) => q.kind,
  );
}

describe("method", () => {
  it("knows the five of the paper, with the marginals the paper gives them, and GEM", () => {
    const names = methodFamilies.map(({ name }) => name);
    expect(names.map((name) => [name, kinds(name)])).toEqual([
      ["direct-pmi", ["pmi"]],
      ["direct-split", ["conditional", "grounded"]],
      ["infonce", ["closed"]],
      ["marginalnce", ["closed", "grounded"]],
      ["promptnce", ["open", "grounded"]],
      ["gem", ["likelihood", "likelihood"]],
    ]);
  });

  it("says which kinds of question it asks, as planning finds them", () => {
    const ids = ["direct-pmi", "direct-split", "infonce", "promptnce:ungrounded", "gem"];
    for (const id of [...ids, "marginalnce:empirical", "promptnce:implied", "promptnce:counted"])
      expect(new Set(method(id, context).asks)).toEqual(new Set(kinds(id)));
  });

  it("takes another marginal behind a colon", () => {
    expect(kinds("promptnce:ungrounded")).toEqual(["open", "marginal"]);
    expect(kinds("promptnce:empirical")).toEqual(["open"]);
    expect(kinds("direct-split:none")).toEqual(["conditional"]);
    expect(method("promptnce:empirical", context).title).toBe("PromptNCE (empirical)");
    expect(method("promptnce:none", context).title).toBe("PromptNCE (no marginal)");
  });

  it("has its parts as data", () => {
    expect(method("promptnce:empirical", context)).toMatchObject({
      conditional: { name: "open", answers: "set", asks: ["open"] },
      marginal: { name: "empirical", isElicited: false, asks: [] },
      needs: { people: true },
    });
    expect(method("gem", context).needs).toEqual({ scores: true });
    expect(method("infonce", context).marginal).toBeUndefined();
    expect(method("direct-pmi", context).conditional).toBeUndefined();
  });

  it("has one more by a family that is added, with its marginals, title and baseline made of its parts", () => {
    const toy = {
      name: "toy",
      title: "Toy",
      conditional: closedConditional,
      usual: "none",
    } as const;
    const remove = addMethodFamily(splitFamily(toy));
    try {
      expect(() => addMethodFamily(splitFamily(toy))).toThrow("there is a method toy already");
      expect(kinds("toy:ungrounded")).toEqual(["closed", "marginal"]);
      expect(method("toy:ungrounded", context)).toMatchObject({
        title: "Toy (ungrounded)",
        baseline: { id: "baseline:ungrounded", title: "Baseline (ungrounded)" },
      });
    } finally {
      remove();
    }
    expect(() => kinds("toy")).toThrow('there is no method "toy"');
  });

  it("has one id for the method's own marginal, named or not", () => {
    expect(method("promptnce:grounded", context).id).toBe("promptnce");
    expect(method("infonce:none", context).id).toBe("infonce");
  });

  it.each([
    "prompt-nce",
    "promptnce:oracle",
    "promptnce:contrastive",
    "direct-pmi:grounded",
    "constructor",
    "",
    "a:b:c",
    "promptnce+digits",
    "attenuated",
  ])("refuses %j and names what there is", (id) => {
    expect(() => method(id, context)).toThrow(/name one of direct-pmi, direct-split\[:MARGINAL\]/);
  });
});

describe("the baseline of a method", () => {
  const trials = [trial, { ...trial, x: { cue: "Z" } }];
  const baselineOf = (id: string) => method(id, context).baseline!;
  const of = (id: string, base?: number) =>
    trials.map((each) => baselineOf(id).estimator(each, () => base as never));
  const asked = (id: string) =>
    [...plan([{ task: "words", estimators: [baselineOf(id).estimator], trials }])].map(
      ({ kind }) => kind,
    );

  it("estimates −log P(y) whatever x is, and asks for the base rate alone", () => {
    expect(of("promptnce:empirical")).toEqual(
      Array.from({ length: 2 }, () => ({ marginal: 0.5, pmi: Math.LN2 })),
    );
    expect(of("promptnce", 0.25)[1]).toEqual({ marginal: 0.25, pmi: 2 * Math.LN2 });
    expect(asked("promptnce:ungrounded")).toEqual(["marginal"]);
  });

  it("estimates nothing where the base rate could not be elicited", () => {
    expect(of("promptnce")).toEqual([{}, {}]);
  });

  it("with an implied marginal takes the mean of the method's own conditionals, for which it asks", () => {
    expect(asked("promptnce:implied")).toEqual(["open", "open"]);
    const ask: Ask = (query) => (JSON.stringify(query).includes('"Z"') ? 0.1 : 0.3) as never;
    const { marginal, pmi } = baselineOf("direct-split:implied").estimator(trial, ask, {
      trials,
      ask,
    });
    expect([marginal, pmi]).toEqual([0.2, -Math.log(0.2)]);
  });

  it("is one for all methods with a marginal, but of each its own where it is implied", () => {
    const ids = [
      "promptnce",
      "marginalnce",
      "direct-split:ungrounded",
      "infonce:empirical",
      "promptnce:implied",
    ];
    expect(ids.map((id) => baselineOf(id).id)).toEqual([
      "baseline:grounded",
      "baseline:grounded",
      "baseline:ungrounded",
      "baseline:empirical",
      "baseline:implied/open",
    ]);
    for (const id of ["infonce", "direct-pmi", "gem"])
      expect(method(id, context).baseline).toBeUndefined();
  });
});

it("a method needs all answers where its base rate is the mean over all trials", () => {
  expect(method("infonce:implied", context).needs.allAnswers).toBe(true);
  const others = ["direct-pmi", "promptnce", "infonce", "marginalnce:empirical", "gem"];
  for (const id of [...others, "promptnce:counted"])
    expect(method(id, context).needs.allAnswers).toBeUndefined();
});

it.each([
  ["promptnce:empircal", "promptnce:empirical"],
  ["Direct-Split", "direct-split"],
  ["prompnce:implied", "promptnce:implied"],
])("a method that is none, %s, is answered with the one that was meant", (id, meant) => {
  const context = { grounding: { examples: [], labels: [] }, marginal: new Map() };
  expect(() => method(id, context)).toThrow(
    `"${id}": did you mean ${meant}? Otherwise name one of`,
  );
});
