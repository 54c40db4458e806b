import type { Label, Marginal, Pool } from "../types.ts";
import type { Term } from "./terms.ts";

/**
 * P̂(y) as the mean of the model's own P̂(y|x) over the pool of trials that are estimated together, no call more: the
 * marginal that its conditionals imply. Trials whose label is y are in the pool for that; of the others those whose
 * candidates list y stand for all, so that the mean is over all x of the pool. Where none lists it, as with a direct
 * conditional, it is the mean over the trials of y, which is higher. Absent without a pool, as while planning, which
 * asks for the trial's own conditional.
 */
export function implied(conditional: Term): Term {
  const mean = oncePerPool((pool) => meanOver(pool, conditional));
  return (trial, ask, pool) => {
    if (pool !== undefined) return mean(pool).get(trial.y);
    conditional(trial, ask);
    return undefined;
  };
}

/** What is worked out of a pool, once for all its trials. */
export function oncePerPool<T>(of: (pool: Pool) => T): (pool: Pool) => T {
  const known = new WeakMap<Pool, { readonly value: T }>();
  return (pool) => {
    const { value } = known.get(pool) ?? { value: of(pool) };
    known.set(pool, { value });
    return value;
  };
}

function meanOver(pool: Pool, conditional: Term): Marginal {
  const { trials, ask } = pool;
  const sums = new Map<Label, Record<"own" | "listed", { sum: number; n: number }>>();
  let readable = 0;
  for (const trial of trials) {
    if (conditional(trial, ask, pool) !== undefined) readable++;
    for (const y of trial.candidates) {
      const p = conditional({ ...trial, y }, ask, pool);
      if (p === undefined) continue;
      const of = sums.get(y) ?? { own: { sum: 0, n: 0 }, listed: { sum: 0, n: 0 } };
      sums.set(y, of);
      const part = of[y === trial.y ? "own" : "listed"];
      part.sum += p;
      part.n++;
    }
  }
  const mean = ({ own, listed }: NonNullable<ReturnType<typeof sums.get>>): number =>
    listed.n === 0 ? own.sum / own.n : (own.sum + ((readable - own.n) * listed.sum) / listed.n) / readable;
  return new Map(Array.from(sums, ([y, parts]) => [y, mean(parts)]));
}
