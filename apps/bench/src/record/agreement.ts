import { logProbability, pmi } from "@promptnce/core/information";
import {
  blindToX,
  blindToY,
  cellKeys,
  centredByBoth,
  resampledCentredSpearman,
} from "@promptnce/core/repeats";
import {
  pairedDifference,
  type PairedDifference,
  type Replicated,
  replicated,
  resampledSpearman,
  type ResampledStatistic,
  standardError,
  unitInterval,
} from "@promptnce/core/resampling";
import type { BaseRate } from "./base-rates.ts";
import { type RecordedReplies, repliesAt, scoredRows, valuesAt } from "./data/recorded-replies.ts";

export interface Resampling {
  readonly seed: string;
  readonly replicates: number;
}

/** A statistic with its standard error and 95 % interval, from whole units resampled. */
export interface Judged {
  readonly value: number;
  readonly standardError: number;
  readonly low: number;
  readonly high: number;
}

/** The agreement with human data of PMI with one base rate, and of the rate itself. */
interface BaseRateAgreement extends Pick<BaseRate, "id" | "title"> {
  /** The number of pairs with this base rate, over which all is computed. */
  readonly pairs: number;
  readonly pmi: Judged;
  /** The base rate's agreement with the human P(y | c). */
  readonly rate: Judged;
  /** ρ of −ln P̂(y), which depends only on y. */
  readonly blindToX: Judged;
  /** ρ of the mean PMI of an x, which depends only on x. */
  readonly blindToY: Judged;
}

/** The difference of ρ of PMI between two base rates, over the pairs that have both. */
export interface RateDifference extends PairedDifference {
  readonly pairs: number;
  /** ρ with either base rate over these pairs. */
  readonly rhos: readonly [number, number];
}

/** Spearman's ρ between the model's estimates and the human data. */
export interface Agreement {
  readonly replies: RecordedReplies;
  readonly pairs: number;
  readonly units: number;
  readonly conditional: Judged;
  /** The human P(y | c) against the human P(y | x, c). */
  readonly conditionalBlindToX: Judged;
  readonly conditionalBlindToY: Judged;
  /**
   * The agreement without the parts explained by x alone, and by y among x with equally many
   * labels, on logarithms. It does not depend on the base rate.
   */
  readonly centred: Judged;
  readonly baseRates: readonly BaseRateAgreement[];
  /** Compares two base rates on shared resamples. */
  readonly difference: (first: string, second: string) => RateDifference;
}

/** The agreement over the pairs that people gave, from resamples of whole units. */
export function agreementOf(
  replies: RecordedReplies,
  baseRates: readonly BaseRate[],
  resampling: Resampling,
): Agreement {
  const rows = scoredRows(replies);
  const scored = repliesAt(replies, rows);
  const rated = baseRates.map((rate) =>
    ratedOf(scored, { ...rate, rates: valuesAt(rate.rates, rows) }, resampling),
  );
  const byId = new Map(rated.map((rate) => [rate.id, rate]));
  return {
    replies,
    pairs: rows.length,
    units: new Set(scored.units).size,
    ...conditionalAgreement(scored, resampling),
    baseRates: rated.map(({ id, title, rows: { length: pairs }, made }) => ({
      id,
      title,
      pairs,
      pmi: judged(made.pmi),
      rate: judged(made.rate),
      blindToX: judged(made.blindToX),
      blindToY: judged(made.blindToY),
    })),
    difference: (first, second) =>
      rateDifference(scored, [byId.get(first)!, byId.get(second)!], resampling),
  };
}

function conditionalAgreement(
  { people, mass, keys, units }: RecordedReplies,
  resampling: Resampling,
): Pick<Agreement, "conditional" | "conditionalBlindToX" | "conditionalBlindToY" | "centred"> {
  const centred = centredByBoth(mass.map(logProbability), people.pmi, cellKeys(keys));
  const made = replicatedBy(
    {
      conditional: resampledSpearman(mass, people.conditional),
      blindToX: resampledSpearman(people.marginal, people.conditional),
      blindToY: resampledSpearman(meansOfX(mass, keys), people.conditional),
      centred: resampledCentredSpearman(centred),
    },
    units,
    resampling,
  );
  // If the units are the x themselves, no unit holds a whole context, within which both are
  // centred.
  const ownX = units.every((unit, row) => unit === keys.x[row]);
  return {
    conditional: judged(made.conditional),
    conditionalBlindToX: judged(made.blindToX),
    conditionalBlindToY: judged(made.blindToY),
    centred: widened(judged(made.centred), ownX ? centred.inflation.x : 1),
  };
}

/** A base rate of the scored rows, the rows that have it, and the statistics over these. */
interface Rated extends BaseRate {
  readonly rows: readonly number[];
  readonly made: Readonly<Record<"pmi" | "rate" | "blindToX" | "blindToY", Replicated>>;
}

function ratedOf(scored: RecordedReplies, rate: BaseRate, resampling: Resampling): Rated {
  const rows = [...rate.rates.keys()].filter((row) => !Number.isNaN(rate.rates[row]));
  const { mass, people, keys, units } = repliesAt(scored, rows);
  const rates = valuesAt(rate.rates, rows);
  const estimates = mass.map((p, row) => pmi(p, rates[row]!));
  const read = rates.map((p) => Math.exp(logProbability(p)));
  const made = replicatedBy(
    {
      pmi: resampledSpearman(estimates, people.pmi),
      rate: resampledSpearman(rates, people.marginal),
      blindToX: resampledSpearman(blindToX(read, "pmi"), people.pmi),
      blindToY: resampledSpearman(meansOfX(estimates, keys), people.pmi),
    },
    units,
    resampling,
  );
  return { ...rate, rows, made };
}

function rateDifference(
  scored: RecordedReplies,
  [first, second]: readonly [Rated, Rated],
  resampling: Resampling,
): RateDifference {
  const rows = first.rows.filter((row) => !Number.isNaN(second.rates[row]));
  const hasAll = ({ rows: { length } }: Rated): boolean => length === rows.length;
  const { mass, people, units } = repliesAt(scored, rows);
  const rho = ({ rates }: Rated): ResampledStatistic =>
    resampledSpearman(
      mass.map((p, i) => pmi(p, rates[rows[i]!]!)),
      people.pmi,
    );
  const made =
    hasAll(first) && hasAll(second)
      ? { first: first.made.pmi, second: second.made.pmi }
      : replicatedBy({ first: rho(first), second: rho(second) }, units, resampling);
  return {
    ...pairedDifference(made.first, made.second),
    pairs: rows.length,
    rhos: [made.first.value, made.second.value],
  };
}

/** Means that differ only by the order of summation count as ties. */
function meansOfX(values: Float64Array, keys: RecordedReplies["keys"]): Float64Array {
  return blindToY(values, keys).map((mean) => Number(mean.toPrecision(12)));
}

/** Each statistic with its replicates: the same units and seed give the same resamples. */
export function replicatedBy<Name extends string>(
  statistics: Readonly<Record<Name, ResampledStatistic>>,
  units: readonly string[],
  { seed, replicates }: Resampling,
): Record<Name, Replicated> {
  const names = Object.keys(statistics) as Name[];
  const made = replicated(
    names.map((name) => statistics[name]),
    units.length,
    { seed, replicates, clusters: units },
  );
  return Object.fromEntries(names.map((name, i) => [name, made[i]!])) as Record<Name, Replicated>;
}

/** The value with its error and interval. */
export function judged({
  value,
  replicates,
  items = Number.POSITIVE_INFINITY,
}: Replicated): Judged {
  return { value, standardError: standardError(replicates), ...unitInterval(replicates, items) };
}

function widened({ value, standardError: error, low, high }: Judged, by: number): Judged {
  return {
    value,
    standardError: by * error,
    low: value + by * (low - value),
    high: value + by * (high - value),
  };
}
