import { type Ask, type Estimator, isDoubtful, type Method, type Pmf, type Query } from "@promptnce/core";
import type { Reading, Trial } from "@promptnce/core";
import { UsageError } from "@promptnce/providers/choose";
import type { EstimatedUnit } from "@promptnce/providers/run";
import { methodNamed } from "../answer/choose-methods.ts";
import type { PreparedRows } from "../answer/prepare-rows.ts";
import { pairKey } from "../survey/people.ts";
import type { RowUnit } from "../survey/unit.ts";
import type { Recorded, RecordedSet } from "./read-recorded.ts";

/** Prepared rows without a task: nothing is asked. */
export type RecordedRows = Omit<PreparedRows, "task">;

/**
 * Recorded masses as rows whose estimates are there already. If no methods are named they are all that need no more
 * than the file holds: P(y) as recorded, as people's counts give it, as the conditionals imply it, and none.
 *
 * @throws UsageError for a method that the file does not hold enough for.
 */
export function recordedRows(recorded: Recorded, ids: readonly string[] = usualMethods(recorded)): RecordedRows {
  const { rows, sets, survey, columns } = recorded;
  const estimated = lookUp(recorded);
  const estimators = new Map<Method, Estimator>();
  for (const id of ids) {
    const { estimator, ...named } = methodNamed(id, survey.people?.marginal ?? new Map());
    const isUncounted = id.endsWith(":empirical") && survey.people === undefined;
    if (isUncounted || !rows.some(({ trial }) => trial && estimated(estimator, trial))) {
      const enough = usualMethods(recorded).join(", ");
      throw new UsageError(`--method: ${id} needs more than is recorded, which is enough for ${enough}`);
    }
    // Whoever looks at what it asks finds nothing.
    estimators.set({ ...named, estimator: (trial) => estimated(estimator, trial)?.estimate ?? {} }, estimator);
  }
  const ofPair = Map.groupBy(rows, ({ row, trial }) => pairKey(row.key, trial?.y ?? ""));
  const unitOf = ({ row, set, trial }: Recorded["rows"][number]): EstimatedUnit<RowUnit> => {
    if (trial === undefined) return { unit: { row, trials: [] }, estimates: [] };
    const pmf = answerIn(set.reading) as Pmf | undefined;
    const other = ofPair.get(trial.id)?.find((one) => one.set !== set && one.set.reading.ok);
    const [beside] = other ? [answerIn(other.set.reading) as Pmf] : [];
    const masses = { ...(pmf && { pmfs: [pmf] }), ...(pmf?.other !== undefined && { other: pmf.other }) };
    const said = { ...masses, ...(beside && { beside }), doubtful: isDoubtful(pmf) };
    const estimates = Array.from(estimators, ([method, estimator]) => {
      const found = estimated(estimator, trial);
      return found ? [{ trial, method, ...found, ...said }] : [];
    });
    return { unit: { row, trials: [trial] }, estimates: estimates.flat() };
  };
  return {
    methods: [...estimators.keys()],
    shown: new Set(),
    columns,
    pairs: true,
    survey,
    k: Math.max(...sets.map(({ labels }) => labels.length)),
    seed: "1",
    async *units() {},
    async *estimated() {
      for (const row of rows) yield [unitOf(row)];
    },
    unitCount: rows.length,
    trials: 1,
  };
}

/**
 * Estimates from what a file holds, and whether all that one rests on could be read; `undefined` where it rests on what
 * the file does not have.
 */
function lookUp({ rows, sets, rates }: Recorded) {
  const setOf = new Map<readonly string[], RecordedSet>(sets.map((set) => [set.labels, set]));
  const readingOf = (query: Query): Reading<number | Pmf> | undefined => {
    if (query.kind === "marginal" || query.kind === "grounded") {
      const answer = rates.get(query.y);
      if (rates.size === 0) return undefined;
      return answer === undefined ? { ok: false, reason: "no base rate" } : { ok: true, answer, notes: [] };
    }
    const set = "candidates" in query ? setOf.get(query.candidates) : undefined;
    return set && (set.other === undefined ? "closed" : "open") === query.kind ? set.reading : undefined;
  };
  const ask = ((query: Query) => answerIn(readingOf(query))) as Ask;
  const pool = { trials: rows.flatMap(({ trial }) => trial ?? []), ask };
  return (estimator: Estimator, trial: Trial) => {
    const readings: ReturnType<typeof readingOf>[] = [];
    const noting = ((query: Query) => answerIn(readings[readings.push(readingOf(query)) - 1])) as Ask;
    const estimate = estimator(trial, noting, pool);
    return readings.includes(undefined) ? undefined : { estimate, readable: readings.every((one) => one!.ok) };
  };
}

function answerIn<A extends number | Pmf>(reading: Reading<A> | undefined): A | undefined {
  return reading?.ok ? reading.answer : undefined;
}

function usualMethods({ sets, rates, survey }: Recorded): string[] {
  const [isOpen, isClosed] = [true, false].map((open) => sets.some(({ other }) => (other !== undefined) === open));
  const names = [isOpen && "promptnce", isClosed && "marginalnce"].filter((name) => name !== false);
  const marginals = [rates.size > 0 && "ungrounded", survey.people !== undefined && "empirical", "implied", "none"];
  return names.flatMap((name) => marginals.filter(Boolean).map((marginal) => `${name}:${marginal}`));
}
