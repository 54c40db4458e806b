import { decidedBy } from "./decided-by.ts";
import type { MethodSummary } from "./method-summary.ts";

/** Above these a number is worth a word. */
const MUCH_UNREADABLE = 0.05;
const MUCH_OTHER = 0.5;
const LITTLE_OTHER = 0.02;
const FEW_PAIRS = 30;

/** What of a run the next steps depend on. */
export interface StepFacts {
  /** Whether no model answered. */
  readonly simulated: boolean;
  /** Whether people's answers were counted. */
  readonly counted: boolean;
  readonly k: number;
  readonly labels: number;
}

/** What to try next, from what the numbers say: rules, no oracle; at least one. */
export function nextSteps(facts: StepFacts, methods: readonly MethodSummary[]): string[] {
  const { simulated, counted, k, labels } = facts;
  const partial = k < labels;
  const steps: string[] = [];
  if (simulated) {
    steps.push(
      "These numbers are a rehearsal and say nothing about the data: name a model (--provider, --model), first with --dry-run.",
    );
  }
  for (const summary of methods) {
    const { method, estimates, unreadable, shown, meanOther, scores } = summary;
    const { title } = method;
    const unread = unreadable > MUCH_UNREADABLE * estimates;
    if (unread) {
      steps.push(
        `${title}: much could not be read; look at the replies in the store, and try another model or a smaller --k.`,
      );
    }
    if (counted && shown > 0 && shown === estimates) {
      steps.push(
        `${title}: every pair was shown in a prompt, so that none is left to score; have people answer about more.`,
      );
    }
    if (scores !== undefined && scores.pairs < FEW_PAIRS) {
      steps.push(
        `${title}: its rho rests on ${scores.pairs} pairs, too few to tell methods or models apart; have people answer about more.`,
      );
    } else if (scores !== undefined && scores.rho < -2 * scores.rhoError) {
      steps.push(
        `${title}: it ranks against people, high where theirs is low; see whether the counts, the labels and the task's wording mean what they should.`,
      );
    } else if (scores !== undefined && scores.rho < 2 * scores.rhoError) {
      steps.push(
        `${title}: its ranking cannot be told from one that knows nothing of people's; look at the pairs it gets most wrong, and try another model or wording.`,
      );
    }
    // Less in a prompt was advised above, where much is unreadable.
    if (!unread && partial && meanOther !== undefined && meanOther > MUCH_OTHER) {
      steps.push(
        `${title}: most mass is outside the candidate sets; a larger --k (now ${k} of ${labels}) puts more of it on labels.`,
      );
    }
    if (partial && meanOther !== undefined && meanOther < LITTLE_OTHER) {
      steps.push(
        `${title}: hardly any mass is left for the ${labels - k === 1 ? "one label" : `${labels - k} labels`} outside a set, so the model may not understand OTHER; compare with --method direct-split.`,
      );
    }
    const by = decidedBy(summary);
    if ((by === "base rates" || by === "both") && !method.id.endsWith(":empirical")) {
      const empirical = `--method ${method.id.split(":")[0]}:empirical`;
      const instead = counted
        ? `${empirical} takes those that the rows count`
        : `counts from people (--count) would replace them (${empirical})`;
      const asked = methods.some((other) => `--method ${other.method.id}` === empirical);
      steps.push(
        `${title}: trust comparisons of inputs for one label more than of labels for one input, which rest on the elicited base rates${asked ? "" : `; ${instead}`}.`,
      );
    }
  }
  if (!counted) {
    steps.push("Give counts from people for some pairs (--count COLUMN) to learn how well the estimates rank.");
  }
  if (steps.length === 0) steps.push("Nothing in these numbers asks for another run.");
  return steps;
}
