import type { MeanDistance, Resampling, RhoDifference } from "@promptnce/core/scorecard";
import { type Agreement, agreementOf, rateOf } from "./agreement.ts";
import { type BaseRate, baseRatesOf, type Poll } from "./base-rates.ts";
import { type RecordedReplies, repliesAt } from "./data/recorded-replies.ts";
import { type Distances, distancesOf, rateDistance } from "./distances.ts";
import { type ReadingsOfZeros, readingsOfZeros } from "./zeros.ts";

/** How far replies agree with people. */
export interface Judgement {
  readonly agreement: Agreement;
}

/** All results in the record for one model with one way of asking. */
export interface JudgedReplies extends Judgement {
  readonly distances: Distances;
  /** The distance of each base rate from the human one. */
  readonly rateDistances: ReadonlyMap<string, MeanDistance>;
  readonly differences: readonly NamedDifference[];
  readonly attributes: readonly { readonly attribute: string; readonly agreement: Agreement }[];
  readonly zeros: readonly {
    readonly baseRate: string;
    /** The number of pairs with a mass of exactly 0. */
    readonly count: number;
    /** The number of those whose base rate is exactly 0 too: 0 divided by 0 is no PMI. */
    readonly both: number;
    readonly readings: ReadingsOfZeros;
  }[];
}

/** The difference of ρ between two base rates, with their titles. */
interface NamedDifference extends RhoDifference {
  readonly titles: readonly [first: string, second: string];
}

/** The base rates whose zeros are read in several ways and that are judged by attribute. */
const mainRates: ReadonlySet<string> = new Set(["own", "counted", "implied", "implied_sized"]);

/**
 * Compares replies with the human data.
 *
 * @param polls for the base rates that need them
 */
export function judgeReplies(
  replies: RecordedReplies,
  polls: readonly Poll[],
  resampling: Resampling,
): JudgedReplies {
  const rates = baseRatesOf(replies, polls);
  const main = rates.filter(({ id }) => mainRates.has(id));
  const agreement = agreementOf(replies, rates, resampling);
  const zeros = [...replies.mass.keys()].filter((row) => replies.mass[row] === 0);
  return {
    agreement,
    distances: distancesOf(replies, resampling),
    rateDistances: new Map(rates.map((rate) => [rate.id, rateDistance(replies, rate, resampling)])),
    differences: differencesOf(agreement),
    attributes: byAttribute(replies, main, resampling),
    zeros: main.map((rate) => ({
      baseRate: rate.title,
      count: zeros.length,
      both: zeros.filter((row) => rate.rates[row] === 0).length,
      readings: readingsOfZeros(replies, rate, main),
    })),
  };
}

/** The implied base rate minus each other, and then each counted one minus the model's own. */
function differencesOf(agreement: Agreement): NamedDifference[] {
  const named = (first: string, second: string): NamedDifference => {
    const titleOf = (id: string): string => rateOf(agreement, id)!.title;
    return { titles: [titleOf(first), titleOf(second)], ...agreement.difference(first, second) };
  };
  const ids = agreement.baseRates.map(({ id }) => id);
  const otherRates = ids.filter((id) => id !== "implied");
  const beyondOwn = ids.includes("own") ? otherRates.filter((id) => id.startsWith("counted")) : [];
  return [
    ...otherRates.filter((id) => id !== "implied_sized").map((id) => named("implied", id)),
    ...(ids.includes("implied_sized") ? [named("implied_sized", "implied")] : []),
    ...beyondOwn.map((id) => named(id, "own")),
  ];
}

function byAttribute(
  replies: RecordedReplies,
  rates: readonly BaseRate[],
  resampling: Resampling,
): JudgedReplies["attributes"] {
  const { attributes = [] } = replies;
  const groups = Map.groupBy(attributes.keys(), (row) => attributes[row]!);
  return Array.from(groups, ([attribute, rows]) => {
    const groupRates = rates.map((rate) => ({
      ...rate,
      rates: Float64Array.from(rows, (row) => rate.rates[row]!),
    }));
    return { attribute, agreement: agreementOf(repliesAt(replies, rows), groupRates, resampling) };
  });
}
