import type { Coherence } from "@promptnce/core/coherence";
import { elicitedDecomposition } from "@promptnce/core/information";
import { type Scores, scores } from "./scores.ts";
import type { MethodTally, Reservoir, RunTally } from "./tally.ts";

/** What one method's estimates look like. */
export interface MethodSummary
  extends
    Partial<Coherence>,
    Partial<Pick<MethodTally, "failed">>,
    Pick<MethodTally, "method" | "estimates" | "unreadable" | "doubtful" | "shown" | "belowClamp"> {
  /** The ranking by rarity alone against the method's own. */
  readonly rhoMarginal?: number;
  readonly scores?: Scores | undefined;
  /** What was drawn of the estimates with both terms, which the ρ of rarity is of; absent where all are. */
  readonly termsDrawn?: Drawn | undefined;
  /** Of those with a truth, which the scores are of; absent likewise. */
  readonly knownDrawn?: Drawn | undefined;
}

/** How many there were, and how many of them were drawn. */
export interface Drawn {
  readonly kept: number;
  readonly of: number;
}

/** The statistics of all methods of a run, from what was tallied. */
export function methodSummaries({
  methods,
  order,
}: Pick<RunTally, "methods"> & Partial<Pick<RunTally, "order">>): MethodSummary[] {
  return methods.map(({ coherence, terms, known, ...counts }) => {
    const { rhoMarginal, n } = elicitedDecomposition(terms.kept);
    return {
      ...counts,
      ...coherence.coherence,
      ...(n > 1 && { rhoMarginal }),
      scores: scores(known.kept, order),
      termsDrawn: drawnOf(terms),
      knownDrawn: drawnOf(known),
    };
  });
}

function drawnOf({ kept, seen }: Pick<Reservoir<unknown>, "kept" | "seen">): Drawn | undefined {
  return seen > kept.length ? { kept: kept.length, of: seen } : undefined;
}
