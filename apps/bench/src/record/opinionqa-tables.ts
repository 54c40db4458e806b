import { columns, type Column, type Table, type Value } from "@promptnce/report";
import { type Agreement, rateOf } from "./agreement.ts";
import { measuredRho } from "../scoring/marked-statistics.ts";
import {
  controlledCells,
  controlledColumns,
  differenceCells,
  distanceCell,
  worthCells,
  worthColumns,
} from "./measured.ts";
import { readingTitles, type Reading } from "./zeros.ts";
import type { JudgedReplies } from "./judged-replies.ts";
import type { WayDifference } from "./ways.ts";

/** The first cells of a row: a model and its way of asking. */
const modelColumns: readonly Column[] = columns({ model: "Model", way: "Way of asking" });

const whoOf = ({ replies: { model, way } }: Agreement): readonly Value[] => [model, way];

const intervalNote =
  "±: standard error. From and to: 95 % interval. Whole questions are resampled, because the pairs of one question share its errors.";

/**
 * ρ of PMI in context by base rate, one row per model and way of asking: the record's first table.
 */
export function baseRatesTable(all: readonly JudgedReplies[]): Table {
  const [first] = all;
  const rates = first?.agreement.baseRates ?? [];
  const titles = Object.fromEntries(rates.map(({ id, title }) => [id, title]));
  return {
    name: "record-base-rates",
    title: "OpinionQA: ρ with people's PMI, by base rate",
    simulated: undefined,
    columns: [
      ...modelColumns,
      ...columns({
        pairs: "Pairs",
        unreadable: "Unreadable x",
        own_pairs: "Pairs with own P(y)",
        unstated: "Questions without own P(y)",
      }),
      ...columns({ conditional: "ρ of P(y|x)", rate: "ρ of own P(y)", ...titles }, 4),
    ],
    rows: all.map(({ agreement }) => {
      const own = rateOf(agreement, "own");
      return [
        ...whoOf(agreement),
        agreement.pairs,
        agreement.replies.unreadable.x,
        own?.pairs,
        agreement.replies.unreadable.baseRates,
        agreement.conditional.rho,
        own?.rate.rho,
        ...agreement.baseRates.map(({ pmi }) => pmi.rho),
      ];
    }),
    notes: [
      "Unreadable x: replies whose masses are all 0. They are left out, as an empty reply says nothing. Where a model states no base rate for a question (all masses are 0), the question is left out of the columns that need one, so these have fewer pairs. The table of differences compares two base rates on the same pairs.",
      "Spearman's ρ over pairs of a group and an answer; a base rate is that of a question among the groups of one attribute. A mass of exactly 0 counts as 1e-6. Equal PMIs are ties.",
      "Own: what the model said about nobody in particular. Counted: people's, which the paper calls the oracle. Own, with N counted: moved towards the answers of N people per context. Implied: the mean of the model's own conditionals over the groups; by size, weighted by how many people of each group answered.",
    ],
    brief: [
      "model",
      "way",
      "pairs",
      "unreadable",
      "own_pairs",
      "conditional",
      "rate",
      "own",
      "counted",
      "counted_50",
      "counted_1000",
      "implied",
      "implied_sized",
    ],
  };
}

/** ρ of PMI with each base rate, its interval and controls. */
export function pmiTable(all: readonly JudgedReplies[]): Table {
  return {
    name: "record-pmi",
    title: "OpinionQA: PMI with each base rate, beside predictors that ignore x or y",
    simulated: undefined,
    columns: [
      ...modelColumns,
      ...columns({ base_rate: "Base rate", pairs: "Pairs" }),
      ...controlledColumns("PMI"),
      ...columns({ rate_rho: "ρ of P(y)", rate_distance: "TV of P(y)" }, 3),
    ],
    rows: all.flatMap(({ agreement, rateDistances }) =>
      agreement.baseRates.map(({ id, title, pairs, pmi, rate }) => [
        ...whoOf(agreement),
        title,
        pairs,
        ...controlledCells(pmi),
        measuredRho(rate),
        distanceCell(rateDistances.get(id)!),
      ]),
    ),
    notes: [
      intervalNote,
      "Blind to x: −ln of that base rate alone. Blind to y: the mean PMI of each group over its answers. TV: total variation distance of the base rate from people's.",
    ],
  };
}

/** The conditional alone: its agreement, its distances and its worth in people. */
export function conditionalTable(all: readonly JudgedReplies[]): Table {
  return {
    name: "record-conditional",
    title: "OpinionQA: the conditional P(y|x), beside predictors that ignore x or y",
    simulated: undefined,
    columns: [
      ...modelColumns,
      ...controlledColumns("P(y|x)"),
      ...columns({ centred: "Centred ρ" }, 3),
      ...columns({ distance: "TV", divergence: "JS", steps: "EMD" }, 3),
      ...worthColumns,
    ],
    rows: all.map(({ agreement, distances }) => [
      ...whoOf(agreement),
      ...controlledCells(agreement.conditional),
      agreement.centred && measuredRho(agreement.centred),
      distanceCell(distances.totalVariation),
      distanceCell(distances.jensenShannon),
      distances.earthMovers && distanceCell(distances.earthMovers),
      ...worthCells(distances.worth),
    ]),
    notes: [
      intervalNote,
      "Blind to x: people's own P(y). Blind to y: the model's mean mass of a group's answers. Centred: ρ after what the group alone, and the answer among groups with equally many answers, say is subtracted from both, on the log scale; no base rate changes it.",
      "TV: total variation distance from people's, from 0 to 1. JS: Jensen–Shannon divergence in nats. EMD: earth mover's distance in steps from an answer to the next, for questions whose answers are ordered. Worth: a sample of so many people of a group would, on average, be as far from the whole group.",
    ],
    brief: [
      "model",
      "way",
      "rho",
      "blind_x",
      "centred",
      "distance",
      "steps",
      "people",
      "people_low",
      "people_high",
    ],
  };
}

/** Differences of ρ of PMI between base rates. */
export function differencesTable(all: readonly JudgedReplies[]): Table {
  return {
    name: "record-differences",
    title: "OpinionQA: differences of ρ between base rates",
    simulated: undefined,
    columns: [
      ...modelColumns,
      ...columns({ first: "Base rate", second: "less that of", pairs: "Pairs" }),
      ...columns({ difference: "Difference", low: "from", high: "to" }, 3),
      ...columns({ p: "p" }, 4),
    ],
    rows: all.flatMap(({ agreement, differences }) =>
      differences.map((found) => [
        ...whoOf(agreement),
        ...found.titles,
        found.pairs,
        ...differenceCells(found),
        found.p,
      ]),
    ),
    notes: [
      `${intervalNote} A difference is over the pairs that have both base rates, on the same resamples. Each p is for one difference, without correction.`,
    ],
  };
}

/** ρ of P(y|x) when asked for masses, beside each other way of asking the same model. */
export function waysTable(ways: readonly WayDifference[]): Table {
  return {
    name: "record-ways",
    title: "OpinionQA: ρ of P(y|x) when asked for masses, less that of another way of asking",
    simulated: undefined,
    columns: [
      ...columns({ model: "Model", way: "Other way of asking", pairs: "Pairs" }),
      ...columns({ verbal: "ρ, verbal", other: "ρ, other way" }, 3),
      ...columns({ difference: "Difference", low: "from", high: "to" }, 3),
    ],
    rows: ways.map((found) => [
      found.model,
      found.way,
      found.pairs,
      found.first.rho,
      found.second.rho,
      ...differenceCells(found),
    ]),
    notes: [
      `${intervalNote} Both ways on the pairs that can be read in both, on shared resamples.`,
    ],
  };
}

/** ρ of PMI within the groups of each attribute. */
export function attributesTable(all: readonly JudgedReplies[]): Table {
  const titles = {
    own: "PMI, own",
    counted: "PMI, counted",
    implied: "PMI, implied",
    implied_sized: "PMI, implied by size",
  };
  const rates = Object.keys(titles);
  return {
    name: "record-attributes",
    title: "OpinionQA: ρ with people's PMI, by attribute of the groups",
    simulated: undefined,
    columns: [
      ...modelColumns,
      ...columns({ attribute: "Attribute", pairs: "Pairs" }),
      ...columns(
        {
          conditional: "P(y|x)",
          ...titles,
          implied_less_counted: "Implied less counted",
          low: "from",
          high: "to",
        },
        3,
      ),
    ],
    rows: all.flatMap(({ attributes }) =>
      attributes.map(({ attribute, agreement }) => [
        ...whoOf(agreement),
        attribute,
        agreement.pairs,
        measuredRho(agreement.conditional),
        ...rates.map((id) => {
          const baseRate = rateOf(agreement, id);
          return baseRate && measuredRho(baseRate.pmi);
        }),
        ...differenceCells(agreement.difference("implied", "counted")),
      ]),
    ),
    notes: [intervalNote],
  };
}

/** ρ of PMI under each reading of zeros. */
export function zerosTable(all: readonly JudgedReplies[]): Table {
  const readings = Object.keys(readingTitles) as Reading[];
  return {
    name: "record-zeros",
    title: "OpinionQA: ρ with people's PMI, by how zeros are read",
    simulated: undefined,
    columns: [
      ...modelColumns,
      ...columns({ base_rate: "Base rate", zeros: "Zeros", both: "0 / 0" }),
      ...columns(readingTitles, 4),
    ],
    rows: all.flatMap(({ agreement, zeros }) =>
      zeros.map(({ baseRate, count, both, readings: rhos }) => [
        ...whoOf(agreement),
        baseRate,
        count,
        both,
        ...readings.map((reading) => rhos[reading]),
      ]),
    ),
    notes: [
      "Zeros: masses that are exactly 0. 0 / 0: pairs whose mass and base rate are both exactly 0. They have no PMI, and are ranked as 0 unless left out. Left out: pairs with a mass or any of these base rates of 0, or without one, are left out for all base rates, so this ρ has fewer pairs. Logarithms subtracted: as 1e-6, but rounding breaks ties.",
    ],
  };
}
