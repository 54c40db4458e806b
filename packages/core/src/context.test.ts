import { describe, expect, it } from "vitest";
import { byContext, contextKey, inContext, marginalsOf } from "./context.ts";
import { questionKey, questionOf } from "./estimation/question.ts";
import { counted } from "./terms/counted.ts";
import { implied } from "./terms/implied.ts";
import { method } from "./methods/methods.ts";
import { empirical, grounded, open, ungrounded } from "./terms/terms.ts";
import type { Answer, Ask, Context, Query, Trial } from "./types.ts";

const [big, often] = [{ question: "How big?" }, { question: "How often?" }];

function trial(context: Context, group: string, y: string): Trial {
  return {
    id: `${context["question"]} ${group} ${y}`,
    x: { ...context, group },
    y,
    context,
    candidates: ["A", "B"],
  };
}

/** Two groups answer A and B in two contexts; A is common in one and rare in the other. */
const trials = [big, often].flatMap((context) =>
  ["men", "women"].flatMap((group) => ["A", "B"].map((y) => trial(context, group, y))),
);
const massOfA: Readonly<Record<string, number>> = {
  "How big? men": 0.8,
  "How big? women": 0.6,
  "How often? men": 0.1,
  "How often? women": 0.3,
};
const answer = (query: Query): Answer | undefined => {
  if (query.kind !== "open") return query.kind === "marginal" ? 0.4 : undefined;
  const mass = massOfA[`${query.x["question"]} ${query.x["group"]}`]!;
  return { labels: ["A", "B"], masses: [mass, 1 - mass], other: 0 };
};
const ask = answer as Ask;
const group = { trials, ask };

describe("contexts", () => {
  it("are told apart by their texts, whatever the order of the fields", () => {
    expect(contextKey({ a: "1", b: "2" })).toBe(contextKey({ b: "2", a: "1" }));
    expect(contextKey(big)).not.toBe(contextKey(often));
    expect(contextKey(undefined)).toBe("");
  });

  it("have the items that name them, in order, and an unknown one has none", () => {
    const of = byContext(trials);
    expect(of({ question: "How big?" })).toEqual(trials.slice(0, 4));
    expect(of({ question: "How far?" })).toEqual([]);
    const one = [{ id: 1, context: undefined }];
    expect(byContext(one)(undefined)).toEqual(one);
  });

  it("have base rates of their own in a dataset that tells them", () => {
    const [marginal, ofBig] = [new Map([["A", 0.3]]), new Map([["A", 0.7]])];
    expect(inContext(marginalsOf({ marginal }), undefined)).toBe(marginal);
    const several = marginalsOf({
      marginal,
      marginalIn: ({ question }) => (question === "How big?" ? ofBig : marginal),
    });
    expect(inContext(several, big)).toBe(ofBig);
    expect(inContext(several, undefined)).toBe(marginal);
  });

  it("are part of a base-rate question and of its key, and of no other", () => {
    const asked: Query[] = [];
    const record = ((query: Query) => void asked.push(query)) as unknown as Ask;
    const grounding = (context: Context | undefined) => ({
      examples: [],
      labels: [context!["question"]!],
    });
    for (const term of [ungrounded, grounded(grounding), open]) {
      term(trials[0]!, record);
    }
    expect(asked).toEqual([
      { kind: "marginal", y: "A", context: big },
      {
        kind: "grounded",
        y: "A",
        context: big,
        grounding: { examples: [], labels: ["How big?"] },
      },
      { kind: "open", x: { question: "How big?", group: "men" }, candidates: ["A", "B"] },
    ]);
    const keyIn = (context?: Context) =>
      questionKey(questionOf({ kind: "marginal", y: "A", ...(context && { context }) }, "survey"));
    expect(new Set([keyIn(), keyIn(big), keyIn(often)]).size).toBe(3);
    expect(keyIn()).toBe('{"kind":"marginal","sample":0,"task":"survey","y":"A"}');
  });

  it("have each the mean of its own conditionals as implied base rate", () => {
    const rates = trials.map((one) => implied(open)(one, ask, group));
    const expected = [0.7, 0.3, 0.7, 0.3, 0.2, 0.8, 0.2, 0.8];
    expect(rates.map((rate) => Math.round(1e9 * rate!) / 1e9)).toEqual(expected);
  });

  it("have each their counted base rates, from which methods make PMI given the context", () => {
    const marginal = (context: Context | undefined) =>
      new Map(context === big ? [["A", 0.7]] : [["A", 0.2]]);
    expect(empirical(marginal)(trials[0]!, ask)).toBe(0.7);
    expect(empirical(marginal)(trials[4]!, ask)).toBe(0.2);
    const none = { examples: [], labels: [] };
    const { estimator } = method("promptnce:empirical", { grounding: none, marginal });
    expect(estimator(trials[0]!, ask).pmi).toBeCloseTo(Math.log(0.8 / 0.7), 12);
    expect(estimator(trials[4]!, ask).pmi).toBeCloseTo(Math.log(0.1 / 0.2), 12);
  });

  it("draw rates towards the counts of their own", () => {
    const counts = (context: Context | undefined) => ({
      counts: new Map(context === big ? [["A", 90]] : [["A", 10]]),
      total: 100,
      asked: ["A", "B"],
    });
    const rate = counted(counts, ungrounded);
    for (const together of [group, undefined]) {
      expect(rate(trials[0]!, ask, together)).toBeGreaterThan(0.6);
      expect(rate(trials[4]!, ask, together)).toBeLessThan(0.3);
    }
  });
});
