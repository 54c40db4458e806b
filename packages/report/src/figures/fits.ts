import { isotonicFit, leastSquares, logProbability } from "@promptnce/core";
import type { ScatterFigure } from "./figure.ts";

type Panel = ScatterFigure["panels"][number];

/**
 * The least-squares line of truth on estimate, of their logarithms where they are probabilities, since
 * that is how they are drawn, and the isotonic map; neither where estimates do not vary.
 */
export function fits(points: Panel["points"], term: ScatterFigure["term"]): Pick<Panel, "line" | "isotonic"> {
  const estimates = points.map(({ estimate }) => estimate);
  const truth = points.map((point) => point.truth);
  if (new Set(estimates).size < 2) return {};
  const scale = term === "pmi" ? (value: number) => value : logProbability;
  const { slope, intercept } = leastSquares(estimates.map(scale), truth.map(scale));
  const { x, y } = isotonicFit(estimates, truth);
  return {
    line: { slope, intercept },
    isotonic: Array.from(x, (estimate, i) => ({ estimate, truth: y[i] as number })),
  };
}
