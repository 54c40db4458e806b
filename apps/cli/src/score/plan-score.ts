import {
  ClassDataError,
  type Comparison,
  comparisons,
  type Skipped,
  type Student,
  summaryKinds,
  type Variant,
} from "@promptnce/case-study";
import { method, plan } from "@promptnce/core";
import type { Method, Question, Trial } from "@promptnce/core";

/** The methods by the names the command takes. A program has no base rate that could be asked for. */
const methodIds: ReadonlyMap<string, string> = new Map([
  ["promptnce", "promptnce:none"],
  ["infonce", "infonce"],
  ["gem", "gem:none"],
  // For a model without a chat template.
  ["gem+plain", "gem:none+plain"],
]);

/** One method on the comparisons of one variant. */
export interface ScoreJob {
  readonly variant: Variant;
  readonly method: Method;
  /** As the command names it. */
  readonly name: string;
  readonly comparisons: readonly Comparison[];
  readonly skipped: readonly Skipped[];
  readonly trials: readonly Trial[];
}

export interface ScorePlan {
  readonly jobs: readonly ScoreJob[];
  /** Distinct, of all jobs together. */
  readonly questions: readonly Question[];
}

export interface PlanOptions {
  readonly variants: readonly Variant[];
  /** As the command takes them. */
  readonly methods: readonly string[];
  readonly k: number;
  readonly limit: number;
  readonly seed: string;
}

/**
 * What is asked about a class.
 *
 * @throws {ClassDataError} where a variant has no comparison, saying why.
 */
export function planScore(students: readonly Student[], options: PlanOptions): ScorePlan {
  const { variants, methods, k, limit, seed } = options;
  const jobs = variants.flatMap((variant) => {
    const made = comparisons(students, { variant, seed, k, limit });
    if (made.comparisons.length === 0) throw nothingToCompare(students, variants, variant, made.skipped);
    const trials = made.comparisons.flatMap(({ trials: own }) => [...own.values()]);
    return methods.map((name): ScoreJob => {
      const unused = { grounding: { examples: [], labels: [] }, marginal: new Map() };
      const id = methodIds.get(name) ?? name;
      return { variant, name, method: method(id, unused), ...made, trials };
    });
  });
  const runs = jobs.map(({ method: { estimator }, trials }) => {
    return { task: "programs", estimators: [estimator], trials, samples: 1 };
  });
  return { jobs, questions: [...plan(runs)] };
}

function nothingToCompare(
  students: readonly Student[],
  asked: readonly Variant[],
  variant: Variant,
  skipped: readonly Skipped[],
): ClassDataError {
  const able = students.filter(({ summaries }) => summaries.size > 1);
  const kinds = summaryKinds(students);
  const [reason] = skipped.filter(({ id }) => !students.some((student) => student.id === id));
  const why =
    kinds.length < 2
      ? `there ${kinds.length === 1 ? `is one kind of summary, ${kinds[0]}` : "are no summaries"}, and two or more are compared`
      : able.length === 0
        ? `none of ${students.length} students has enough attempts for the window and two summaries`
        : reason === undefined
          ? `none of the ${able.length} students with two summaries has later attempts`
          : `all attempts of the ${able.length} students with two summaries were skipped, as ${reason.id}: ${reason.reason}`;
  const rest = asked.filter((other) => other !== variant);
  const remedy =
    kinds.length < 2 || able.length === 0 || rest.length === 0
      ? ""
      : `; ask about the other alone with --variant ${rest.join()}`;
  return new ClassDataError(`There is nothing to compare for ${variant}: ${why}${remedy}.`);
}
