import { type Outcome, plan, type Question, type Trial } from "@promptnce/core";
import { method, type Method, type MethodId, rotated } from "@promptnce/core/methods";
import type { WriteOption } from "@promptnce/core/errors";
import { ClassDataError } from "../attempts/errors.ts";
import { neededSummaries, type Student, summaryKinds } from "../class/student.ts";
import { type Comparison, comparisons, type SkippedAttempt } from "./comparisons.ts";
import type { Variant } from "./label-space.ts";
import { type Ranking, rankSummaries } from "./rank-summaries.ts";
import { type StudentDetail, studentDetails } from "./student-details.ts";

/** One method on the comparisons of one variant. */
export interface ClassJob {
  readonly variant: Variant;
  /** The method; its id is the name under which it was requested. */
  readonly method: Method;
  readonly comparisons: readonly Comparison[];
  readonly skipped: readonly SkippedAttempt[];
  readonly trials: readonly Trial[];
}

export interface ClassPlan {
  readonly jobs: readonly ClassJob[];
  /** Distinct, of all jobs together. */
  readonly questions: readonly Question[];
}

/** What is planned for a class. */
export interface ClassPlanOptions {
  readonly variants: readonly Variant[];
  /** The seed of the candidate sets. */
  readonly seed: string | number;
  /** The size of a candidate set, from 2; 5 by default. */
  readonly k?: number;
  /** The most comparisons of one student; 9 by default (Table 3). A window may have fewer. */
  readonly limit?: number;
  /**
   * `promptnce`, `infonce`, `gem` and `gem+plain`, for a model without a chat template, or any id
   * of a method of core.
   */
  readonly methods: readonly MethodId[];
  /**
   * The number of orders in which a question's options are shown, where answers are read from
   * tokens; 1 by default.
   */
  readonly rotations?: number;
}

/** The variants' names for people. */
export const variantTitles: Readonly<Record<Variant, string>> = {
  compression: "Compression",
  future: "Future prediction",
};

/** A program has no base rate to elicit, and its summaries would share one null context. */
const methodsByName: ReadonlyMap<string, readonly [id: string, title: string]> = new Map([
  ["promptnce", ["promptnce:none", "PromptNCE"]],
  ["infonce", ["infonce", "InfoNCE"]],
  ["gem", ["gem:none", "GEM"]],
  ["gem+plain", ["gem:none+plain", "GEM (plain)"]],
]);

/**
 * The jobs for a class, one for each variant and method in that order, and their questions.
 * @throws ClassDataError where a variant has no comparison, saying why, or the class is malformed
 * @throws RangeError where K, the limit or a method is invalid
 * @example
 * const students = ["ann", "ben", "cleo"].map((id) => ({
 *   id,
 *   window: [{ task: "sum", code: `${id} + 1` }],
 *   later: [{ task: "sum", code: `${id} + 2` }],
 *   summaries: new Map([["expert", `She adds to ${id}.`], ["generic", "She writes code."]]),
 * }));
 * const options = { variants: ["future"], methods: ["promptnce"], seed: 1, k: 2 };
 * planClass(students, options).jobs[0].comparisons.length; // → 3
 */
export function planClass(
  students: readonly Student[],
  { variants, methods: names, rotations = 1, ...options }: ClassPlanOptions,
): ClassPlan {
  const methods = names.map((name) => rotated(classMethod(name), rotations));
  const jobs = variants.flatMap((variant) => {
    const made = comparisons(students, { variant, ...options });
    if (made.comparisons.length === 0)
      throw nothingToCompare(students, variants, variant, made.skipped);
    const trials = made.comparisons.flatMap(({ trials: own }) => [...own.values()]);
    return methods.map((own): ClassJob => ({ variant, method: own, ...made, trials }));
  });
  const runs = jobs.map(({ method: own, trials }) => ({
    task: "programs",
    estimators: [own.estimator],
    trials,
  }));
  return { jobs, questions: [...plan(runs)] };
}

/**
 * The method for judging a class by its name.
 *
 * @throws RangeError where there is none.
 * @example
 * classMethod("promptnce").title; // → "PromptNCE"
 */
export function classMethod(name: string): Method {
  const unused = { grounding: { examples: [], labels: [] }, marginal: new Map() };
  const known = methodsByName.get(name);
  return known === undefined
    ? method(name, unused)
    : { ...method(known[0], unused), id: name, title: known[1] };
}

function nothingToCompare(
  students: readonly Student[],
  asked: readonly Variant[],
  variant: Variant,
  skipped: readonly SkippedAttempt[],
): ClassDataError {
  const able = students.filter(({ summaries }) => summaries.size >= neededSummaries(students));
  const rest = asked.filter((other) => other !== variant);
  const why = whyNothing(students, able, skipped);
  const mostTexts = Math.max(...skipped.map(({ texts = 0 }) => texts));
  const remedy = (write: WriteOption): string => {
    if (mostTexts > 1) return `; compare fewer attempts at once with ${write("k", mostTexts)}`;
    return able.length === 0 || rest.length === 0
      ? ""
      : `; ask about the other alone with ${write("variants", rest)}`;
  };
  return new ClassDataError(
    (write) => `There is nothing to compare for ${variant}: ${why}${remedy(write)}.`,
  );
}

/**
 * The reason why no student's attempts are compared; `able` are the students with enough summaries.
 */
function whyNothing(
  students: readonly Student[],
  able: readonly Student[],
  skipped: readonly SkippedAttempt[],
): string {
  const kinds = summaryKinds(students);
  if (kinds.length === 0) return "there are no summaries";
  const enough = neededSummaries(students) === 1 ? "a summary" : "two summaries";
  if (able.length === 0)
    return `none of ${students.length} students has enough attempts for the window and ${enough}`;
  const withEnough = `the ${able.length} students with ${enough}`;
  const same = skipped.filter(({ id }) => able.some((student) => student.id === id));
  if (same.length === able.length)
    return `all summaries of the one kind, ${kinds[0]}, are the same text, and each is compared with another student's`;
  const [reason] = skipped.filter(({ id }) => !students.some((student) => student.id === id));
  return reason === undefined
    ? `none of ${withEnough} has later attempts`
    : `all attempts of ${withEnough} were skipped, as ${reason.id}: ${reason.reason}`;
}

/** One method's result for one variant. */
export interface ScoredJob {
  readonly job: ClassJob;
  readonly ranking: Ranking;
  /** Every score, student by student. */
  readonly details: readonly StudentDetail[];
  readonly outcomes: readonly Outcome[];
}

/**
 * The ranking of the summaries and every score, by the outcomes of a job's trials.
 * @throws RangeError where a trial has no outcome, or a score is not a number
 * @example
 * const students = ["ann", "ben", "cleo"].map((id) => ({
 *   id,
 *   window: [{ task: "sum", code: `${id} + 1` }],
 *   later: [{ task: "sum", code: `${id} + 2` }],
 *   summaries: new Map([["expert", `She adds to ${id}.`], ["generic", "She writes code."]]),
 * }));
 * const options = { variants: ["future"], methods: ["promptnce"], seed: 1, k: 2 };
 * const [job] = planClass(students, options).jobs;
 * const outcomes = job.trials.map((trial) => ({ trial, estimate: { conditional: 0.2 } }));
 * scoreJob(job, outcomes, "1").ranking.kinds[0].rate; // → 0.5
 */
export function scoreJob(job: ClassJob, outcomes: readonly Outcome[], seed: string): ScoredJob {
  const ranking = rankSummaries(job.comparisons, outcomes, {
    seed: `${seed}/score/${job.variant}`,
  });
  return { job, ranking, details: studentDetails(job.comparisons, outcomes), outcomes };
}
