import { distancesByX, worthInPeople, type WorthInPeople } from "@promptnce/core/distances";
import { replicated, resampledMean } from "@promptnce/core/resampling";
import { judged, type Judged, type Resampling } from "./agreement.ts";
import type { BaseRate } from "./base-rates.ts";
import { keyOf, type RecordedReplies, repliesAt, valuesAt } from "./data/recorded-replies.ts";

/** How far a model's distributions are from people's. */
export interface Distances {
  readonly totalVariation: Judged;
  /** In steps from an answer to the next, where these are in order. */
  readonly earthMovers: Judged | undefined;
  /** Questions whose answers are in order. */
  readonly ordered: number;
  /** How many people a model is worth, where people were counted. */
  readonly worth: WorthInPeople | undefined;
  /** x of which the model gave no listed label any mass, or fewer than two people answered. */
  readonly leftOut: number;
}

/** Distances of P̂(y | x, c) from people's over the labels that these gave, units resampled whole. */
export function distancesOf(replies: RecordedReplies, resampling: Resampling): Distances {
  const rows = comparableRows(replies);
  const of = repliesAt(replies, rows);
  const ordered = [...rows.keys()].filter((row) => Number.isFinite(of.positions?.[row]));
  const inOrder = repliesAt(of, ordered);
  const { rows: first, totalVariation } = distancesByX(of.mass, of.people.conditional, of.keys);
  return {
    totalVariation: meanOf(totalVariation, first, of, resampling),
    earthMovers: ordered.length === 0 ? undefined : earthMoversOf(inOrder, resampling),
    ordered: new Set(inOrder.units).size,
    worth: worthOf(of, resampling),
    leftOut: countX(replies) - countX(of),
  };
}

function earthMoversOf(of: RecordedReplies, resampling: Resampling): Judged {
  const distances = distancesByX(of.mass, of.people.conditional, of.keys, of.positions);
  return meanOf(distances.earthMovers!, distances.rows, of, resampling);
}

/**
 * The resampling units: questions, because a model's error on a question is shared by all groups.
 */
function worthOf(
  { mass, people, keys, units }: RecordedReplies,
  resampling: Resampling,
): WorthInPeople | undefined {
  if (people.counts === undefined) return undefined;
  const x = keys.x.map((input, row) => keyOf(keys.contexts[row]!, input));
  return worthInPeople(
    mass,
    people.counts,
    { contexts: units, x, labels: keys.labels },
    resampling,
  );
}

/** How far a base rate is from people's, by context. */
export function rateDistance(
  replies: RecordedReplies,
  { rates }: BaseRate,
  resampling: Resampling,
): Judged {
  const seen = new Set<string>();
  const once = [...rates.keys()].filter((row) => {
    const label = keyOf(replies.keys.contexts[row]!, replies.keys.labels[row]!);
    const isNew = !seen.has(label);
    seen.add(label);
    return isNew;
  });
  const of = repliesAt(replies, once);
  const keys = { ...of.keys, x: of.keys.x.map(() => "") };
  const distances = distancesByX(valuesAt(rates, once), of.people.marginal, keys);
  return meanOf(distances.totalVariation, distances.rows, of, resampling);
}

function meanOf(
  values: Float64Array,
  rows: Uint32Array,
  { units }: RecordedReplies,
  { seed, replicates }: Resampling,
): Judged {
  // A context whose labels all have an estimated base rate of 0 has no distribution.
  const defined = [...values.keys()].filter((at) => !Number.isNaN(values[at]));
  const clusters = defined.map((at) => units[rows[at]!]!);
  const mean = resampledMean(valuesAt(values, defined));
  const [made] = replicated([mean], defined.length, { seed, replicates, clusters });
  return judged(made!);
}

/** Rows of the x that have mass of the model and two people or more, where these were counted. */
function comparableRows({ mass, people, keys }: RecordedReplies): number[] {
  const sums = new Map<string, { mass: number; people: number }>();
  const xOf = (row: number): string => keyOf(keys.contexts[row]!, keys.x[row]!);
  for (const row of mass.keys()) {
    const sum = sums.get(xOf(row)) ?? { mass: 0, people: 0 };
    sum.mass += mass[row]!;
    sum.people += people.counts?.[row] ?? 2;
    sums.set(xOf(row), sum);
  }
  return [...mass.keys()].filter((row) => {
    const sum = sums.get(xOf(row))!;
    return sum.mass > 0 && sum.people >= 2;
  });
}

function countX({ keys }: RecordedReplies): number {
  return new Set(keys.x.map((x, row) => keyOf(keys.contexts[row]!, x))).size;
}
