import { calibrationSlope } from "@promptnce/core";
import type { Measured, Table } from "@promptnce/report";
import { paperModels } from "../../paper/models.ts";
import type { ModelResults } from "../../study/results.ts";
import { paperDataset, paperDatasetColumn, paperNotes } from "./paper-notes.ts";
import type { Line, RankTableOptions } from "./rank-table.ts";

/** Calibration slopes ± standard error, on the probability and on the log scale. */
export function slopeTable({ name, title, results, blocks }: Omit<RankTableOptions, "notes">): Table {
  const { models } = results;
  const studies = blocks.map(({ study }) => study);
  return {
    name,
    title,
    simulated: results.simulated(studies.map(({ dataset }) => dataset)),
    columns: [
      { id: "dataset", title: "Dataset" },
      { id: "row", title: "Method" },
      { id: "method", title: "In estimates.csv" },
      ...models.flatMap(({ suffix: { id, title: of } }) => [
        { id: `slope${id}`, title: `Slope${of}`, digits: 2 },
        { id: `log_slope${id}`, title: `Slope of logs${of}`, digits: 2 },
      ]),
      paperDatasetColumn,
      { id: "paper_claude", title: `Slope, paper, ${paperModels.claude}`, digits: 2 },
      { id: "paper_gpt", title: `Slope, paper, ${paperModels.gpt}`, digits: 2 },
    ],
    rows: blocks.flatMap(({ study, lines }) =>
      lines.map((line) => [
        study.dataset.name,
        line.title,
        line.method,
        ...models.flatMap((model) => slopes(line, model)),
        paperDataset(study),
        line.printedSlope?.claude,
        line.printedSlope?.gpt,
      ]),
    ),
    notes: [
      "Slope of the least-squares line of the truth on the estimates, ± its standard error. Ideal 1; below 1 the estimates are spread more widely than the truth.",
      ...paperNotes(studies),
    ],
  };
}

function slopes(line: Line, model: ModelResults): Measured[] {
  const scored = line.pairs(model).filter(({ estimate }) => estimate !== undefined);
  const estimates = scored.map(({ estimate }) => estimate as number);
  const truth = scored.map((pair) => pair.truth);
  return (["probability", "log"] as const).map((scale) => {
    const { slope, slopeError } = calibrationSlope(estimates, truth, scale);
    return { value: slope, standardError: slopeError };
  });
}
