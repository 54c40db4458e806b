import type { Coherence, Contradiction } from "./coherence-tally.ts";

type BaseRate = "elicited" | "implied" | "counted";

/**
 * Evidence about what may limit a method's estimates. Absent quantities are unknown and not
 * reported.
 */
export interface Evidence extends Partial<Coherence> {
  /**
   * Which base rate agrees best with people's counts; it takes precedence over the report on `gap`.
   */
  readonly baseRates?:
    | {
        /** Which base rate to take; absent where counts do not tell them apart. */
        readonly take?: BaseRate;
        /** ρ of PMI with people's, by base rate; absent without counts. */
        readonly rho?: { readonly [B in BaseRate]?: number };
      }
    | undefined;
  /**
   * Whether the x asked about are known not to be a fair sample of all x: no marginal is then
   * implied.
   */
  readonly isUnfair?: boolean;
  /** Whether P̂(y) was elicited, so that another could take its place. */
  readonly elicited?: boolean;
  /** Spearman's ρ of −log P̂(y) and PMI. */
  readonly rhoMarginal?: number;
  readonly k?: number;
  readonly labels?: number;
  /**
   * The share of estimates on masses that sum far from one, with the least sum, the quartiles and
   * the greatest.
   */
  readonly doubtful?: number;
  readonly sums?: readonly number[] | undefined;
}

/** Something that limits a result. */
export interface Limit {
  /** What was found, in plain words. */
  readonly plain: string;
  /** What was found, with its numbers. */
  readonly found: string;
  /** The threshold that is exceeded, and its source. */
  readonly threshold: string;
  readonly advice: string;
  /** Whether the advice is to take another base rate, on evidence that it is better. */
  readonly isBaseRate?: boolean;
}

/**
 * The point where a disturbance outweighs the measured quantity: half of a variance or a mass. For
 * a correlation this is √½. Where the terms vary independently, ρ_marg = √(R / (1 + R)) is √½ at R
 * = 1, so R and ρ_marg then never disagree.
 */
export const HALF = 0.5;
export const MUCH: number = Math.SQRT1_2;

/**
 * Labels with both of their numbers, on one line without control characters: labels are untrusted,
 * and a terminal obeys control characters.
 */
export function contradictionsText(labels: readonly Contradiction[]): string {
  const finite = labels.filter(({ first, second }) => Number.isFinite(first + second));
  const all = finite.map(
    (one) => `${one.label} ${one.first.toPrecision(2)} and ${one.second.toPrecision(2)}`,
  );
  return all.join("; ").replaceAll(/\p{Cc}+/gu, " ");
}
