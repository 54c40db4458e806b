import { rawTexts } from "@promptnce/providers/run";
import type { RunResult } from "../run/run.ts";
import { drawFigure, type DrawnFigure, type PageContent } from "@promptnce/report";
import { runLimits } from "./run-limits.ts";
import { runOutcome } from "./run-outcome.ts";
import { firstScreen } from "./run-verdict.ts";

/** The figures of a run, by the id of their experiment. */
export function drawnFigures({ reports }: Pick<RunResult, "reports">): Map<string, DrawnFigure[]> {
  return new Map(reports.map(({ id, figures }) => [id, figures.flatMap(drawFigure)]));
}

/** What the page of a run of the benchmark shows. */
export function runPage(result: RunResult, figures: ReadonlyMap<string, readonly DrawnFigure[]>): PageContent {
  const { results, config, asks, reports, left, unreadable, manifest } = result;
  const outcome = runOutcome(result.tables);
  const questions = asks.reduce((sum, { questions: own }) => sum + own.length, 0);
  const share = (100 * unreadable.length) / Math.max(1, questions);
  const failed = result.asked.reduce((sum, asked) => sum + asked.failed, 0);
  return {
    title: "PromptNCE benchmark",
    generator: "promptnce bench",
    simulated: results.simulated(results.studies.map(({ dataset }) => dataset)),
    facts: [
      ["Asked", results.models.map(({ provider, model }) => `${model} (${provider})`).join(", ")],
      ...(result.unsent.length > 0 ? [["Not sent", result.unsent.join("; ")] as const] : []),
      ...(config.mode === "faithful" ? [] : [["Mode", config.mode] as const]),
      ["Datasets", results.studies.map(({ dataset }) => dataset.name).join(", ")],
      ["Pairs", `${config.pairs} evaluation, ${config.dev} development a dataset`],
      ["Questions", questions.toLocaleString("en")],
      ["Unreadable", `${unreadable.length.toLocaleString("en")} (${share.toFixed(1)} %)`],
      ...(failed > 0 ? [["Of these, failed", failed.toLocaleString("en")] as const] : []),
      ...(result.served.length > 0 ? [["Answers", result.served.join(" ")] as const] : []),
      ["Seed", config.seed],
    ],
    first: firstScreen(result, outcome, { questions, figures }),
    outcome,
    sections: [
      { id: "limits", title: "What limits this result", points: runLimits(result), tables: [], figures: [] },
      ...reports.map(({ id, title, tables }) => ({ id, title, tables, figures: figures.get(id) ?? [] })),
      { id: "raw", title: "The replies as they came", points: rawPoints(result), tables: [], figures: [] },
    ],
    left,
    pairs: result.pairs,
    pairsIntro: `Every evaluation pair at K = ${config.k}, with what was asked about it.`,
    unreadable,
    manifest,
  };
}

/** What the replies were like before anything was put right, by model, dataset and kind of question. */
function rawPoints({ asks, asked }: Pick<RunResult, "asks" | "asked">): string[] {
  return asks.flatMap(({ subject, provider }, i) =>
    rawTexts(asked[i]?.raw ?? {}).map((text) => `${provider.model} on ${subject}, ${text}.`),
  );
}
