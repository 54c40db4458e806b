import { columns, type Table, type Value } from "@promptnce/report";
import type { ModelResults } from "../../study/results.ts";
import { measured } from "./marked-statistics.ts";
import { type Block, blockTable, type RankTableOptions } from "./rank-table.ts";
import { isEnough, overScored, unscored, scoredText } from "./scored-pairs.ts";

/** Calibration slopes ± bootstrap standard error, on the probability and on the log scale. */
export function slopeTable(options: RankTableOptions): Table {
  return blockTable(options, {
    paper: "Slope, paper",
    printed: (line) => line.printedSlope,
    columns: ({ suffix }) => columns({ slope: "Slope", log_slope: "Slope of logs" }, 2, suffix),
    cells: slopeCells,
  });
}

/** What a slope is. */
export const slopeNote =
  "Slope of the least-squares line of the truth on the estimates. Ideal 1; below 1 the estimates are spread more widely than the truth.";

/** Of each line how many are scored and its slopes, all on the same resamples as the ρ beside them. */
function slopeCells({ study, lines, least }: Block, model: ModelResults): Value[][] {
  return lines.map((line) => {
    const column = line.pairs(model);
    const scored = column.length - unscored(column).size;
    const statistics = (["slope", "logSlope"] as const).map((name) => overScored(name, column));
    const slopes = measured(statistics, column.length, { seed: study.seed });
    const enough = isEnough(scored, column.length, least);
    return [scoredText(column), ...slopes.map((slope) => (enough ? slope : { value: slope.value }))];
  });
}
