import { bootstrap, logProbability, resampledSlope, standardError } from "@promptnce/core";
import type { Table, Value } from "@promptnce/report";
import { paperModels } from "../../paper/models.ts";
import type { ModelResults } from "../../study/results.ts";
import { paperDataset, paperDatasetColumn, paperNotes } from "./paper-notes.ts";
import { errorNote, REPLICATES } from "./error-notes.ts";
import { leavingOut, unscored } from "./leaving-out.ts";
import type { Block, RankTableOptions } from "./rank-table.ts";
import { isEnough } from "./score-block.ts";

interface SlopeTableOptions extends Omit<RankTableOptions, "notes"> {
  /** What a slope is over, `pairs` or `labels`. */
  readonly items: string;
}

/** Calibration slopes ± bootstrap standard error, on the probability and on the log scale. */
export function slopeTable({ name, title, results, blocks, items }: SlopeTableOptions): Table {
  const { models } = results;
  const studies = blocks.map(({ study }) => study);
  return {
    name,
    title,
    simulated: results.simulated(studies.map(({ dataset }) => dataset)),
    columns: [
      { id: "dataset", title: "Dataset" },
      { id: "k", title: "K" },
      { id: "row", title: "Method" },
      { id: "method", title: "In estimates.csv" },
      ...models.flatMap(({ suffix: { id, title: of } }) => [
        { id: `scored${id}`, title: `Scored${of}` },
        { id: `slope${id}`, title: `Slope${of}`, digits: 2 },
        { id: `log_slope${id}`, title: `Slope of logs${of}`, digits: 2 },
      ]),
      paperDatasetColumn,
      { id: "paper_claude", title: `Slope, paper, ${paperModels.claude}`, digits: 2 },
      { id: "paper_gpt", title: `Slope, paper, ${paperModels.gpt}`, digits: 2 },
    ],
    rows: blocks.flatMap((block) => {
      const cells = models.map((model) => slopeCells(block, model));
      return block.lines.map((line, i) => [
        block.study.dataset.name,
        line.k,
        line.title,
        line.method,
        ...cells.flatMap((ofModel) => ofModel[i] ?? []),
        paperDataset(block.study),
        line.printedSlope?.claude,
        line.printedSlope?.gpt,
      ]);
    }),
    notes: [
      "Slope of the least-squares line of the truth on the estimates. Ideal 1; below 1 the estimates are spread more widely than the truth.",
      errorNote(blocks, items),
      ...paperNotes(studies),
    ],
  };
}

const scales = [(probability: number) => probability, logProbability];

/** Of each line how many are scored and its slopes, all on the same resamples as the ρ beside them. */
function slopeCells({ study, lines, least }: Block, model: ModelResults): Value[][] {
  const columns = lines.map((line) => line.pairs(model));
  const statistics = columns.flatMap((column) =>
    scales.map((scale) => {
      const estimates = column.map(({ estimate = 0 }) => scale(estimate));
      const truth = column.map((pair) => scale(pair.truth));
      return leavingOut(resampledSlope(estimates, truth), unscored(column));
    }),
  );
  const items = columns[0]?.length ?? 0;
  const replicates = bootstrap(statistics, items, { seed: study.seed, replicates: REPLICATES });
  const once = new Uint32Array(items).fill(1);
  return columns.map((column, m) => {
    const scored = items - unscored(column).size;
    const slopes = scales.map((_, s) => {
      const at = m * scales.length + s;
      const value = statistics[at]!(once);
      return isEnough(scored, items, least) ? { value, standardError: standardError(replicates[at]!) } : { value };
    });
    return [`${scored} of ${items}`, ...slopes];
  });
}
