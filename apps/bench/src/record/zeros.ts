import { spearman } from "@promptnce/core/correlation";
import { logProbability, pmi, ZERO_CLAMP } from "@promptnce/core/information";
import { impliedInContext } from "@promptnce/core/repeats";
import type { BaseRate } from "./base-rates.ts";
import { type RecordedReplies, repliesAt, scoredRows, valuesAt } from "./data/recorded-replies.ts";

/** The number of samples behind a share, for replies that were sampled. */
const SAMPLES = 30;

/**
 * ρ of PMI with one base rate under each reading of zeros; `undefined` if a reading does not apply.
 */
export type ReadingsOfZeros = Readonly<Record<Reading, number | undefined>>;

export type Reading =
  | "clamped"
  | "floored"
  | "thousandth"
  | "hundredth"
  | "left_out"
  | "smoothed"
  | "subtracted";

/** The name of each interpretation of zeros. */
export const readingTitles: Readonly<Record<Reading, string>> = {
  clamped: "0 is 1e-6",
  floored: "below 1e-6 is 1e-6",
  thousandth: "below .001 is .001",
  hundredth: "below .01 is .01",
  left_out: "left out",
  smoothed: "(n + ½) / (30 + ½ labels)",
  subtracted: "logarithms subtracted",
};

/**
 * Spearman's ρ of PMI with the human PMI under each reading of zeros, over the pairs that people
 * gave and that have the base rate.
 *
 * @param all the compared base rates: reading `left_out` drops a pair if any of them is 0 or missing
 */
export function readingsOfZeros(
  replies: RecordedReplies,
  { id, rates }: BaseRate,
  all: readonly BaseRate[],
): ReadingsOfZeros {
  const rows = scoredRows(replies).filter((row) => !Number.isNaN(rates[row]));
  const { mass, people, keys } = repliesAt(replies, rows);
  const rate = valuesAt(rates, rows);
  const rho = (estimate: (p: number, q: number) => number): number =>
    spearman(
      mass.map((p, row) => estimate(p, rate[row]!)),
      people.pmi,
    );
  const floored = (least: number): number =>
    rho((p, q) => pmi(Math.max(p, least), Math.max(q, least)));
  const kept = [...mass.keys()].filter(
    (row) => mass[row]! > 0 && all.every((baseRate) => baseRate.rates[rows[row]!]! > 0),
  );
  const smoothed =
    id === "own" || replies.way !== "samples" ? undefined : smoothedShares(mass, keys);
  const smoothedRate = id === "implied" && smoothed ? impliedInContext(smoothed, keys) : rate;
  return {
    clamped: rho(pmi),
    floored: floored(ZERO_CLAMP),
    thousandth: floored(0.001),
    hundredth: floored(0.01),
    left_out: spearman(
      kept.map((row) => pmi(mass[row]!, rate[row]!)),
      valuesAt(people.pmi, kept),
    ),
    smoothed:
      smoothed &&
      spearman(
        smoothed.map((p, row) => pmi(p, smoothedRate[row]!)),
        people.pmi,
      ),
    subtracted: rho((p, q) => logProbability(p) - logProbability(q)),
  };
}

/** Shares of samples after adding half a sample for each label that the x has a row for. */
function smoothedShares(mass: Float64Array, keys: RecordedReplies["keys"]): Float64Array {
  const xOf = (row: number): string => `${keys.contexts[row]} ${keys.x[row]}`;
  const labels = new Map<string, number>();
  for (const row of mass.keys()) {
    labels.set(xOf(row), (labels.get(xOf(row)) ?? 0) + 1);
  }
  return mass.map((p, row) => (SAMPLES * p + 0.5) / (SAMPLES + 0.5 * labels.get(xOf(row))!));
}
