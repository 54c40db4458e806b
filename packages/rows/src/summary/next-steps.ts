import { decidedBy, type MethodSummary } from "./method-summary.ts";

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
  const steps = [
    facts.simulated &&
      "These numbers are a rehearsal and say nothing about the data: name a model (--provider, --model), first with --dry-run.",
    ...methods.flatMap((one) => stepsOf(one, methods, facts).map((step) => `${one.method.title}: ${step}.`)),
    !facts.counted && "Give counts from people for some pairs (--count COLUMN) to learn how well the estimates rank.",
  ].filter((step) => step !== false);
  return steps.length > 0 ? steps : ["Nothing in these numbers asks for another run."];
}

/** What to try of one of the methods. */
function stepsOf(
  summary: MethodSummary,
  methods: readonly MethodSummary[],
  { counted, k, labels }: StepFacts,
): string[] {
  const { method, estimates, unreadable, doubtful, shown, meanOther = Number.NaN, scores } = summary;
  const { pairs = 0, rho = Number.NaN, rhoError = Number.NaN } = scores ?? {};
  const isUnread = unreadable > MUCH_UNREADABLE * estimates;
  const by = decidedBy(summary);
  const empirical = `${method.id.split(":")[0]}:empirical`;
  const instead = counted
    ? `; --method ${empirical} takes those that the rows count`
    : `; counts from people (--count) would replace them (--method ${empirical})`;
  return [
    isUnread && "much could not be read; look at the replies in the store, and try another model or a smaller --k",
    doubtful > MUCH_UNREADABLE * estimates &&
      "much rests on masses that sum far from one, which are no distribution; try another model, or --method direct-split, which asks for one number",
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
    // Less in a prompt was advised above, where much is unreadable.
    !isUnread &&
      k < labels &&
      meanOther > MUCH_OTHER &&
      `most mass is outside the candidate sets; a larger --k (now ${k} of ${labels}) puts more of it on labels`,
    k < labels &&
      meanOther < LITTLE_OTHER &&
      `hardly any mass is left for the ${labels - k === 1 ? "one label" : `${labels - k} labels`} outside a set, so the model may not understand OTHER; compare with --method direct-split`,
    (by === "base rates" || by === "both") &&
      !method.id.endsWith(":empirical") &&
      `trust comparisons of inputs for one label more than of labels for one input, which rest on the elicited base rates${methods.some(({ method: { id } }) => id === empirical) ? "" : instead}`,
  ].filter((step) => step !== false);
}
