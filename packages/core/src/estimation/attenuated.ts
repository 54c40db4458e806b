import { leastSquares } from "../statistics/least-squares.ts";
import { meanWithSem } from "../statistics/mean.ts";
import { logProbability } from "../statistics/pmi.ts";
import type { Ask, Pool, Trial } from "../types.ts";
import { oncePerPool } from "./implied.ts";
import type { Term } from "./terms.ts";

/**
 * P̂(y|x) by several ways of asking, drawn as far as they disagree towards what the base rate leads one to expect:
 * log P̂(y|x) = e + α (ℓ − e) with ℓ the mean of their logarithms and e its least-squares line on log P̂(y) over the pool.
 * Beside a base rate a noisy conditional should count for less (errors in variables), and α, Cronbach's alpha of what
 * the line leaves, is the share of that variance which the ways have in common: 1 where they agree, 0 where they tell
 * of different things. That they all follow the base rate is no evidence of x. No label is needed.
 *
 * An error that all ways share is agreement too: α is then too large. Beside a base rate that does not vary, or with
 * fewer than three trials, α is 1. Absent without a pool, as while planning, and where one of the terms has no answer.
 */
export function attenuated(conditionals: readonly Term[], marginal: Term): Term {
  const logsOf = (trial: Trial, ask: Ask, pool?: Pool): number[] | undefined => {
    const said = [marginal, ...conditionals].map((term) => term(trial, ask, pool));
    return said.includes(undefined) ? undefined : said.map((p) => logProbability(p!));
  };
  const fitTo = oncePerPool((pool) => agreement(pool.trials.map((each) => logsOf(each, pool.ask, pool))));
  return (trial, ask, pool) => {
    const logs = logsOf(trial, ask, pool);
    if (pool === undefined || logs === undefined) return undefined;
    const { alpha, expected } = fitTo(pool);
    const [base, ...ways] = logs as [number, ...number[]];
    const log = Math.min(0, (1 - alpha) * expected(base) + alpha * meanWithSem(ways).mean);
    // The same numbers said in another order are the same, to the last digit.
    return Number(Math.exp(log).toPrecision(12));
  };
}

/** Of rows of a base rate and then what each way said, in nats: the line and alpha. */
function agreement(all: readonly (readonly number[] | undefined)[]) {
  const rows = all.filter((row) => row !== undefined);
  const ways = (rows[0]?.length ?? 0) - 1;
  const bases = rows.map((row) => row[0]!);
  const fit = (of: (row: readonly number[]) => number) => leastSquares(bases, rows.map(of));
  const sum = fit((row) => row.slice(1).reduce((one, two) => one + two, 0));
  // Squared errors of slopes on the same base rates are to each other as the variances that the lines leave.
  const apart = Array.from({ length: ways }, (_, way) => fit((row) => row[way + 1]!).slopeError ** 2);
  const common = 1 - apart.reduce((one, two) => one + two, 0) / sum.slopeError ** 2;
  const alpha = (ways / (ways - 1)) * common;
  if (!Number.isFinite(alpha)) return { alpha: 1, expected: () => 0 };
  const expected = (base: number): number => (sum.intercept + sum.slope * base) / ways;
  return { alpha: Math.min(1, Math.max(0, alpha)), expected };
}
