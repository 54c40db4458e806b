import { isClamped } from "@promptnce/core";
import type { ScatterFigure } from "@promptnce/report";
import type { Results } from "../../study/results.ts";

type Panel = ScatterFigure["panels"][number];
type Points = Panel["points"];

export interface ScatterOptions {
  readonly term: "conditional" | "marginal" | "pmi";
  readonly methods: readonly string[];
  readonly titles?: Readonly<Record<string, string>>;
  readonly k: number;
}

const names = { conditional: "P(y|x)", marginal: "P(y)", pmi: "PMI" } as const;

/** Estimated against true values, with the least-squares line and the isotonic map of the points. */
export function scatterFigure(results: Results, options: ScatterOptions): ScatterFigure {
  const { term, methods, titles, k } = options;
  const panels = results.studies.flatMap((study) =>
    results.models.flatMap((model) =>
      methods.map((id): Panel => {
        const job = study.job(id, { k });
        const points = distinct(
          term,
          model.outcomes(job).flatMap(({ trial, estimate }) => {
            const value = estimate[term];
            if (value === undefined) return [];
            const pair = term === "marginal" ? trial.y : trial.id;
            const clamped = term === "pmi" && isClamped(estimate);
            return [{ pair, estimate: value, truth: trial[term], ...(clamped && { clamped }) }];
          }),
        );
        const method = titles?.[id] ?? job.method.title;
        return { dataset: study.dataset.name, model: model.label, method, points };
      }),
    ),
  );
  return {
    kind: "scatter",
    name: `${term}-scatter`,
    title: `Estimated against true ${names[term]}`,
    simulated: results.simulated(
      results.studies.map(({ dataset }) => dataset),
      "model",
    ),
    term,
    panels: panels.filter(({ points }) => points.length > 0),
  };
}

/** A base rate belongs to a label, however many pairs have it. */
function distinct(term: ScatterOptions["term"], points: Points): Points {
  if (term !== "marginal") return points;
  return [...new Map(points.map((point) => [point.pair, point])).values()];
}
