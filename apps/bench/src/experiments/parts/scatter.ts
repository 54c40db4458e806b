import { isClamped } from "@promptnce/core/information";
import type { ScatterFigure } from "@promptnce/report";
import { labelKey } from "../../study/in-contexts.ts";
import type { Results } from "../../study/results.ts";

interface ScatterOptions extends Pick<ScatterFigure, "term"> {
  readonly methods: readonly string[];
  readonly titles?: Readonly<Record<string, string>>;
  readonly k: number;
}

const names = { conditional: "P(y|x)", marginal: "P(y)", pmi: "PMI" } as const;

/** A figure of estimated against true values. */
export function scatterFigure(
  results: Results,
  { term, methods, titles, k }: ScatterOptions,
): ScatterFigure {
  const panels = results.studies.flatMap((study) =>
    results.models.flatMap((model) =>
      methods.map((id) => {
        const job = study.job(id, { k });
        const points = model.outcomes(job).flatMap(({ trial, estimate: terms }) => {
          const { [term]: estimate } = terms;
          if (estimate === undefined) return [];
          const clamped = term === "pmi" && isClamped(terms);
          // A base rate belongs to a label, however many pairs share it.
          const pair = term === "marginal" ? labelKey(trial) : trial.id;
          return [{ pair, estimate, truth: trial[term], ...(clamped && { clamped }) }];
        });
        return {
          dataset: study.dataset.name,
          model: model.label,
          method: titles?.[id] ?? job.method.title,
          points: [...new Map(points.map((point) => [point.pair, point])).values()],
        };
      }),
    ),
  );
  return {
    kind: "scatter",
    name: `${term}-scatter`,
    title: `Estimated against true ${names[term]}`,
    simulated: results.simulated(results.studies.map(({ dataset }) => dataset)),
    term,
    panels: panels.filter(({ points }) => points.length > 0),
  };
}
