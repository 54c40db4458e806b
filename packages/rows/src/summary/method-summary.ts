import type { Coherence } from "@promptnce/core/coherence";
import { describeMethod } from "@promptnce/core/methods";
import type { BaseRateAdvice } from "@promptnce/core/repeats";
import { elicitedDecomposition } from "@promptnce/core/information";
import { baseRateOfKnown } from "./base-rate-of-known.ts";
import { type Scores, scores } from "./scores.ts";
import type { NamedMethod } from "./extremes.ts";
import type { Known, Reservoir, RunTally } from "./tally.ts";

/** What one method's estimates look like. */
export interface MethodSummary extends Partial<Coherence> {
  readonly method: NamedMethod;
  /** The number of estimates. */
  readonly estimates: number;
  /** How many of them rest on a reply that could not be read. */
  readonly unreadable: number;
  /** Of the unreadable, those for which a request failed; absent where nobody knows. */
  readonly failed?: number;
  /** Resting on masses that sum far from one. */
  readonly doubtful: number;
  /** Of pairs that a prompt has shown. */
  readonly shown: number;
  /** With a term above 0 and below what a reported 0 counts as. */
  readonly belowClamp: number;
  /** The ranking by rarity alone against the method's own. */
  readonly rhoMarginal?: number;
  /** Which base rate counts say to take, of a method whose own is elicited; absent where they do not say. */
  readonly baseRates?: BaseRateAdvice;
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
    const isElicited = describeMethod(counts.method.id)?.marginal?.isElicited === true;
    const baseRates = isElicited ? baseRateOfKnown(known.kept) : undefined;
    return {
      ...counts,
      ...coherence.coherence,
      ...(n > 1 && { rhoMarginal }),
      ...(baseRates && { baseRates }),
      scores: scoresOf(known, order),
      termsDrawn: drawnOf(terms),
      knownDrawn: drawnOf(known),
    };
  });
}

/** Of a draw no x has all of its labels: there is nothing to tell how far its distribution is from people's. */
function scoresOf(
  { kept, seen }: Pick<Reservoir<Known>, "kept" | "seen">,
  order: ReadonlyMap<string, number> | undefined,
): Scores | undefined {
  const found = scores(kept, order);
  if (found === undefined || seen === kept.length) return found;
  const { distances: _, ...others } = found;
  return others;
}

function drawnOf({ kept, seen }: Pick<Reservoir<unknown>, "kept" | "seen">): Drawn | undefined {
  return seen > kept.length ? { kept: kept.length, of: seen } : undefined;
}
