import { countsInContext } from "@promptnce/core/repeats";
import { distancesByX, worthInPeople, type WorthInPeople } from "@promptnce/core/distances";
import { replicated, resampledMean, standardError } from "@promptnce/core/resampling";
import type { MeanDistance, Resampling } from "@promptnce/core/scorecard";
import type { BaseRate } from "./base-rates.ts";
import { keyOf, type RecordedReplies, repliesAt, valuesAt } from "./data/recorded-replies.ts";

/** The distances between a model's distributions and the human ones. */
export interface Distances {
  readonly totalVariation: MeanDistance;
  /** In nats. */
  readonly jensenShannon: MeanDistance;
  /** In steps between adjacent answers; `undefined` unless answers are ordered. */
  readonly earthMovers: MeanDistance | undefined;
  /** The number of questions with ordered answers. */
  readonly ordered: number;
  /** The number of people that the model is worth, if people were counted. */
  readonly worth: WorthInPeople | undefined;
}

/**
 * The distances of P̂(y | x, c) from the human distributions, over the labels that people gave,
 * with whole units resampled.
 */
export function distancesOf(replies: RecordedReplies, resampling: Resampling): Distances {
  const rows = comparableRows(replies);
  const of = repliesAt(replies, rows);
  const ordered = [...rows.keys()].filter((row) => Number.isFinite(of.positions?.[row]));
  const inOrder = repliesAt(of, ordered);
  const found = distancesByX(of.mass, of.people.conditional, of.keys);
  return {
    totalVariation: meanOf(found.totalVariation, found.rows, of, resampling),
    jensenShannon: meanOf(found.jensenShannon, found.rows, of, resampling),
    earthMovers: ordered.length === 0 ? undefined : earthMoversOf(inOrder, resampling),
    ordered: new Set(inOrder.units).size,
    worth: worthOf(of, resampling),
  };
}

function earthMoversOf(of: RecordedReplies, resampling: Resampling): MeanDistance {
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

/** The distance of a base rate from the human one, by context with such a base rate. */
export function rateDistance(
  replies: RecordedReplies,
  { rates }: BaseRate,
  resampling: Resampling,
): MeanDistance {
  const seen = new Set<string>();
  const once = [...rates.keys()].filter((row) => {
    const label = keyOf(replies.keys.contexts[row]!, replies.keys.labels[row]!);
    const isNew = !seen.has(label);
    seen.add(label);
    return isNew && !Number.isNaN(rates[row]);
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
): MeanDistance {
  // A context whose readable labels all have an estimated base rate of 0 has no distribution.
  const defined = [...values.keys()].filter((at) => !Number.isNaN(values[at]));
  const clusters = defined.map((at) => units[rows[at]!]!);
  const mean = resampledMean(valuesAt(values, defined));
  const [made] = replicated([mean], defined.length, { seed, replicates, clusters });
  return { mean: made!.value, standardError: standardError(made!.replicates) };
}

/** The rows of every x that, if people were counted, at least two of them answered about. */
function comparableRows({ mass, people: { counts }, keys }: RecordedReplies): number[] {
  const rows = [...mass.keys()];
  if (counts === undefined) return rows;
  const { people } = countsInContext(keys, counts);
  return rows.filter((row) => people.x[row]! >= 2);
}
