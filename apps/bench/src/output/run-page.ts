import { countText, percentText, listText } from "@promptnce/core/errors";
import { rawTexts } from "@promptnce/engine/run";
import { drawFigure, type DrawnFigure, type PageContent } from "@promptnce/report";
import type { RunResult } from "../run/run.ts";
import { type FoundLimit, foundLimitText } from "@promptnce/rows/summary";
import { realAnswers } from "./real-answers.ts";
import {
  AS_BASELINE,
  HIGHEST,
  NO_BETTER,
  NO_BETTER_THAN_BASELINE,
  runOutcome,
  type RunOutcome,
  BASELINE_HIGHEST,
  UNSHOWN,
} from "./run-outcome.ts";

/** The figures of a run, by the id of their experiment. */
export function drawnFigures({ reports }: RunResult): Map<string, DrawnFigure[]> {
  return new Map(reports.map(({ id, figures }) => [id, figures.flatMap(drawFigure)]));
}

/** The contents of the page of a benchmark run. */
export function runPage(
  result: RunResult,
  figures: ReadonlyMap<string, readonly DrawnFigure[]>,
  limits: readonly FoundLimit[],
): PageContent {
  const { results, config, asks, reports, left, unreadable, manifest } = result;
  const { models, studies } = results;
  const outcome = runOutcome(result.tables);
  const simulated = models.every((model) => model.simulated);
  const questions = asks.reduce((sum, { questions: asked }) => sum + asked.length, 0);
  const share = percentText(unreadable.length / Math.max(1, questions));
  const failed = result.asked.reduce((sum, asked) => sum + asked.failed, 0);
  const datasets = studies.map(({ dataset }) => dataset.name).join(", ");
  const respondents = `${models.map(({ label }) => label).join(", ")}${simulated ? " (no language model)" : ""}`;
  const leading = leadOf(reports, outcome);
  const drawn = [...figures.values()].flat().find(({ name }) => name === leading.figure?.name);
  return {
    title: "PromptNCE benchmark",
    generator: "promptnce bench",
    simulated: results.simulated(studies.map(({ dataset }) => dataset)),
    facts: [
      ["Asked", models.map(({ provider, model }) => `${model} (${provider})`).join(", ")],
      ...(result.unsent.length > 0 ? [["Not sent", result.unsent.join("; ")] as const] : []),
      ...(config.mode === "faithful" ? [] : [["Mode", config.mode] as const]),
      ["Datasets", datasets],
      ["Pairs", `${config.pairs} for evaluation, ${config.dev} for development, per dataset`],
      ["Questions", countText(questions)],
      ["Unreadable", `${countText(unreadable.length)} (${share})`],
      ...(failed > 0 ? [["Of these, failed", countText(failed)] as const] : []),
      ["Seed", config.seed],
    ],
    ...(simulated && { opening: realAnswers() }),
    first: {
      verdict: runVerdict(outcome, simulated, leading.finding),
      said: [
        `${respondents} answered ${countText(questions)} questions about ${config.pairs} pairs of each dataset (${datasets}): how likely is y given x, and how likely is y overall? A method is good if its PMI ranks the pairs as people's answers do: ρ is 1 if it does and 0 by chance.`,
      ],
      figure: drawn && { ...drawn, name: "verdict" },
    },
    outcome,
    sections: [
      ...(limits.length > 0 ? [limitsSection(limits)] : []),
      ...reportSections(reports, figures, leading.figure?.name),
      {
        id: "raw",
        folded: true,
        title: "Raw replies",
        points: [...result.served, ...rawPoints(result)],
        tables: [],
        figures: [],
      },
    ],
    left,
    pairs: result.pairs,
    pairsIntro: `Every evaluation pair at K = ${config.k}, with the questions asked about it.`,
    unreadable,
    manifest,
  };
}

/**
 * The figure of the first screen: the bars of Figure 1. Where no method is ranked by PMI, it is
 * that of the first experiment with a finding of its own, which is then the headline.
 */
function leadOf(reports: RunResult["reports"], outcome: RunOutcome | undefined) {
  const bars = reports.flatMap(({ figures }) => figures).find(({ kind }) => kind === "bars");
  if (outcome !== undefined || bars !== undefined) return { figure: bars };
  const found = reports.find(({ finding }) => finding !== undefined);
  return { figure: found?.figures[0], finding: found?.finding };
}

function limitsSection(limits: readonly FoundLimit[]) {
  const points = limits.map(foundLimitText);
  return { id: "limits", title: "What limits this result", points, tables: [], figures: [] };
}

/**
 * The experiments of the paper's main text, which stand open on the page; all others are folded.
 */
const MAIN = ["structure", "conditional", "pmi", "case-study"];

/**
 * A section per experiment, and per main experiment a folded one with its scatter plots. The figure
 * of the first screen is not repeated. Nothing but scatter plots is folded where no experiment of
 * the main text was run.
 */
function reportSections(
  reports: RunResult["reports"],
  drawn: ReadonlyMap<string, readonly DrawnFigure[]>,
  first: string | undefined,
): PageContent["sections"] {
  const hasMain = reports.some(({ id }) => MAIN.includes(id));
  return reports.flatMap(({ id, title, tables, figures }) => {
    const folded = hasMain && !MAIN.includes(id);
    const scatters = new Set(
      figures.filter(({ kind }) => kind === "scatter").map(({ name }) => name),
    );
    const shown = (drawn.get(id) ?? []).filter(({ name }) => name !== first);
    const section = {
      id,
      title,
      folded,
      ...(folded && { wholeIn: "tables" }),
      tables,
      figures: shown.filter(({ name }) => folded || !scatters.has(name)),
    };
    const pairs = shown.filter(({ name }) => !folded && scatters.has(name));
    if (pairs.length === 0) return [section];
    const pairByPair = {
      id: `${id}-pairs`,
      title: `Pair by pair: ${title}`,
      folded: true,
      tables: [],
      figures: pairs,
    };
    return [section, pairByPair];
  });
}

/**
 * The quality of the raw replies, before any correction, by model, dataset and kind of question.
 */
function rawPoints({ asks, asked }: RunResult): string[] {
  return asks.flatMap(({ subject, provider }, i) =>
    rawTexts(asked[i]?.raw ?? {}).map((text) => `${provider.model} on ${subject}, ${text}.`),
  );
}

const OWN = "PromptNCE";

/**
 * The finding of an experiment, or how PromptNCE does by dataset (and model), in a sentence or two.
 */
export function runVerdict(
  outcome: RunOutcome | undefined,
  simulated: boolean,
  finding?: string,
): string {
  const rehearsed = (text: string): string => (simulated ? `In this rehearsal: ${text}` : text);
  if (finding !== undefined) return rehearsed(finding);
  if (outcome === undefined)
    return "This run did not ask which method estimates PMI best; its tables are below.";
  const stands = Map.groupBy(outcome.lines, standOf);
  const about = (key: string) => listText(stands.get(key)?.map((line) => line.about) ?? [], "and");
  const ranked = [...stands.keys()].filter((key) =>
    /^(best|among|behind|not told apart from|not shown to beat)/.test(key),
  );
  const clauses = ranked.map((key) => `${key} on ${about(key)}`);
  const unranked = [...stands.keys()].filter((key) => !ranked.includes(key));
  const sentences = [
    ...(clauses.length > 0 ? [`${OWN} is ${clauses.join("; ")}.`] : []),
    ...unranked.map((key) => `On ${about(key)} ${key}.`),
  ].join(" ");
  return rehearsed(sentences);
}

/** The performance of PromptNCE on one dataset, or the sentence that replaces it. */
function standOf({ said, results, likeChance }: RunOutcome["lines"][number]): string {
  const names = results.map(({ name }) => name);
  if (names.length === 0) return said;
  if ([HIGHEST, UNSHOWN, BASELINE_HIGHEST, NO_BETTER_THAN_BASELINE].includes(said))
    return `${names[0]} is ${said}`;
  if (likeChance.includes(OWN)) return `${OWN} was not shown to rank better than chance`;
  if (!names.includes(OWN)) return `behind ${listText(names, "and")}`;
  if (said.startsWith(NO_BETTER)) return said;
  if (names.length === 1) return "best alone";
  return said === AS_BASELINE ? "not shown to beat base rates alone" : "among the best";
}
