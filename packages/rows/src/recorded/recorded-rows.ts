import { isDoubtful, type Kind, type Pmf, queriesOf, type Query, type Trial } from "@promptnce/core";
import type { Method } from "@promptnce/core";
import { UsageError } from "@promptnce/providers/choose";
import type { EstimatedUnit } from "@promptnce/providers/run";
import { methodNamed } from "../answer/choose-methods.ts";
import type { PreparedRows } from "../answer/prepare-rows.ts";
import { pairKey } from "../survey/people.ts";
import type { RowUnit } from "../survey/unit.ts";
import type { Recorded, RecordedRow, RecordedSet } from "./read-recorded.ts";

/** What prepared rows have, without a task: nothing is asked. */
export type RecordedRows = Omit<PreparedRows, "task">;

/**
 * Recorded masses as rows whose estimates are there already. If no methods are named they are all that need no more
 * than the file holds: P(y) as recorded, as people's counts give it, as the conditionals imply it, and none.
 *
 * @throws UsageError for a method that the file does not hold enough for.
 */
export function recordedRows(recorded: Recorded, ids: readonly string[] = usualMethods(recorded)): RecordedRows {
  const { rows, sets, survey, columns } = recorded;
  const holds = holding(recorded);
  const fits = ({ estimator }: Method, trial: Trial): boolean => queriesOf(estimator, trial).every(holds.question);
  const pool = { trials: rows.flatMap(({ trial }) => trial ?? []), ask: holds.answer as never };
  const named = ids.map((id) => methodNamed(id, survey.people?.marginal ?? new Map()));
  for (const one of named) {
    const isUncounted = one.id.endsWith(":empirical") && survey.people === undefined;
    if (!isUncounted && pool.trials.some((trial) => fits(one, trial))) continue;
    const enough = usualMethods(recorded).join(", ");
    throw new UsageError(`--method: ${one.id} needs more than is recorded, which is enough for ${enough}`);
  }
  // Of the pool, and no query is left for whoever looks at what a method asks.
  const methods = named.map((one) => ({
    ...one,
    estimator: (trial: Trial) => one.estimator(trial, holds.answer as never, pool),
  }));
  const setsOf = Map.groupBy(rows, ({ row, trial }) => pairKey(row.key, trial?.y ?? ""));
  const estimated = ({ row, set, trial }: RecordedRow): EstimatedUnit<RowUnit> => {
    if (trial === undefined) return { unit: { row, trials: [] }, estimates: [] };
    const pmf = pmfOf(set);
    const beside = setsOf
      .get(trial.id)
      ?.map((one) => pmfOf(one.set))
      .find((one) => one !== undefined && one !== pmf);
    const estimates = methods.flatMap((of, i) => {
      const queries = queriesOf(named[i]!.estimator, trial);
      if (!queries.every(holds.question)) return [];
      const readable = queries.every((query) => holds.answer(query) !== undefined);
      const said = { ...(pmf && { pmfs: [pmf] }), ...(pmf?.other !== undefined && { other: pmf.other }) };
      const estimate = of.estimator(trial);
      return [{ trial, method: of, estimate, ...said, ...(beside && { beside }), readable, doubtful: isDoubtful(pmf) }];
    });
    return { unit: { row, trials: [trial] }, estimates };
  };
  return {
    methods,
    shown: new Set(),
    columns,
    pairs: true,
    survey,
    k: Math.max(...sets.map(({ labels }) => labels.length)),
    seed: "1",
    async *units() {},
    async *estimated() {
      for (const row of rows) yield [estimated(row)];
    },
    unitCount: rows.length,
    trials: 1,
  };
}

/** What of questions a file holds: whether any answer to one, and which. */
function holding({ sets, rates }: Recorded) {
  const setOf = new Map<readonly string[], RecordedSet>(sets.map((set) => [set.labels, set]));
  const isRate = ({ kind }: Query): boolean => kind === "marginal" || kind === "grounded";
  const setIn = (query: Query): RecordedSet | undefined =>
    "candidates" in query ? setOf.get(query.candidates) : undefined;
  const question = (query: Query): boolean => (isRate(query) ? rates.size > 0 : query.kind === kindOf(setIn(query)));
  const answer = (query: Query): number | Pmf | undefined => {
    if ("y" in query) return isRate(query) ? rates.get(query.y) : undefined;
    const set = setIn(query);
    return set && question(query) ? pmfOf(set) : undefined;
  };
  return { question, answer };
}

function pmfOf({ reading }: RecordedSet): Pmf | undefined {
  return reading.ok ? reading.answer : undefined;
}

function kindOf(set: RecordedSet | undefined): Kind | undefined {
  return set && (set.other === undefined ? "closed" : "open");
}

function usualMethods({ sets, rates, survey }: Recorded): string[] {
  const kinds = new Set(sets.map(kindOf));
  const names = [...(kinds.has("open") ? ["promptnce"] : []), ...(kinds.has("closed") ? ["marginalnce"] : [])];
  const marginals = [
    ...(rates.size > 0 ? ["ungrounded"] : []),
    ...(survey.people ? ["empirical"] : []),
    "implied",
    "none",
  ];
  return names.flatMap((name) => marginals.map((marginal) => `${name}:${marginal}`));
}
