import type { Method } from "@promptnce/core/methods";
import type { PrintedTable } from "../../paper/models.ts";
import { labelKey } from "../../study/in-contexts.ts";
import type { Job } from "../../study/job.ts";
import type { ModelResults } from "../../study/results.ts";
import type { JobOptions, Study, StudyTrial } from "../../study/study.ts";
import { togetherOf } from "./beyond-both.ts";
import type { Block, MethodLine } from "./blocks.ts";
import type { ScorePair } from "./scored-pairs.ts";

type Ranked = "conditional" | "pmi";

interface MethodLines extends Pick<JobOptions, "k" | "first"> {
  readonly methods: readonly (string | Method)[];
  /** The human quantity to rank by. */
  readonly term: Ranked;
  /** The part of the estimate to rank; the same term by default. */
  readonly estimated?: Ranked;
  readonly printed?: PrintedTable | undefined;
  readonly printedSlope?: PrintedTable;
  readonly titles?: Readonly<Record<string, string>>;
}

/** The lines of methods that are all read from `estimates.csv` in the same way. */
export function methodLines(study: Study, options: MethodLines): MethodLine[] {
  const { methods, k, first, term, estimated = term, printed, printedSlope, titles } = options;
  return methods.map((idOrMethod) => {
    const job = study.job(idOrMethod, { k, first });
    const { id, title } = job.method;
    return {
      ...lineOf(job, studyPairs(study, job, term, estimated)),
      title: titles?.[id] ?? title,
      printed: printed?.[study.dataset.task]?.[id],
      printedSlope: printedSlope?.[study.dataset.task]?.[id],
    };
  });
}

/**
 * A line shown with its block but excluded from the comparison, so it does not affect the marks of
 * the other lines.
 */
export function beside(line: MethodLine): MethodLine {
  return { ...line, beside: true };
}

/** Lines ranked by PMI, followed by the baseline of each of their marginals. */
export function pmiBlock(study: Study, lines: readonly MethodLine[]): Block {
  const baselines = lines.flatMap(({ ceiling, jobs: [job] }): MethodLine[] => {
    if (job?.method.baseline === undefined) return [];
    const baselineJob = study.job(job.method.baseline, { k: job.k });
    const pairs = studyPairs(study, baselineJob, "pmi");
    return [{ ...lineOf(baselineJob, pairs), baseline: true, ...(ceiling && { ceiling }) }];
  });
  const once = new Map(baselines.map((line) => [line.method, line]));
  return { study, measure: "PMI", lines: [...lines, ...once.values()] };
}

/**
 * Lines ranked by P(y|x), followed by a baseline blind to x: the human P(y) alone, which ranks
 * P(y|x) above chance.
 */
export function conditionalBlock(study: Study, lines: readonly MethodLine[]): Block {
  const { k, first } = { k: lines[0]!.jobs[0]!.k, first: lines[0]!.jobs[0]!.trials.length };
  const { baseline } = study.job("direct-split:empirical", { k }).method;
  const job = study.job(baseline!, { k, first });
  const together = togetherOf(study, "conditional");
  const line = lineOf(job, (model) =>
    model.outcomes(job).map(({ trial, estimate: { marginal } }) => {
      const { conditional: truth } = trial;
      const label = labelKey(trial);
      return { truth, label, estimate: marginal, together: together(trial, false) };
    }),
  );
  return {
    study,
    measure: "P(y|x)",
    lines: [...lines, { ...line, title: "P(y) alone", baseline: true }],
  };
}

/** The line of one job, with its method's title. */
export function lineOf(job: Job, pairs: MethodLine["pairs"]): MethodLine {
  const { method, trials, k } = job;
  return {
    title: method.title,
    method: method.id,
    k: trials.length > 0 ? Math.max(...trials.map(({ candidates }) => candidates.length)) : k,
    jobs: [job],
    pairs,
  };
}

/** Like {@link pairsOf}, with the data for judging whether an estimate connects y with its x. */
export function studyPairs(
  study: Study,
  job: Job<StudyTrial>,
  term: Ranked,
  estimated: Ranked = term,
) {
  const [pairs, together] = [pairsOf(job, term, estimated), togetherOf(study, term)];
  const isLog = estimated === "pmi";
  return (model: ModelResults): ScorePair[] =>
    pairs(model).map((pair, i) => ({ ...pair, together: together(job.trials[i]!, isLog) }));
}

/** The true and the estimated value of every trial of a job. */
export function pairsOf(job: Job<StudyTrial>, term: Ranked, estimated: Ranked = term) {
  return (model: ModelResults): ScorePair[] =>
    model.outcomes(job).map(({ trial, estimate, doubtful }) => {
      const { marginal } = trial;
      const attributes = {
        ...(term === "pmi" && { marginal }),
        ...(doubtful && { flagged: true as const }),
      };
      return {
        truth: trial[term],
        estimate: estimate[estimated],
        label: labelKey(trial),
        ...attributes,
      };
    });
}
