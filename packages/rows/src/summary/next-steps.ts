import { describeMethod } from "@promptnce/core/methods";
import { asProperty, type WriteOption } from "@promptnce/core/errors";
import { showsCandidateSets } from "../survey/shows-candidate-sets.ts";
import { type FoundLimit, foundLimits, type StepFacts } from "./found-limits.ts";
import { gateVerdict } from "./gate-verdict.ts";
import { hasSign, type NamedMethod } from "./extremes.ts";
import type { MethodSummary } from "./method-summary.ts";
import { FEWEST_PAIRS, type Scored } from "@promptnce/core/scorecard";
import { unitName, worthText } from "./unit-text.ts";

/** The share of unreadable estimates, and the number of pairs, from which a step is advised. */
const MUCH_UNREADABLE = 0.05;
const FEW_PAIRS = 30;

/** The share of readable estimates that rest on a 0 from which these limit the result. */
const MOST = 0.5;

const MORE_PAIRS = "collect people's answers for more pairs";

/** The step for too few of the unit that is resampled: more pairs of the same units would not help. */
const moreUnits = (name: string): string => `collect people's answers for more ${name}s`;

/**
 * What to try next, by simple rules on the numbers: one sentence or more. `write` formats the names
 * of options; by default as a program sets them.
 *
 * @example
 * const method = { id: "promptnce", title: "PromptNCE" };
 * const counts = { estimates: 10, unreadable: 4, doubtful: 0, shown: 0, belowClamp: 0 };
 * const facts = { simulated: false, counted: true, k: 5, labels: 500 };
 * const [step] = nextSteps(facts, [{ method, ...counts }]);
 * step.startsWith("PromptNCE: many replies could not be read"); // → true
 */
export function nextSteps(
  facts: StepFacts,
  methods: readonly MethodSummary[],
  write: WriteOption = asProperty,
): string[] {
  const steps = [
    facts.simulated && rehearsalStep(write),
    ...methodSteps(facts, methods, write),
    !facts.counted && countsStep(write),
  ].filter((step) => step !== false);
  if (steps.length > 0) return steps;
  return foundLimits(facts, methods).length > 0
    ? ["Follow the advice given with each limit above."]
    : ["Nothing in these numbers asks for another run."];
}

/**
 * What limits a result most, in one plain sentence: that nobody was asked, else the first step for a
 * method, else the first limit of its estimates, else that nobody was counted. `undefined` where
 * nothing does.
 */
export function mainLimit(
  facts: StepFacts,
  methods: readonly MethodSummary[],
  write: WriteOption = asProperty,
): string | undefined {
  if (facts.simulated) return rehearsalStep(write);
  const [step] = methodSteps(facts, methods, write);
  const [found] = foundLimits(facts, methods);
  const limit = step ?? (found && plainText(found));
  if (limit === undefined) return facts.counted ? undefined : countsStep(write);
  return `Limit: ${limit}`;
}

function plainText({ methods, limit: { plain, advice } }: FoundLimit): string {
  return `${methods.join("; ")}: ${plain}; ${advice}.`;
}

function rehearsalStep(write: WriteOption): string {
  return `This is a rehearsal; its numbers say nothing about your data. To ask a model, name it (${write("provider")}, ${write("model")}), first with ${write("dryRun")}.`;
}

function countsStep(write: WriteOption): string {
  return `Give people's counts for some pairs (${write("columns.count", "COLUMN")}) to learn how well the estimates rank.`;
}

/** The steps, each once, behind the titles of all methods that it is for. */
function methodSteps(
  facts: StepFacts,
  methods: readonly MethodSummary[],
  write: WriteOption,
): string[] {
  const found = methods.flatMap((one) =>
    stepsOf(one, facts, write).map((step) => ({ title: one.method.title, step })),
  );
  return Array.from(
    Map.groupBy(found, ({ step }) => step),
    ([step, same]) => `${same.map(({ title }) => title).join("; ")}: ${step}.`,
  );
}

/** The steps to try for one method. */
function stepsOf(
  summary: MethodSummary,
  { counted, recorded = false }: StepFacts,
  write: WriteOption,
): string[] {
  const { estimates, unreadable, failed = 0, shown, scores } = summary;
  const rho = scores?.rho;
  return [
    failed > 0 &&
      `${failed} of ${estimates} estimates are missing because requests failed; repeat those requests (${write("retryFailed")})`,
    zerosIn(summary) > MOST * (estimates - unreadable) &&
      `${zerosIn(summary)} of ${estimates} estimates rest on an answer of 0, so their PMI measures nothing; look at the ${recorded ? "masses" : "replies, and try another model"}`,
    unreadable - failed > MUCH_UNREADABLE * estimates &&
      (recorded
        ? "many of the recorded masses could not be read; look at them in the file"
        : unreadableStep(summary.method, write)),
    counted &&
      shown > 0 &&
      shown === estimates &&
      `every pair was shown in a prompt, so none is left to score; ${MORE_PAIRS}`,
    counted &&
      scores === undefined &&
      shown < estimates &&
      unreadable <= MUCH_UNREADABLE * estimates &&
      `fewer than three pairs can be scored; ${MORE_PAIRS}`,
    rho !== undefined &&
      Number.isNaN(rho) &&
      (scores?.isAlone
        ? "each context has one input, whose PMI is 0 by definition, so there is nothing to rank; give further inputs of the same contexts, or name another column as the context"
        : `all estimates, or all of people's PMIs, are equal, so there is nothing to rank; look at the ${recorded ? "masses" : "replies"} and at the counts`),
    ...(scores === undefined || Number.isNaN(rho)
      ? []
      : rankingSteps(scores, hasSign(summary.method), recorded)),
  ].filter((step) => step !== false);
}

/** The number of a method's estimates with a term that is exactly 0. */
function zerosIn({ zeros }: MethodSummary): number {
  return zeros === undefined ? 0 : zeros.conditional + zeros.marginal - zeros.both;
}

/**
 * The steps to try for a method whose ranking has a ρ with people's.
 *
 * @param isPmi False for a method without a base rate, which ranks by P(y|x).
 */
function rankingSteps(scores: Scored, isPmi: boolean, recorded: boolean): string[] {
  const { pairs, interval, unit } = scores;
  const verdict = gateVerdict(scores);
  const units = `${unit.count} ${unitName(unit.name)}${unit.count === 1 ? "" : "s"}`;
  const few = `with ${units}${worthText(unit)}, the ± cannot be trusted`;
  const isAbove = interval.low > 0;
  return [
    pairs < FEWEST_PAIRS &&
      `ρ rests on ${pairs} pairs, which show nothing: people's order comes about by chance in 1 of ${pairs === 3 ? 6 : 24} rankings of so few; ${MORE_PAIRS}`,
    pairs >= FEWEST_PAIRS &&
      pairs < FEW_PAIRS &&
      `ρ rests on ${pairs} pairs, too few to tell methods or models apart; ${MORE_PAIRS}`,
    pairs >= FEW_PAIRS &&
      interval.high < 0 &&
      (isPmi
        ? "pairs are ranked in the reverse of people's order; check that the counts, the labels and the task's wording mean what they should"
        : "without a base rate, pairs are ranked by P(y|x) and not by PMI, which can reverse the order; compare with a method that has one"),
    pairs >= FEW_PAIRS &&
      interval.low <= 0 &&
      interval.high >= 0 &&
      `the ranking cannot be told from a random one; look at the pairs that are furthest off${recorded ? "" : ", and try another model or wording"}`,
    pairs >= FEW_PAIRS &&
      isAbove &&
      verdict?.usesBoth === "not shown" &&
      `the ranking is better than chance, but whether it uses both x and y is ${verdict.text}`,
    pairs >= FEW_PAIRS &&
      isAbove &&
      verdict?.usesBoth === "unknown" &&
      "nothing here shows that y matters to the answers: too few inputs have two labels or more, so an answer of 1/n, whatever the label, could rank as high; collect people's answers for more labels of the same inputs",
    unit.isFew && `${few}; ${moreUnits(unitName(unit.name))}`,
  ].filter((step) => step !== false);
}

/**
 * The step for a method with many unreadable replies; it mentions K only if the method shows
 * candidate sets.
 */
function unreadableStep({ id }: NamedMethod, write: WriteOption): string {
  const look = "look at them in the store, and try another model";
  const method = describeMethod(id);
  if (method?.needs.scores)
    return `many texts could not be scored; ${look}, or texts without a chat (gem:+plain)`;
  const hasSets = method !== undefined && showsCandidateSets(method);
  return `many replies could not be read; ${look}${hasSets ? ` or a smaller ${write("k")}` : ""}`;
}
