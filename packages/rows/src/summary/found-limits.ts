import { type Limit, limits, limitText } from "@promptnce/core/coherence";
import { describeMethod } from "@promptnce/core/methods";
import type { MethodSummary } from "./method-summary.ts";

/** The facts of a run that its limits and the next steps depend on. */
export interface StepFacts {
  /** Whether the simulated respondent or server answered instead of a model. */
  readonly simulated: boolean;
  /** Whether the rows have people's counts. */
  readonly counted: boolean;
  /** Whether masses were recorded, so that nothing is asked, and no other K or model can be. */
  readonly recorded?: boolean;
  /** The number of labels in a candidate set; absent if unknown. */
  readonly k?: number;
  readonly labels: number;
  /** The minimum, quartiles and maximum of the sums of masses in replies; absent if unknown. */
  readonly sums?: readonly number[] | undefined;
  /** Whether only the first rows or inputs were asked about, which are no fair sample of all. */
  readonly isPart?: boolean;
}

/** A limit and the titles of the methods that it applies to. */
export interface FoundLimit {
  readonly methods: readonly string[];
  readonly limit: Limit;
}

/** If more of the estimates are missing, those that are there may be the easy ones. */
const MANY_MISSING = 0.2;

/**
 * What limits the results, judged from the estimates, and people's numbers where they are known.
 *
 * @example
 * const method = { id: "promptnce", title: "PromptNCE" };
 * const counts = { estimates: 10, unreadable: 0, doubtful: 0, shown: 0, belowClamp: 0 };
 * const facts = { simulated: false, counted: true, k: 5, labels: 500 };
 * const [{ limit }] = foundLimits(facts, [{ method, ...counts, meanOther: 0.7 }]);
 * limit.found; // → "OTHER gets 70.0 % of the probability on average, with 5 of 500 labels listed"
 */
export function foundLimits(
  { k, labels, sums, isPart = false, recorded = false }: StepFacts,
  methods: readonly MethodSummary[],
): FoundLimit[] {
  const size = k === undefined || recorded ? {} : { k, labels };
  const found = methods.flatMap(({ method: { id, title }, estimates, doubtful, ...summary }) => {
    const elicited = describeMethod(id)?.marginal?.isElicited ?? false;
    const all = limits({
      ...summary,
      ...size,
      elicited,
      doubtful: doubtful / estimates,
      sums,
      isUnfair: isPart || summary.unreadable > MANY_MISSING * estimates,
    });
    return all.map((limit) => ({ title, limit }));
  });
  const byText = Map.groupBy(found, ({ limit }) => limitText(limit));
  return Array.from(byText.values(), (same) => ({
    methods: same.map(({ title }) => title),
    limit: same[0]!.limit,
  }));
}

/**
 * A limit with its methods as a sentence.
 *
 * @example
 * const limit = { found: "R̂ = 13", threshold: "more than 1", advice: "compare base rates" };
 * foundLimitText({ methods: ["PromptNCE"], limit });
 * // → "PromptNCE: R̂ = 13 (more than 1); compare base rates."
 */
export function foundLimitText({ methods, limit }: FoundLimit): string {
  return `${methods.join("; ")}: ${limitText(limit)}.`;
}

/**
 * The limits of {@link foundLimits} as sentences.
 *
 * @example
 * const method = { id: "promptnce", title: "PromptNCE" };
 * const counts = { estimates: 10, unreadable: 0, doubtful: 0, shown: 0, belowClamp: 0 };
 * const facts = { simulated: false, counted: true, k: 5, labels: 500 };
 * const [text] = limitTexts(facts, [{ method, ...counts, meanOther: 0.7 }]);
 * text.startsWith("PromptNCE: OTHER gets 70.0 % of the probability on average"); // → true
 */
export function limitTexts(facts: StepFacts, methods: readonly MethodSummary[]): string[] {
  return foundLimits(facts, methods).map(foundLimitText);
}
