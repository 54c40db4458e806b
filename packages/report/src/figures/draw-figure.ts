import Papa from "papaparse";
import type { Figure } from "./figure.ts";
import { drawBars } from "./draw-bars.ts";
import { drawRates } from "./draw-rates.ts";
import { drawScatter } from "./draw-scatter.ts";
import { drawStabilityRuns, drawStabilityVariation } from "./draw-stability.ts";
import { drawSweep } from "./draw-sweep.ts";
import { drawTerms, drawTermsPmi, termsTitle } from "./draw-terms.ts";

/** A figure as it is written: the picture and the data it shows. */
export interface DrawnFigure {
  /** File name without ending. */
  readonly name: string;
  readonly title: string;
  readonly simulated: string | undefined;
  readonly svg: string;
  readonly csv: string;
}

/** The pictures of a figure; what has two kinds of axes is two pictures. */
export function drawFigure(figure: Figure): DrawnFigure[] {
  const { name, title, simulated } = figure;
  const drawn = (svg: string, rows: readonly object[], suffix = "", own = title): DrawnFigure => {
    const marked = rows.map((row) => ({ ...row, simulated: simulated !== undefined }));
    const columns = [...new Set(marked.flatMap((row) => Object.keys(row)))];
    // Where no reply could be read there is nothing to show, and nothing to name columns after.
    const csv = marked.length === 0 ? "" : `${Papa.unparse([...marked], { newline: "\n", columns })}\n`;
    return { name: `${name}${suffix}`, title: own, simulated, svg, csv };
  };
  switch (figure.kind) {
    case "bars": {
      const oracles = figure.oracles.map((oracle) => ({
        ...oracle,
        method: "PromptNCE (empirical)",
      }));
      return [drawn(drawBars(figure), [...figure.bars, ...oracles])];
    }
    case "scatter": {
      const rows = figure.panels.flatMap(({ dataset, model, method, points }) =>
        points.map((point) => ({ dataset, model, method, ...point })),
      );
      return [drawn(drawScatter(figure), rows)];
    }
    case "sweep":
      return [drawn(drawSweep(figure), [...figure.points, ...figure.other])];
    case "rates":
      return [drawn(drawRates(figure), figure.rates)];
    case "terms":
      return [
        drawn(drawTermsPmi(figure), figure.points),
        drawn(drawTerms(figure), figure.points, "-terms", termsTitle(figure)),
      ];
    case "stability": {
      const runs = figure.series.flatMap(({ dataset, model, runs: rhos, averaged }) =>
        rhos.map((rho, run) => ({ dataset, model, run, rho, averaged })),
      );
      const variation = figure.series.flatMap((one) =>
        one.variation.map((cv) => ({ dataset: one.dataset, model: one.model, cv })),
      );
      return [drawn(drawStabilityRuns(figure), runs), drawn(drawStabilityVariation(figure), variation, "-variation")];
    }
  }
}
