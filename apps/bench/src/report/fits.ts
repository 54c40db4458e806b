import { isotonicFit, leastSquares } from "@promptnce/core";
import type { ScatterFigure } from "../figure.ts";

type Panel = ScatterFigure["panels"][number];

/** The least-squares line and the isotonic map of truth on estimate; neither where estimates do not vary. */
export function fits(points: Panel["points"]): Pick<Panel, "line" | "isotonic"> {
  const estimates = points.map(({ estimate }) => estimate);
  const truth = points.map((point) => point.truth);
  if (new Set(estimates).size < 2) return {};
  const { slope, intercept } = leastSquares(estimates, truth);
  const { x, y } = isotonicFit(estimates, truth);
  return {
    line: { slope, intercept },
    isotonic: Array.from(x, (estimate, i) => ({ estimate, truth: y[i] as number })),
  };
}
