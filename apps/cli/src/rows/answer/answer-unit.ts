import type { Ask, Estimate, Method, Pmf, Query, Trial } from "@promptnce/core";
import type { Answered, Asker } from "./asker.ts";
import { asksOfLabelAlone, queryKey } from "./query-key.ts";
import type { Unit } from "../survey/unit.ts";

/** What one method says of one label of a unit. */
export interface UnitEstimate {
  readonly trial: Trial;
  readonly method: Method;
  readonly estimate: Estimate;
  /** The mass that an open set left to labels outside it. */
  readonly other?: number;
  readonly readable: boolean;
}

/** Answers units: each question of a unit once, and a base rate once for all units. */
export type UnitAnswerer = (unit: Unit) => Promise<readonly UnitEstimate[]>;

/**
 * Runs each method on each trial twice: with an `ask` that records what it needs, and with one that
 * hands it the answers in the same order, since a method is a pure function.
 */
export function unitAnswerer(methods: readonly Method[], ask: Asker): UnitAnswerer {
  const baseRates = new Map<string, Promise<Answered>>();
  return async (unit) => {
    const own = new Map<string, Promise<Answered>>();
    const once = (query: Query): Promise<Answered> => {
      const known = asksOfLabelAlone(query) ? baseRates : own;
      const key = queryKey(query);
      const asked = known.get(key) ?? ask(query);
      known.set(key, asked);
      return asked;
    };
    const wanted = unit.trials.flatMap((trial) =>
      methods.map((method) => {
        const queries = queriesOf(method, trial);
        return { trial, method, queries, answers: queries.map(once) };
      }),
    );
    const answers = await settled(wanted.flatMap((one) => one.answers));
    let next = 0;
    return wanted.map(({ trial, method, queries }) => {
      const given = answers.slice(next, (next += queries.length));
      const at = queries.findIndex(({ kind }) => kind === "open");
      const other = at < 0 ? undefined : (given[at] as Pmf | undefined)?.other;
      return {
        trial,
        method,
        estimate: estimateFrom(method, trial, given),
        ...(other !== undefined && { other }),
        readable: given.every((answer) => answer !== undefined),
      };
    });
  };
}

/** What a method asks about a trial, in its order. */
export function queriesOf({ estimator }: Method, trial: Trial): Query[] {
  const queries: Query[] = [];
  estimator(trial, (query) => {
    queries.push(query as Query);
    return undefined;
  });
  return queries;
}

function estimateFrom({ estimator }: Method, trial: Trial, answers: readonly Answered[]): Estimate {
  let next = 0;
  const lookUp: Ask = () => answers[next++] as never;
  return estimator(trial, lookUp);
}

/** All are awaited also where one rejects, so that no rejection is left unheard. */
async function settled<T>(all: readonly Promise<T>[]): Promise<T[]> {
  const results = await Promise.allSettled(all);
  return results.map((result) => {
    if (result.status === "rejected") throw result.reason;
    return result.value;
  });
}
