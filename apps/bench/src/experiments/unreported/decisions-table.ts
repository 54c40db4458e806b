import { spearman } from "@promptnce/core/correlation";
import { pairsAt } from "@promptnce/core/frame";
import { resampledMean } from "@promptnce/core/resampling";
import { frameReplicates, frameUnit, RESAMPLING } from "@promptnce/core/scorecard";
import { columns, type Measurement, type Table, type Value } from "@promptnce/report";
import type { AskedCosts, ModelResults, Results } from "../../study/results.ts";
import type { Study } from "../../study/study.ts";
import type { Block, ScoredBlock } from "../../scoring/blocks.ts";
import { errorNote, measuredOf } from "../../scoring/marked-statistics.ts";
import { isEnough, type Score } from "../../scoring/score-block.ts";
import { scoredText } from "../../scoring/scored-text.ts";
import { conditionalBlock, methodLines } from "../parts/method-lines.ts";
import { aloneJob, orderEffect, togetherEffect } from "./decisions-effects.ts";

/** The ways of asking for P(y|x), by the methods that ask so. */
export const decidedWays: ReadonlyMap<Way, WayOfDeciding> = new Map([
  ["promptnce", { title: "among options, with OTHER", kind: "open" }],
  ["marginalnce", { title: "among options, closed", kind: "closed" }],
  ["direct-split", { title: "a statement about y", kind: "conditional" }],
]);

type Way = "promptnce" | "marginalnce" | "direct-split";

interface WayOfDeciding {
  readonly title: string;
  readonly kind: "open" | "closed" | "conditional";
}

/** Up to here two decimals cannot tell a probability from 0. */
const CENSORED = 0.005;

/** Differences of slopes and means below this are rounding error. */
const NOTHING = 1e-9;

/** Whether P(y|x) is people's, a row for each dataset, model and way of asking. */
export function decisionsTable(results: Results, blocks: readonly ScoredBlock[]): Table {
  const { studies, models, config } = results;
  const rows = blocks.flatMap(({ study, scores: byModel }) =>
    models.flatMap((model) => {
      const scores = byModel.get(model)!;
      return Array.from(decidedWays, ([method, { title }], i) => [
        study.dataset.name,
        model.label,
        title,
        ...cells(study, model, {
          method,
          k: config.k,
          rotations: config.rotations,
          score: scores[i]!,
        }),
      ]);
    }),
  );
  return {
    name: "decisions-people",
    title: "Whether a decision model's P(y|x) is people's",
    simulated: results.simulated(studies.map(({ dataset }) => dataset)),
    columns: [
      ...columns({ dataset: "Dataset", model: "Model", way: "Asked", scored: "Scored" }),
      ...columns({ rho: "ρ with P(y|x)", slope: "Slope", low: "Below people by" }, 3),
      ...columns({ distance: "Distance", rounded_away: "Share ≤ .005" }, 3),
      ...columns({ rho_pmi: "ρ with PMI", rho_without: "ρ without those ≤ .005" }, 3),
      ...columns({ order: "Order", together: "Together" }, 3),
      ...columns({ price: "$ for 1,000" }, 4),
      ...columns({ verdict: "Is it what people do?" }),
    ],
    rows,
    notes: [
      "Slope: of the least-squares line from P̂(y|x) to people's P(y|x); below 1, the model is more extreme than people. Below people by: the mean of people's P(y|x) less P̂(y|x), over pairs that people gave. Distance: the mean of their absolute difference.",
      "Share ≤ .005: pairs whose P̂(y|x) is 0 in two decimals. ρ with PMI takes the counted P(y); the next column leaves these pairs out, and so chooses pairs by the model's answers.",
      "Order: the mean absolute difference of P̂(y|x) between the first two orders of the options, where a run asks in several (rotations).",
      "Together: the mean absolute difference of P̂(y|x) between questions that shared a request with others about the same x and the same questions asked alone, where a run puts several into a request (questions-per-request); over the first 100 pairs.",
      priceNote(results),
      "Is it what people do? No, if a method that ignores x or y might do as well, judged as in other tables: base rates alone have a slope of 1 and people's mean. Otherwise the slope decides, then the mean, each beyond 1.96 bootstrap standard errors.",
      errorNote(),
    ],
  };
}

/** The ways of asking, ranked by P(y|x) beside P(y) alone, as other tables rank them. */
export function conditionals(study: Study, k: number): Block {
  const methods = Array.from(decidedWays.keys(), (method) => `${method}:empirical`);
  const lines = methodLines(study, { methods, k, estimated: "conditional" });
  return { ...conditionalBlock(study, lines), withSlopes: true };
}

interface WayOfAsking {
  readonly method: Way;
  readonly k: number;
  readonly rotations: number;
  /** How it ranks P(y|x), and whether it is shown to use x and y. */
  readonly score: Score;
}

function cells(study: Study, model: ModelResults, asked: WayOfAsking): Value[] {
  const { method, k, rotations, score } = asked;
  const job = study.job(`${method}:empirical`, { k });
  const { conditional, pmi } = model.column(job);
  const { frame } = study.scored("conditional");
  const { pairs, truth } = frame;
  const places = [...conditional.keys()].filter((i) => !Number.isNaN(conditional[i]));
  const below = (i: number): number => truth.conditional[i]! - conditional[i]!;
  const { keys } = pairsAt(frame, places);
  const meanBelow = resampledMean(places.map(below));
  const [made] = frameReplicates(keys, frameUnit(keys, "pair"), [meanBelow], RESAMPLING);
  const low = measuredOf(made!);
  const slope = score.slopes![0]!;
  const told = places.filter((i) => conditional[i]! > CENSORED);
  const rhoOf = (among: readonly number[]): number =>
    spearman(
      among.map((i) => pmi[i]!),
      among.map((i) => truth.pmi[i]!),
    );
  const mean = (of: (i: number) => number): number =>
    places.reduce((sum, i) => sum + of(i), 0) / places.length;
  return [
    scoredText({ ...score, pairs }),
    { value: score.rho.value, standardError: score.rho.standardError },
    slope,
    low,
    mean((i) => Math.abs(below(i))),
    1 - told.length / places.length,
    rhoOf(places),
    rhoOf(told),
    rotations > 1 ? orderEffect(study, model, job) : undefined,
    togetherEffect(study, model, aloneJob(study, method, k)),
    priceOf(model.costs(study.dataset), method, rotations),
    isEnough(places.length, pairs)
      ? verdict(slope, low, score.isBeyondBoth === true)
      : "too few answers",
  ];
}

/** US dollars for P(y|x) of 1,000 pairs; a statement has one order. */
function priceOf(
  costs: AskedCosts | undefined,
  method: Way,
  rotations: number,
): number | undefined {
  const { kind } = decidedWays.get(method)!;
  const cost = costs?.perQuestion.get(kind);
  const orders = kind === "conditional" ? 1 : rotations;
  return cost === undefined ? undefined : 1000 * orders * cost;
}

function priceNote({ models, studies }: Results): string {
  const sources = models.flatMap((model) => {
    const [costs] = studies.flatMap(({ dataset }) => model.costs(dataset) ?? []);
    return costs === undefined ? [] : [`${model.label}: ${costs.source}`];
  });
  const whose =
    sources.length === 0
      ? "These cost nothing, or their price is not known."
      : `${sources.join("; ")}.`;
  return `$ for 1,000: US dollars for P(y|x) of 1,000 pairs asked like this, by the tokens stated in the replies. ${whose}`;
}

/**
 * In words: by the slope, then by the mean. Base rates alone have a slope of 1 and the mean of
 * people, so only who is shown to use x and y may be said to do what people do.
 */
function verdict(slope: Measurement, low: Measurement, usesBoth: boolean): string {
  const differs = ({ value, standardError = 0 }: Measurement, from: number): boolean =>
    Math.abs(value - from) > Math.max(NOTHING, 1.96 * standardError);
  if (Number.isNaN(slope.value)) return "no: every pair gets the same number";
  if (!usesBoth) return "no: nothing shows that it knows which y goes with which x";
  if (differs(slope, 1))
    return slope.value < 1 ? "no: more extreme than people" : "no: less extreme than people";
  if (!differs(low, 0)) return "no difference from people is shown";
  const by = Math.abs(low.value).toFixed(2);
  return low.value > 0 ? `no: too low by ${by}` : `no: too high by ${by}`;
}
