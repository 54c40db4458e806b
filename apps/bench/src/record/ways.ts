import {
  pairedDifference,
  type PairedDifference,
  resampledSpearman,
} from "@promptnce/core/resampling";
import { replicatedBy, type Resampling } from "./agreement.ts";
import { keyOf, type RecordedReplies, repliesAt, scoredRows } from "./data/recorded-replies.ts";

/** ρ of P(y|x) when a model is asked for masses and in another way, over the pairs of both. */
export interface WayDifference extends PairedDifference {
  readonly model: string;
  readonly way: string;
  readonly pairs: number;
  /** ρ of the masses. */
  readonly verbal: number;
  /** ρ of the other way. */
  readonly other: number;
}

/** Compares asking for masses with each other way of asking the same model. */
export function compareWays(
  all: readonly RecordedReplies[],
  resampling: Resampling,
): WayDifference[] {
  const verbal = new Map(
    all.filter(({ way }) => way === "verbal").map((replies) => [replies.model, replies]),
  );
  return all
    .filter(({ model, way }) => way !== "verbal" && verbal.has(model))
    .map((other) => wayDifference(verbal.get(other.model)!, other, resampling));
}

function wayDifference(
  verbal: RecordedReplies,
  other: RecordedReplies,
  resampling: Resampling,
): WayDifference {
  const rowOf = new Map(scoredRows(verbal).map((row) => [pairOf(verbal, row), row]));
  const shared = scoredRows(other).filter((row) => rowOf.has(pairOf(other, row)));
  const first = repliesAt(
    verbal,
    shared.map((row) => rowOf.get(pairOf(other, row))!),
  );
  const second = repliesAt(other, shared);
  const made = replicatedBy(
    {
      verbal: resampledSpearman(first.mass, first.people.conditional),
      other: resampledSpearman(second.mass, second.people.conditional),
    },
    first.units,
    resampling,
  );
  return {
    model: other.model,
    way: other.way,
    pairs: shared.length,
    verbal: made.verbal.value,
    other: made.other.value,
    ...pairedDifference(made.verbal, made.other),
  };
}

function pairOf({ keys }: RecordedReplies, row: number): string {
  return keyOf(keys.contexts[row]!, keys.x[row]!, keys.labels[row]!);
}
