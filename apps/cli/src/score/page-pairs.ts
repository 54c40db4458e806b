import {
  type ComparisonDetail,
  variantTitles,
  winnersOf,
  type Comparison,
  type ScoredJob,
} from "@promptnce/case-study/judging";
import { type Answers, estimate, queriesOf, questionOf } from "@promptnce/core";
import { random, shuffle } from "@promptnce/core/sampling";
import { type JudgedAttempt, type PageContent, valueText, WantedQuestions } from "#report";
import type { ClassAnswers } from "./ask-score.ts";
import { shortNames } from "./short-names.ts";

/** The maximum number of attempts on a page, each with every summary of its student. */
const ATTEMPTS = 800;

/**
 * One row per attempt and summary, with the result of every method and its questions; and whether
 * the rows are complete.
 */
export async function classPairs(
  how: ClassAnswers,
): Promise<Pick<PageContent, "pairs"> & { readonly all: boolean }> {
  const { scored, provider, replies, seed } = how;
  const wanted = new WantedQuestions();
  const attempts: JudgedAttempt[] = [];
  const variants = [...Map.groupBy(scored, ({ job }) => job.variant)].map(([variant, methods]) => {
    return { variant, methods, comparisons: methods[0]?.job.comparisons ?? [] };
  });
  const total = variants.reduce((sum, { comparisons }) => sum + comparisons.length, 0);
  const pairs = variants.flatMap(({ variant, methods, comparisons }) => {
    const names = shortNames(comparisons.map(({ student }) => student));
    const byTrial = methods.map(({ job: { method }, outcomes }) => {
      return { method, outcomes: new Map(outcomes.map((outcome) => [outcome.trial.id, outcome])) };
    });
    const size = Math.ceil((ATTEMPTS * comparisons.length) / Math.max(ATTEMPTS, total));
    const attemptOf = judgedAttempts(methods, how.answers);
    return drawn(comparisons, size, seed).flatMap((comparison) => {
      const { id, student, task, trials } = comparison;
      const attempt = attempts.push(attemptOf(comparison)) - 1;
      return Array.from(trials, ([kind, trial]) => ({
        dataset: variantTitles[variant],
        model: provider.model,
        pair: trial.id,
        x: `${names.get(student)}, ${kind}`,
        y: `${task}, ${id.slice(id.lastIndexOf("/") + 1)}`,
        estimates: byTrial.map(({ method: { title, estimator }, outcomes }) => {
          const { estimate, status = "unasked" } = outcomes.get(trial.id) ?? {};
          const questions = queriesOf(estimator, trial).map((query) =>
            questionOf(query, "programs"),
          );
          return { method: title, ...estimate, status, asked: wanted.placesOf(questions, how) };
        }),
        attempt,
      }));
    });
  });
  const questions = await wanted.readFrom(replies);
  // No base rate is elicited, so the log conditionals are compared.
  const titles = { Dataset: "Variant", "Est. PMI": "Est. log P(y|x), nats", PMI: "log P(y|x)" };
  return { pairs: { titles, pairs, questions, attempts }, all: total <= ATTEMPTS };
}

/** A random sample of the given size, in the original order. */
function drawn(all: readonly Comparison[], size: number, seed: string): readonly Comparison[] {
  if (all.length <= size) return all;
  const taken = new Set(shuffle([...all.keys()], random(`${seed}/page`)).slice(0, size));
  return all.filter((_, i) => taken.has(i));
}

/** The page's data for an attempt, from the results of these methods on one variant. */
function judgedAttempts(
  methods: readonly ScoredJob[],
  answers: Answers,
): (comparison: Comparison) => JudgedAttempt {
  const details = methods.map(({ details: methodDetails }) => {
    return new Map(
      methodDetails.flatMap(({ comparisons }) => comparisons).map((detail) => [detail.id, detail]),
    );
  });
  return ({ id, trials }) => {
    const all = [...trials.values()];
    const { y, candidates } = all[0]!;
    const masses = methods.map(({ job: { method } }) => {
      const massesBySummary = all.map((trial) => {
        // The question does not depend on which candidate is the student's own.
        const asStudents = candidates.map((candidate) => ({ ...trial, y: candidate }));
        const outcomes = estimate(method.estimator, asStudents, answers, { task: "programs" });
        return outcomes.flatMap(({ estimate: { conditional } }) => conditional ?? []);
      });
      return { method: method.title, given: massesBySummary };
    });
    return {
      verdicts: methods.map(
        ({ job }, i) => `${job.method.title}: ${verdictText(details[i]!.get(id)!)}`,
      ),
      summaries: Array.from(trials, ([kind, { x }]) => ({ kind, text: x["summary"]! })),
      candidates,
      own: candidates.indexOf(y),
      masses: masses.filter(({ given }) => given.some(({ length }) => length > 0)),
    };
  };
}

function verdictText(detail: ComparisonDetail): string {
  const winners = winnersOf(detail).map((kind) => `“${kind}”`);
  if (winners.length === 0) return "not known which won, because no two replies could be read.";
  const scores = detail.scores.map(({ kind, conditional, pmi }) => {
    const text =
      conditional === undefined
        ? `log P = ${valueText(pmi, 2)}`
        : `P = ${valueText(conditional, 2)}`;
    return `${text} with “${kind}”`;
  });
  return `${winners.length > 1 ? `${winners.join(" and ")} tie` : `${winners[0]} won`}: the attempt has ${scores.join(", ")}.`;
}
