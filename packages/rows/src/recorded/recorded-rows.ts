import {
  type Answer,
  type Answers,
  contextKey,
  estimate,
  questionKey,
  questionOf,
  type Context,
  type InContext,
  type Label,
  type Marginal,
  type Pmf,
  type Query,
  type Trial,
} from "@promptnce/core";
import { OptionError } from "@promptnce/core/errors";
import type { EstimatedUnit, TrialEstimate } from "@promptnce/engine/run";
import { countedOf } from "../answer/base-rates.ts";
import { methodNamed } from "../answer/choose-methods.ts";
import type { PlannedRows } from "../answer/prepare-rows.ts";
import { pairKey } from "../survey/people.ts";
import type { RowUnit } from "../survey/unit.ts";
import { areEmpty, RECORDED, type RecordedPmfs, type RecordedSet } from "./read-recorded.ts";

/** Rows whose estimates come from recorded masses: there is no task, and no request. */
export interface RecordedRows extends PlannedRows {
  /** Yields the units with their estimates, in the order of the rows. */
  estimated(): AsyncGenerator<readonly EstimatedUnit<RowUnit>[], void>;
}

/**
 * The rows of recorded masses, with their estimates by the methods `ids`. By default these are all
 * that the file holds enough for, with P(y) as recorded, from people's counts, implied by the
 * conditionals, and none.
 *
 * @param counts The number of people who gave each label, for `:counted`, which shrinks the
 *   recorded base rates towards them.
 * @throws OptionError for a method that needs more than the file holds.
 * @example
 * import { tableFile } from "@promptnce/rows/input";
 * const table = await tableFile({ path: "recorded.csv", format: "csv" });
 * const recorded = await readRecorded(table, {});
 * const { estimated } = recordedRows(recorded, ["promptnce:empirical"]);
 * const [[{ estimates }]] = await Array.fromAsync(estimated());
 * estimates[0].estimate; // → { conditional: 0.6, marginal: 0.6, pmi: 0 }
 */
export function recordedRows(
  recorded: RecordedPmfs,
  ids: readonly string[] = usualMethods(recorded),
  counts?: InContext<ReadonlyMap<Label, number>>,
): RecordedRows {
  const { rows, sets, survey, columns } = recorded;
  const { people, contexts } = survey;
  const context = {
    marginal: contexts
      ? (context?: Context): Marginal => people?.marginalIn(context) ?? new Map()
      : (people?.marginal ?? new Map()),
    ...(counts && { counts: countedOf(survey, counts) }),
  };
  const trials = rows.flatMap(({ set, trial }) =>
    trial ? [{ ...trial, x: set.question.x, of: trial }] : [],
  );
  const answers = answersIn(recorded);
  const estimatesByTrial = new Map<Trial, TrialEstimate[]>(trials.map(({ of }) => [of, []]));
  const methods = ids.map((id) => {
    const method = methodNamed(id, context);
    const found = estimate(method.estimator, trials, answers, { task: RECORDED }).filter(
      ({ status }) => status !== "unasked",
    );
    const lacks =
      (method.needs.people && people === undefined) ||
      (method.needs.counts && counts === undefined);
    if (lacks || found.length === 0) {
      const enough = usualMethods(recorded).join(", ");
      throw new OptionError(
        "methods",
        `${id} needs answers that are not recorded; the recorded ones are enough for ${enough}`,
      );
    }
    for (const { trial, status, estimate: terms, doubtful = false } of found) {
      const readable = status === "ok";
      const estimated = { trial: trial.of, method, estimate: terms, readable, doubtful };
      estimatesByTrial.get(trial.of)!.push(estimated);
    }
    return method;
  });
  const rowsByPair = Map.groupBy(rows, ({ row, trial }) => pairKey(row.key, trial?.y ?? ""));
  const unitOf = ({ row, set, trial }: RecordedPmfs["rows"][number]): EstimatedUnit<RowUnit> => {
    if (trial === undefined) return { unit: { row, trials: [] }, estimates: [] };
    const pmf = answerOf(set);
    const other = rowsByPair.get(trial.id)?.find((one) => one.set !== set && one.set.reading.ok);
    const beside = other && answerOf(other.set);
    const masses = {
      ...(pmf && { pmfs: [pmf] }),
      ...(pmf?.other !== undefined && { other: pmf.other }),
    };
    const estimates = estimatesByTrial
      .get(trial)!
      .map((one) => ({ ...one, ...masses, ...(beside && { beside }) }));
    return { unit: { row, trials: [trial] }, estimates };
  };
  return {
    methods,
    shown: new Set(),
    columns,
    pairs: true,
    survey,
    k: sets.reduce((most, { labels }) => Math.max(most, labels.length), 0),
    seed: "1",
    async *estimated() {
      for (const row of rows) {
        yield [unitOf(row)];
      }
    },
    unitCount: rows.length,
    trials: 1,
  };
}

/**
 * The file's answers by question: its sets and, if it has base rates, that of each label, grounded
 * or not.
 */
function answersIn({ sets, rates, rows }: RecordedPmfs): Answers {
  const answers = new Map<string, Answer | undefined>(
    sets.map((set) => [questionKey(set.question), answerOf(set)]),
  );
  if (rates.size === 0) return answers;
  const grounding = { examples: [], labels: [] };
  for (const { trial } of rows) {
    if (trial === undefined) continue;
    const { y, context } = trial;
    const queries: Query[] = [
      { kind: "marginal", y, ...(context && { context }) },
      { kind: "grounded", y, grounding, ...(context && { context }) },
    ];
    const stated = rates.get(contextKey(context));
    const rate = stated && !areEmpty(stated) ? stated.labels.get(y) : undefined;
    for (const query of queries) {
      answers.set(questionKey(questionOf(query, RECORDED)), rate);
    }
  }
  return answers;
}

function answerOf({ reading }: RecordedSet): Pmf | undefined {
  return reading.ok ? reading.answer : undefined;
}

function usualMethods({ sets, rates, survey }: RecordedPmfs): string[] {
  const [isOpen, isClosed] = [true, false].map((open) =>
    sets.some(({ other }) => (other !== undefined) === open),
  );
  const names = [isOpen && "promptnce", isClosed && "marginalnce"].filter((name) => name !== false);
  const marginals = [
    rates.size > 0 && "ungrounded",
    survey.people !== undefined && "empirical",
    "implied",
    "none",
  ];
  return names.flatMap((name) =>
    marginals.filter(Boolean).map((marginal) => `${name}:${marginal}`),
  );
}
