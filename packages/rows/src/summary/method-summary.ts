import { elicitedDecomposition } from "@promptnce/core";
import type { Reservoir } from "./reservoir.ts";
import { type Scores, scores } from "./scores.ts";
import type { MethodTally, Tally } from "./tally.ts";

/** What one method's estimates look like. */
export interface MethodSummary extends Omit<MethodTally, "R" | "terms" | "known"> {
  /** Var[log P̂(y)] / Var[log P̂(y|x)]; absent where there is no such pair of terms. */
  readonly R?: number;
  /** The ranking by rarity alone against the method's own. */
  readonly rhoMarginal?: number;
  readonly scores?: Scores;
  /** What was drawn of the estimates with both terms, which the ρ of rarity is of; absent where all are. */
  readonly termsDrawn?: Drawn;
  /** Of those with a truth, which the scores are of; absent likewise. */
  readonly knownDrawn?: Drawn;
}

/** How many there were, and how many of them were drawn. */
export interface Drawn {
  readonly kept: number;
  readonly of: number;
}

/** The statistics of a method from what was tallied. */
function methodSummary({ R, terms, known, ...tallied }: MethodTally): MethodSummary {
  const { rhoMarginal, n } = elicitedDecomposition(terms.kept);
  const scored = scores(known.kept);
  return {
    ...tallied,
    ...(n > 1 && { R, rhoMarginal }),
    ...(scored && { scores: scored }),
    ...(terms.seen > terms.kept.length && { termsDrawn: drawnOf(terms) }),
    ...(known.seen > known.kept.length && { knownDrawn: drawnOf(known) }),
  };
}

function drawnOf({ kept, seen }: Pick<Reservoir<unknown>, "kept" | "seen">): Drawn {
  return { kept: kept.length, of: seen };
}

/** The statistics of all methods of a run. */
export function methodSummaries({ methods }: Pick<Tally, "methods">): MethodSummary[] {
  return methods.map(methodSummary);
}
