import { isClamped } from "@promptnce/core/information";
import { drawFigure, type DrawnFigure, type PairRow } from "#report";

interface Shown {
  readonly task: string;
  readonly model: string;
  readonly pairs: readonly PairRow[];
  readonly simulated: string | undefined;
}

/** The distribution of the estimates of all methods that give both terms. */
export function spreadFigures({ pairs, simulated }: Shown): DrawnFigure[] {
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
 * Estimated against counted values, a panel a method, without the pairs that a prompt has shown. What a method without
 * a base rate gives for a PMI is log P̂(y|x), which is on no scale with it: it has a panel for P(y|x) alone.
 */
export function peopleFigures({ task, model, pairs: all, simulated }: Shown): DrawnFigure[] {
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
