import { limits } from "@promptnce/core";
import type { MethodSummary } from "./method-summary.ts";

/** Above these a number is worth a word. */
const MUCH_UNREADABLE = 0.05;
const FEW_PAIRS = 30;

/** What of a run its limits and the next steps depend on. */
export interface StepFacts {
  /** Whether no model answered. */
  readonly simulated: boolean;
  /** Whether people's answers were counted. */
  readonly counted: boolean;
  /** Labels in a candidate set; absent where nobody knows. */
  readonly k?: number;
  readonly labels: number;
  /** Of the sums of masses in replies, where they are at hand: the least, the quartiles and the greatest. */
  readonly sums?: readonly number[] | undefined;
}

/** What limits the results, said from their estimates alone: a sentence each, with the methods that it is said of. */
export function limitTexts({ k, labels, sums }: StepFacts, methods: readonly MethodSummary[]): string[] {
  const size = k === undefined ? {} : { k, labels };
  const found = methods.flatMap(({ method: { id, title }, estimates, doubtful, ...coherence }) => {
    const elicited = !/:(empirical|implied|counted|none)$/.test(id);
    const open = coherence.meanOther !== undefined;
    const all = limits({ ...coherence, ...size, elicited, open, doubtful: doubtful / estimates, sums });
    return all.map((text) => ({ title, text }));
  });
  const byText = Map.groupBy(found, ({ text }) => text);
  return Array.from(byText, ([text, of]) => `${of.map(({ title }) => title).join(", ")}: ${text}.`);
}

/** What to try next, from what the numbers say: rules, no oracle; at least one. */
export function nextSteps(facts: StepFacts, methods: readonly MethodSummary[]): string[] {
  const steps = [
    facts.simulated &&
      "These numbers are a rehearsal and say nothing about the data: name a model (--provider, --model), first with --dry-run.",
    ...methods.flatMap((one) => stepsOf(one, facts).map((step) => `${one.method.title}: ${step}.`)),
    !facts.counted && "Give counts from people for some pairs (--count COLUMN) to learn how well the estimates rank.",
  ].filter((step) => step !== false);
  return steps.length > 0 ? steps : ["Nothing in these numbers asks for another run."];
}

/** What to try of one of the methods. */
function stepsOf(summary: MethodSummary, { counted }: StepFacts): string[] {
  const { estimates, unreadable, shown, scores } = summary;
  const { pairs = 0, rho = Number.NaN, rhoError = Number.NaN } = scores ?? {};
  return [
    unreadable > MUCH_UNREADABLE * estimates &&
      "much could not be read; look at the replies in the store, and try another model or a smaller --k",
    counted &&
      shown > 0 &&
      shown === estimates &&
      "every pair was shown in a prompt, so that none is left to score; have people answer about more",
    scores !== undefined &&
      pairs < FEW_PAIRS &&
      `its rho rests on ${pairs} pairs, too few to tell methods or models apart; have people answer about more`,
    pairs >= FEW_PAIRS &&
      rho < -2 * rhoError &&
      "it ranks against people, high where theirs is low; see whether the counts, the labels and the task's wording mean what they should",
    pairs >= FEW_PAIRS &&
      rho >= -2 * rhoError &&
      rho < 2 * rhoError &&
      "its ranking cannot be told from one that knows nothing of people's; look at the pairs it gets most wrong, and try another model or wording",
  ].filter((step) => step !== false);
}
