import type { Frame } from "@promptnce/core/frame";
import {
  type CorrelationWithPeople,
  noCorrelation,
  type RhoDifference,
  rhoDifference,
  type Resampling,
  type RhoOptions,
  scorecard,
  sharedRhos,
  type SharedRhos,
} from "@promptnce/core/scorecard";
import type { BaseRate } from "./base-rates.ts";
import type { RecordedReplies } from "./data/recorded-replies.ts";
import { columnsOfRate, recordedFrame } from "./recorded-frame.ts";

/** ρ with people's numbers, beside that of two controls. */
export interface ControlledRho extends CorrelationWithPeople {
  /** ρ of the base rate alone, which depends only on y. */
  readonly blindToX: CorrelationWithPeople;
  /** ρ of the mean estimate of an x, which depends only on x. */
  readonly blindToY: CorrelationWithPeople;
}

/** The agreement with human data of PMI with one base rate, and of the rate itself. */
interface BaseRateAgreement extends Pick<BaseRate, "id" | "title"> {
  /** The number of pairs with this base rate, over which all is computed. */
  readonly pairs: number;
  readonly pmi: ControlledRho;
  /** The base rate's agreement with the human P(y | c). */
  readonly rate: CorrelationWithPeople;
}

/** Spearman's ρ between the model's estimates and the human data. */
export interface Agreement {
  readonly replies: RecordedReplies;
  readonly pairs: number;
  readonly units: number;
  /** That of P(y | x, c); its control that is blind to x is the human P(y | c). */
  readonly conditional: ControlledRho;
  /**
   * The agreement without the parts explained by x alone, and by y among x with equally many
   * labels, on logarithms. It does not depend on the base rate. Absent if either repeats too little.
   */
  readonly centred: CorrelationWithPeople | undefined;
  readonly baseRates: readonly BaseRateAgreement[];
  /** ρ of PMI with the first base rate minus that with the second, over the pairs that have both. */
  readonly difference: (first: string, second: string) => RhoDifference;
}

/** That of one base rate; `undefined` if the replies have none with this id. */
export function rateOf({ baseRates }: Agreement, id: string): BaseRateAgreement | undefined {
  return baseRates.find((rate) => rate.id === id);
}

/** The agreement over the pairs that people gave, from resamples of whole units. */
export function agreementOf(
  replies: RecordedReplies,
  baseRates: readonly BaseRate[],
  resampling: Resampling,
): Agreement {
  const frame = recordedFrame(replies, baseRates);
  const options = { ...resampling, unit: replies.unit };
  const conditional = sharedRhos(frame, [0, 1, 2], { ...options, term: "conditional" });
  const alone = { ...frame, columns: frame.columns.slice(0, 1) };
  const [scored] = scorecard(alone, {
    ...options,
    term: "conditional",
    withoutDistances: true,
  }).columns;
  const rated = ratesOf(frame, baseRates, options);
  return {
    replies,
    pairs: frame.pairs,
    units: conditional?.units ?? 0,
    conditional: controlled(conditional, 0),
    centred: scored?.centred,
    baseRates: rated.map(({ agreement }) => agreement),
    difference: (first, second) => {
      const [a, b] = [first, second].map((id) =>
        rated.find(({ agreement }) => agreement.id === id)!,
      );
      return rateDifference(frame, [a!, b!], options);
    },
  };
}

type UnitResampling = Omit<RhoOptions, "term">;

/** A base rate with ρ of all base rates of the same pairs, among which its own are the ones at `at`. */
interface BaseRateScore {
  readonly agreement: BaseRateAgreement;
  readonly column: number;
  readonly shared: SharedRhos | undefined;
  readonly at: number;
}

/** Base rates with the same number of pairs have the same pairs: all, or those with a stated one. */
function ratesOf(
  frame: Frame,
  baseRates: readonly BaseRate[],
  options: UnitResampling,
): readonly BaseRateScore[] {
  const pairsOf = (place: number): number => {
    const { marginal } = frame.columns[columnsOfRate(place)[0]!]!;
    return marginal.filter((rate) => !Number.isNaN(rate)).length;
  };
  const groups = Map.groupBy(baseRates.keys(), pairsOf);
  const rated = Array.from(groups, ([pairs, places]) => {
    const shared = sharedRhos(frame, places.flatMap(columnsOfRate), { ...options, term: "pmi" });
    const columns = places.map((place) => columnsOfRate(place)[0]!);
    const rates = sharedRhos(frame, columns, { ...options, term: "marginal" });
    return places.map((place, i) => {
      const { id, title } = baseRates[place]!;
      const pmi = controlled(shared, 3 * i);
      const agreement = { id, title, pairs, pmi, rate: rates?.rhos[i] ?? noCorrelation };
      return { place, agreement, column: columns[i]!, shared, at: 3 * i };
    });
  });
  return rated.flat().toSorted((a, b) => a.place - b.place);
}

function rateDifference(
  frame: Frame,
  [first, second]: readonly [BaseRateScore, BaseRateScore],
  options: UnitResampling,
): RhoDifference {
  const { shared } = first;
  const found =
    shared === second.shared
      ? shared?.difference(first.at, second.at)
      : rhoDifference(frame, [first.column, second.column], { ...options, term: "pmi" });
  return found ?? noDifference;
}

function controlled(shared: SharedRhos | undefined, at: number): ControlledRho {
  const [rho = noCorrelation, blindToX = noCorrelation, blindToY = noCorrelation] =
    shared?.rhos.slice(at) ?? [];
  return { ...rho, blindToX, blindToY };
}

const noDifference: RhoDifference = {
  difference: Number.NaN,
  standardError: Number.NaN,
  low: Number.NaN,
  high: Number.NaN,
  p: Number.NaN,
  undefinedReplicates: 0,
  pairs: 0,
  first: noCorrelation,
  second: noCorrelation,
};
