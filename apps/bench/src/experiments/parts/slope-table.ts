import { calibrationSlope } from "@promptnce/core";
import { paperDataset, paperDatasetColumn, paperNotes } from "./paper-notes.ts";
import { paperModels } from "../../paper/models.ts";
import type { Block, Line } from "./rank-table.ts";
import type { ModelResults, Results } from "../../study/results.ts";
import type { Measured, Table } from "@promptnce/report";

export interface SlopeTableOptions {
  readonly name: string;
  readonly title: string;
  readonly results: Results;
  readonly blocks: readonly Block[];
}

/** Calibration slopes ± standard error, on the probability and on the log scale. */
export function slopeTable({ name, title, results, blocks }: SlopeTableOptions): Table {
  const { models } = results;
  const suffix = (model: string): string => (models.length > 1 ? `_${model}` : "");
  const of = (model: string): string => (models.length > 1 ? `, ${model}` : "");
  return {
    name,
    title,
    simulated: results.simulated(
      blocks.map(({ study }) => study.dataset),
      "model",
    ),
    columns: [
      { id: "dataset", title: "Dataset" },
      { id: "row", title: "Method" },
      { id: "method", title: "In estimates.csv" },
      ...models.flatMap(({ label }) => [
        { id: `slope${suffix(label)}`, title: `Slope${of(label)}`, digits: 2 },
        { id: `log_slope${suffix(label)}`, title: `Slope of logs${of(label)}`, digits: 2 },
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
        line.printed?.claude,
        line.printed?.gpt,
      ]),
    ),
    notes: [
      "Slope of the least-squares line of the truth on the estimates, ± its standard error. Ideal 1; below 1 the estimates are spread more widely than the truth.",
      ...paperNotes(blocks.map(({ study }) => study)),
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
