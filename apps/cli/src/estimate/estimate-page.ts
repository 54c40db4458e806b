import { asFlag } from "#command/errors";
import { queriesOf, questionOf } from "@promptnce/core";
import type { StoredReplies } from "@promptnce/engine";
import { rawTexts } from "@promptnce/engine/run";
import { inputText } from "@promptnce/rows/input";
import {
  limitTexts,
  nextSteps,
  pairsText,
  type Extremes,
  type MethodSummary,
  type SummaryFacts,
} from "@promptnce/rows/summary";
import { pairTruth } from "@promptnce/rows/survey";
import { pairEstimate, resultPage, unreadableFact } from "../result-page/result-page.ts";
import { type PageContent, type PairRow, WantedQuestions } from "#report";
import { countText } from "@promptnce/core/errors";
import type { DrawnUnits } from "./answer-and-write.ts";
import type { AnswerSource, EstimateSetup, EstimateTask } from "./estimate-setup.ts";

export interface EstimatePageParts {
  readonly task: EstimateSetup["task"];
  readonly survey: EstimateSetup["survey"];
  /** Ids of the pairs that a grounded prompt shows. */
  readonly shown: EstimateSetup["shown"];
  readonly provider: AnswerSource["provider"];
  readonly asked: AnswerSource["asked"];
  /** The display name of the rows. */
  readonly rows: string;
  readonly facts: SummaryFacts;
  readonly methods: readonly MethodSummary[];
  readonly extremes: Extremes;
  readonly drawn: DrawnUnits;
  readonly replies: StoredReplies;
  readonly manifest: object;
}

/** The page of an estimate: one self-contained file. */
export async function estimatePage(parts: EstimatePageParts): Promise<string> {
  const { rows, facts, methods, extremes, drawn, asked, task, provider, manifest } = parts;
  const { people } = parts.survey;
  const pairs = await pagePairs(drawn, { ...parts, people });
  const all = drawn.seen === drawn.kept.length;
  const { unreadable: unreadableCount, unreadableReplies: unreadable } = asked;
  return resultPage({
    title: `PMI of ${rows}`,
    generator: "promptnce estimate",
    simulated: facts.simulated
      ? `The answers are those of ${facts.respondent}: a rehearsal.`
      : undefined,
    task: task.name,
    model: provider.model,
    facts: factsOf(parts),
    methods,
    extremes,
    limits: limitTexts(facts, methods),
    next: nextSteps(facts, methods, asFlag),
    raw: rawTexts(asked.raw).map((text) => `${text}.`),
    pairs,
    pairsIntro: all
      ? "Every pair, with the questions asked about it."
      : `${countText(pairs.pairs.length)} pairs, drawn at random. The figures on this page show them. The table of methods and the most and least informative pairs are from all rows, and the results file has every pair.`,
    unreadable,
    ...(unreadableCount > unreadable.length && {
      unreadableIntro: `${countText(unreadableCount)} replies could not be read. The first ${unreadable.length} are shown here; all are counted and kept in the store.`,
    }),
    manifest,
  });
}

function factsOf({ facts, methods, task }: EstimatePageParts): PageContent["facts"] {
  const { respondent, inputs, labels, k, candidateSets, questions, cost, seed } = facts;
  return [
    ["Asked", respondent],
    ["Task", task.name],
    ["Pairs", `${pairsText(facts)}, ${countText(inputs)} different inputs`],
    ...(candidateSets
      ? [["Labels shown (K of L)", `${Math.min(k, labels)} of ${countText(labels)}`] as const]
      : []),
    ["Questions", countText(questions)],
    unreadableFact(methods),
    ...(cost === undefined ? [] : [["Cost", cost] as const]),
    ["Seed", seed],
  ];
}

interface PagePairsOptions {
  readonly task: EstimateTask;
  readonly shown: EstimateSetup["shown"];
  readonly replies: StoredReplies;
  /**
   * The provider as it asked, because its settings are part of the keys that its replies are stored
   * under.
   */
  readonly provider: AnswerSource["provider"];
  readonly people: EstimateSetup["survey"]["people"];
}

/** The drawn pairs in the order of the rows, with their questions and replies from the store. */
export async function pagePairs(
  { kept }: DrawnUnits,
  { task, people, shown, provider, replies }: PagePairsOptions,
): Promise<PageContent["pairs"]> {
  const wanted = new WantedQuestions();
  const { findTemplate } = task;
  const how = findTemplate && { provider, findTemplate };
  const rows = new Map<string, PairRow>();
  for (const { unit, estimates } of kept.toSorted((a, b) => a.unit.row.line - b.unit.row.line)) {
    const { row } = unit;
    for (const [trial, trialEstimates] of Map.groupBy(estimates, (estimated) => estimated.trial)) {
      const { id, x, y } = trial;
      // If several rows give the same pair, the first counts.
      if (rows.has(id)) continue;
      rows.set(id, {
        dataset: task.name,
        model: provider.model,
        pair: `line ${row.line}`,
        x: inputText(task.fields, x),
        y,
        ...(trial.context && { context: Object.values(trial.context).join(" / ") }),
        ...(people && pairTruth(people, row.key, trial)),
        ...(shown.has(id) && { shown: true }),
        estimates: trialEstimates.map((estimated) => {
          if (how === undefined) return pairEstimate(estimated, []);
          const questions = queriesOf(estimated.method.estimator, trial).map((query) =>
            questionOf(query, task.name),
          );
          return pairEstimate(estimated, wanted.placesOf(questions, how));
        }),
      });
    }
  }
  return { pairs: [...rows.values()], questions: await wanted.readFrom(replies) };
}
