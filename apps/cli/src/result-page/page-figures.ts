import { isClamped } from "@promptnce/core/information";
import { drawFigure, type DrawnFigure, type PairRow } from "#report";

interface FigurePairs {
  readonly task: string;
  readonly model: string;
  readonly pairs: readonly PairRow[];
  readonly simulated: string | undefined;
}

/** The distribution of the estimates of all methods that give both terms. */
export function spreadFigures({ pairs, simulated }: FigurePairs): DrawnFigure[] {
  const points = pairs.flatMap(({ x, y, estimates }) =>
    estimates.flatMap(({ method, conditional, marginal, pmi }) =>
      conditional === undefined || marginal === undefined || pmi === undefined
        ? []
        : [{ method, pair: `${x} → ${y}`, conditional, marginal, pmi }],
    ),
  );
  if (points.length === 0) return [];
  return drawFigure({ kind: "terms", name: "spread", title: "Estimated PMI", simulated, points });
}

const titles = { conditional: "P(y|x)", pmi: "PMI" } as const;

/**
 * Estimated against counted values, with one panel per method, without pairs that a prompt showed.
 * A method without a base rate has log P̂(y|x) in place of PMI, which is on another scale, so it
 * has only a panel for P(y|x).
 */
export function peopleFigures({ task, model, pairs: all, simulated }: FigurePairs): DrawnFigure[] {
  const pairs = all.filter(({ shown }) => shown !== true);
  const methods = new Set(pairs.flatMap(({ estimates }) => estimates.map(({ method }) => method)));
  return (["pmi", "conditional"] as const).flatMap((term) => {
    const panels = [...methods].flatMap((method) => {
      const points = pairs.flatMap(({ x, y, [term]: truth, estimates }) => {
        const result = estimates.find((candidate) => candidate.method === method);
        const estimate =
          term === "pmi" && result !== undefined && isConditionalAlone(result)
            ? undefined
            : result?.[term];
        const clamped = term === "pmi" && result !== undefined && isClamped(result);
        return truth === undefined || estimate === undefined || !Number.isFinite(estimate)
          ? []
          : [{ pair: `${x} → ${y}`, estimate, truth, ...(clamped && { clamped }) }];
      });
      return points.length < 3 ? [] : [{ dataset: task, model, method, points }];
    });
    if (panels.length === 0) return [];
    const title = `Estimated against counted ${titles[term]}`;
    return drawFigure({ kind: "scatter", name: `people-${term}`, title, simulated, term, panels });
  });
}

/** Whether the value given for a PMI is the logarithm of P̂(y|x) alone. */
function isConditionalAlone({ conditional, marginal }: PairRow["estimates"][number]): boolean {
  return conditional !== undefined && marginal === undefined;
}
