import Papa from "papaparse";
import type { Figure } from "./figure.ts";
import { drawBars } from "./draw-bars.ts";
import { drawRates } from "./draw-rates.ts";
import { drawScatter } from "./draw-scatter.ts";
import { drawStabilityRuns, drawStabilityVariation } from "./draw-stability.ts";
import { drawSweep } from "./draw-sweep.ts";
import { drawTerms, drawTermsPmi } from "./draw-terms.ts";

/** A figure as it is written: the picture and the data it shows. */
export interface DrawnFigure extends Pick<Figure, "name" | "title" | "simulated"> {
  readonly svg: string;
  readonly csv: string;
}

/** The pictures of a figure; what has two kinds of axes is two pictures. */
export function drawFigure(figure: Figure): DrawnFigure[] {
  switch (figure.kind) {
    case "bars": {
      const oracles = figure.oracles.map((oracle) => ({ ...oracle, method: "PromptNCE (empirical)" }));
      return [drawn(figure, drawBars(figure), [...figure.bars, ...oracles])];
    }
    case "scatter": {
      const rows = figure.panels.flatMap(({ points, ...panel }) => points.map((point) => ({ ...panel, ...point })));
      return [drawn(figure, drawScatter(figure), rows)];
    }
    case "sweep":
      return [drawn(figure, drawSweep(figure), [...figure.points, ...figure.other])];
    case "rates":
      return [drawn(figure, drawRates(figure), figure.rates)];
    case "terms": {
      const terms = { ...figure, name: `${figure.name}-terms`, title: `${figure.title}: its two terms` };
      return [drawn(figure, drawTermsPmi(figure), figure.points), drawn(terms, drawTerms(terms), figure.points)];
    }
    case "stability": {
      const runs = figure.series.flatMap(({ dataset, model, runs: rhos, averaged }) =>
        rhos.map((rho, run) => ({ dataset, model, run, rho, averaged })),
      );
      const variation = figure.series.flatMap(({ dataset, model, variation: cvs }) =>
        cvs.map((cv) => ({ dataset, model, cv })),
      );
      return [
        drawn(figure, drawStabilityRuns(figure), runs),
        drawn({ ...figure, name: `${figure.name}-variation` }, drawStabilityVariation(figure), variation),
      ];
    }
  }
}

function drawn({ name, title, simulated }: Figure, svg: string, rows: readonly object[]): DrawnFigure {
  const marked = rows.map((row) => ({ ...row, simulated: simulated !== undefined }));
  const columns = [...new Set(marked.flatMap((row) => Object.keys(row)))];
  // Where no reply could be read there is nothing to show, and nothing to name columns after.
  const csv = marked.length === 0 ? "" : `${Papa.unparse(marked, { newline: "\n", columns })}\n`;
  return { name, title, simulated, svg, csv };
}
