import { columns, type Note, type SharedNote, type Table, type Value } from "@promptnce/report";
import type { Experiment, Report } from "../../scoring/experiment.ts";
import type { Results } from "../../study/results.ts";
import type { Setting, Study } from "../../study/study.ts";
import { errorNote } from "../../scoring/marked-statistics.ts";
import { type Block, distinctBlocks, type ScoredBlock } from "../../scoring/blocks.ts";
import { blockTable, type PaperOnly, rankTable, type RankTableOptions } from "./rank-table.ts";
import type { Score } from "../../scoring/score-block.ts";
import { scoredText } from "../../scoring/scored-text.ts";
import { asksInWords } from "../../study/config.ts";

interface RankExperiment extends Pick<Experiment, "id" | "title"> {
  /** Whether the experiment applies to a dataset; to all by default. */
  readonly about?: (study: Study) => boolean;
  /** Receives the setting with only the studies that the experiment applies to. */
  readonly missing?: Experiment["missing"];
  /**
   * The rows for one dataset. `scored` includes methods that need a model with log-probabilities.
   */
  readonly blocks: (study: Study, setting: Setting, scored: boolean) => readonly Block[];
  readonly notes: (results: Results) => readonly Note[];
  /** The title of a second table, with the calibration slopes of the same lines. */
  readonly slopes?: string;
  /** The items to resample; `pairs` by default. */
  readonly items?: string;
  /** The paper's row of a method that no model in the run supports, for the page. */
  readonly paperOnly?: (results: Results) => PaperOnly;
  /** Other parts of the report. */
  readonly more?: (results: Results, blocks: readonly ScoredBlock[]) => Partial<Report>;
}

/** An experiment that reports a table of rank correlations and sends the requests its rows need. */
export function rankExperiment(experiment: RankExperiment): Experiment {
  const {
    id,
    title,
    about = () => true,
    missing,
    blocks,
    notes,
    slopes,
    items = "pairs",
    paperOnly,
    more,
  } = experiment;
  const narrowed = <S extends Setting>(setting: S): S => ({
    ...setting,
    studies: setting.studies.filter(about),
  });
  // Two sizes K that both cover the label space ask the same questions.
  const blocksOf = (results: Results): Block[] => {
    const scored = results.models.some(({ scores }) => scores);
    const all = distinctBlocks(results.studies.flatMap((study) => blocks(study, results, scored)));
    return slopes ? all.map((block) => ({ ...block, withSlopes: true })) : all;
  };
  return {
    id,
    title,
    missing: (setting) => missing?.(narrowed(setting)),
    jobs: (setting) =>
      narrowed(setting)
        .studies.flatMap((study) => blocks(study, setting, true))
        .flatMap(({ lines }) => lines.flatMap(({ jobs }) => jobs)),
    blocks: (results) => blocksOf(narrowed(results)),
    report(whole, all) {
      const results = narrowed(whole);
      // The paper's values come from spoken answers, so they are not shown beside those from
      // tokens.
      const shownBlocks = asksInWords(results.config.mode) ? all : all.map(withoutPaper);
      const { tables = [], figures = [] } = more?.(results, all) ?? {};
      const of = { results, blocks: shownBlocks };
      const error = errorNote(items);
      const ranks = rankTable({
        ...of,
        name: id,
        title,
        notes: [...notes(results), error],
        paperOnly: paperOnly?.(results),
      });
      const slope =
        slopes &&
        slopeTable({
          ...of,
          withoutBaselines: true,
          name: `${id}-slope`,
          title: slopes,
          notes: [slopeNote, error],
        });
      return { tables: [ranks, ...(slope ? [slope] : []), ...tables], figures };
    },
  };
}

function withoutPaper({ lines, ...block }: ScoredBlock): ScoredBlock {
  return {
    ...block,
    lines: lines.map((line) => ({ ...line, printed: undefined, printedSlope: undefined })),
  };
}

/** Calibration slopes ± bootstrap standard error, on the probability and on the log scale. */
function slopeTable(options: RankTableOptions): Table {
  return blockTable(options, {
    paper: "Slope, paper",
    printed: (line) => line.printedSlope,
    columns: ({ suffix }) => columns({ slope: "Slope", log_slope: "Slope of logs" }, 2, suffix),
    cells: slopeCells,
  });
}

/** The note that explains a slope. */
const slopeNote: SharedNote = {
  title: "Slope",
  text: "The slope of the least-squares line from the estimates to the truth. The ideal is 1; below 1, the estimates spread more widely than the truth.",
};

/** The number scored and the slopes of each line. */
function slopeCells(scores: readonly Score[], { pairs }: ScoredBlock): Value[][] {
  return scores.map(({ slopes = [], ...score }) => [scoredText({ ...score, pairs }), ...slopes]);
}
