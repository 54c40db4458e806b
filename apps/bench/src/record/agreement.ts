import { logProbability, pmi } from "@promptnce/core/information";
import {
  blindToX,
  blindToY,
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
  readonly pmi: Judged;
  /** The base rate's agreement with the human P(y | c). */
  readonly rate: Judged;
  /** ρ of −ln P̂(y), which depends only on y. */
  readonly blindToX: Judged;
  /** ρ of the mean PMI of an x, which depends only on x. */
  readonly blindToY: Judged;
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
   * The agreement without the parts explained by x alone and by y alone, on logarithms. It does not
   * depend on the base rate.
   */
  readonly centred: Judged;
  readonly baseRates: readonly BaseRateAgreement[];
  /** The difference of ρ of PMI between two base rates, on shared resamples. */
  readonly difference: (first: string, second: string) => PairedDifference;
}

/** The agreement over the pairs that people gave, from shared resamples of whole units. */
export function agreementOf(
  replies: RecordedReplies,
  baseRates: readonly BaseRate[],
  { seed, replicates }: Resampling,
): Agreement {
  const rows = scoredRows(replies);
  const scored = repliesAt(replies, rows);
  const { people, mass, keys, units } = scored;
  const rated = baseRates.map((rate) => ({ ...rate, rates: valuesAt(rate.rates, rows) }));
  const logs = mass.map(logProbability);
  const centred = centredByBoth(logs, people.pmi, keys);
  // Means that differ only by the order of summation count as ties.
  const meansOfX = (values: Float64Array): Float64Array =>
    blindToY(values, keys).map((mean) => Number(mean.toPrecision(12)));
  const statistics = new Map<string, ResampledStatistic>();
  statistics.set("conditional", resampledSpearman(mass, people.conditional));
  statistics.set("conditional, blind to x", resampledSpearman(people.marginal, people.conditional));
  statistics.set("conditional, blind to y", resampledSpearman(meansOfX(mass), people.conditional));
  statistics.set("centred", resampledCentredSpearman(centred));
  for (const { id, rates } of rated) {
    const estimates = mass.map((p, row) => pmi(p, rates[row]!));
    const read = rates.map((rate) => Math.exp(logProbability(rate)));
    statistics.set(`pmi ${id}`, resampledSpearman(estimates, people.pmi));
    statistics.set(`rate ${id}`, resampledSpearman(rates, people.marginal));
    statistics.set(`blind to x ${id}`, resampledSpearman(blindToX(read, "pmi"), people.pmi));
    statistics.set(`blind to y ${id}`, resampledSpearman(meansOfX(estimates), people.pmi));
  }
  const made = replicated([...statistics.values()], rows.length, {
    seed,
    replicates,
    clusters: units,
  });
  const byName = new Map(Array.from(statistics.keys(), (name, i) => [name, made[i]!]));
  const judgedOf = (name: string): Judged => judged(byName.get(name)!);
  // If the units are the x themselves, no unit holds a whole context, within which both are
  // centred.
  const ownX = units.every((unit, row) => unit === keys.x[row]);
  return {
    replies,
    pairs: rows.length,
    units: new Set(units).size,
    conditional: judgedOf("conditional"),
    conditionalBlindToX: judgedOf("conditional, blind to x"),
    conditionalBlindToY: judgedOf("conditional, blind to y"),
    centred: widened(judgedOf("centred"), ownX ? centred.inflation.x : 1),
    baseRates: rated.map(({ id, title }) => ({
      id,
      title,
      pmi: judgedOf(`pmi ${id}`),
      rate: judgedOf(`rate ${id}`),
      blindToX: judgedOf(`blind to x ${id}`),
      blindToY: judgedOf(`blind to y ${id}`),
    })),
    difference: (first, second) =>
      pairedDifference(byName.get(`pmi ${first}`)!, byName.get(`pmi ${second}`)!),
  };
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
