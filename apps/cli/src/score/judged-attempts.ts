import { type Comparison, type ComparisonDetail, type ScoredJob, winnersOf } from "@promptnce/case-study";
import { type Answers, estimate } from "@promptnce/core";
import { type JudgedAttempt, valueText } from "#report";

/** What a page shows of an attempt, by what each of these methods made of one variant. */
export function judgedAttempts(
  methods: readonly ScoredJob[],
  answers: Answers,
): (comparison: Comparison) => JudgedAttempt {
  const details = methods.map(({ details: own }) => {
    return new Map(own.flatMap(({ comparisons }) => comparisons).map((detail) => [detail.id, detail]));
  });
  return ({ id, trials }) => {
    const all = [...trials.values()];
    const { y, candidates } = all[0]!;
    const masses = methods.map(({ job: { method } }) => {
      const given = all.map((trial) => {
        // What is asked does not depend on which of the candidates is hers.
        const each = candidates.map((candidate) => ({ ...trial, y: candidate }));
        const outcomes = estimate(method.estimator, each, answers, { task: "programs" });
        return outcomes.flatMap(({ estimate: { conditional } }) => conditional ?? []);
      });
      return { method: method.title, given };
    });
    return {
      verdicts: methods.map(({ job }, i) => `${job.method.title}: ${verdictText(details[i]!.get(id)!)}`),
      summaries: Array.from(trials, ([kind, { x }]) => ({ kind, text: x["summary"]! })),
      candidates,
      own: candidates.indexOf(y),
      masses: masses.filter(({ given }) => given.some(({ length }) => length > 0)),
    };
  };
}

function verdictText(detail: ComparisonDetail): string {
  const winners = winnersOf(detail).map((kind) => `“${kind}”`);
  if (winners.length === 0) return "not known who won, since no two replies could be read.";
  const scores = detail.scores.map(({ kind, conditional, pmi }) => {
    const text = conditional === undefined ? `log P ${valueText(pmi, 2)}` : valueText(conditional, 2);
    return `${text} with “${kind}”`;
  });
  return `${winners.length > 1 ? `${winners.join(" and ")} tie` : `${winners[0]} won`}: the attempt has ${scores.join(", ")}.`;
}
