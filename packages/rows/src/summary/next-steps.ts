import { FEWEST_UNITS } from "@promptnce/core/repeats";
import { describeMethod } from "@promptnce/core/methods";
import { asProperty, type WriteOption } from "@promptnce/core/errors";
import { showsCandidateSets } from "../survey/shows-candidate-sets.ts";
import { foundLimits, type StepFacts } from "./found-limits.ts";
import type { NamedMethod } from "./extremes.ts";
import type { MethodSummary } from "./method-summary.ts";

/** The share of unreadable estimates, and the number of pairs, from which a step is advised. */
const MUCH_UNREADABLE = 0.05;
const FEW_PAIRS = 30;

/**
 * What to try next, by simple rules on the numbers: one sentence or more. `write` formats the names
 * of options; by default as a program sets them.
 */
export function nextSteps(
  facts: StepFacts,
  methods: readonly MethodSummary[],
  write: WriteOption = asProperty,
): string[] {
  const steps = [
    facts.simulated &&
      `These numbers are a rehearsal and say nothing about the data: name a model (${write("provider")}, ${write("model")}), first with ${write("dryRun")}.`,
    ...methods.flatMap((one) =>
      stepsOf(one, facts, write).map((step) => `${one.method.title}: ${step}.`),
    ),
    !facts.counted &&
      `Give counts from people for some pairs (${write("columns.count", "COLUMN")}) to learn how well the estimates rank.`,
  ].filter((step) => step !== false);
  if (steps.length > 0) return steps;
  return foundLimits(facts, methods).length > 0
    ? ["Follow the advice given with each limit above."]
    : ["Nothing in these numbers asks for another run."];
}

/** The steps to try for one method. */
function stepsOf(summary: MethodSummary, { counted }: StepFacts, write: WriteOption): string[] {
  const { estimates, unreadable, failed = 0, shown, scores } = summary;
  const { pairs = 0, rho, interval = { low: Number.NaN, high: Number.NaN } } = scores ?? {};
  return [
    failed > 0 &&
      `${failed} of its ${estimates} estimates are missing since requests failed; ask those once more (${write("retryFailed")})`,
    unreadable - failed > MUCH_UNREADABLE * estimates && unreadableStep(summary.method, write),
    counted &&
      shown > 0 &&
      shown === estimates &&
      "every pair was shown in a prompt, so that none is left to score; have people answer about more",
    counted &&
      scores === undefined &&
      shown < estimates &&
      unreadable <= MUCH_UNREADABLE * estimates &&
      "fewer than three of its pairs can be scored; have people answer about more",
    rho !== undefined &&
      Number.isNaN(rho) &&
      "its estimates are all the same, or people's PMI is, so that there is nothing to rank; look at the replies and at the counts",
    scores !== undefined &&
      !Number.isNaN(rho) &&
      pairs < FEW_PAIRS &&
      `its rho rests on ${pairs} pairs, too few to tell methods or models apart; have people answer about more`,
    pairs >= FEW_PAIRS &&
      interval.high < 0 &&
      "it ranks against people, high where theirs is low; see whether the counts, the labels and the task's wording mean what they should",
    pairs >= FEW_PAIRS &&
      !Number.isNaN(rho) &&
      !(interval.low > 0) &&
      !(interval.high < 0) &&
      "its ranking cannot be told from a random one; look at the pairs it gets most wrong, and try another model or wording",
    pairs >= FEW_PAIRS &&
      interval.low > 0 &&
      scores?.gate?.by === "centred" &&
      !scores.gate.aboveChance &&
      "it ranks above chance, but is not shown to know which y goes with which x: rho centred by both is not resolved above 0; who looks at base rates alone, or at x alone, would do as well",
    scores !== undefined &&
      scores.unit.name !== "pair" &&
      scores.unit.count < FEWEST_UNITS &&
      `its ± by ${scores.unit.name === "x" ? "input" : scores.unit.name} rests on ${scores.unit.count} of them, too few to tell how they vary; have people answer about more`,
  ].filter((step) => step !== false);
}

/**
 * The step for a method with many unreadable replies; it mentions K only if the method shows
 * candidate sets.
 */
function unreadableStep({ id }: NamedMethod, write: WriteOption): string {
  const look = "look at the replies in the store, and try another model";
  const method = describeMethod(id);
  if (method?.needs.scores)
    return `much could not be scored; ${look}, or texts without a chat (gem:+plain)`;
  const hasSets = method !== undefined && showsCandidateSets(method);
  return `much could not be read; ${look}${hasSets ? ` or a smaller ${write("k")}` : ""}`;
}
