import { DataError } from "@promptnce/rows/errors";
import type { Figure, Table } from "@promptnce/report";
import { RESAMPLING, type Resampling } from "@promptnce/core/scorecard";
import { drawPolls, type Poll } from "./base-rates.ts";
import { findRecorded } from "../study/recorded-file.ts";
import { readNouns } from "./data/nouns.ts";
import { readOpinionQa } from "./data/opinionqa.ts";
import { readSynthBench } from "./data/synthbench.ts";
import { distancesOf } from "./distances.ts";
import { type JudgedReplies, judgeReplies } from "./judged-replies.ts";
import {
  attributesTable,
  baseRatesTable,
  conditionalTable,
  differencesTable,
  pmiTable,
  waysTable,
  zerosTable,
} from "./opinionqa-tables.ts";
import { nounsTable, type SynthBenchJudgement, synthBenchTable } from "./other-tables.ts";
import { differencesFigure, leadFigure } from "./record-figures.ts";
import { compareWays, type WayDifference } from "./ways.ts";

/** The folder of recorded replies, and the settings of the resampling. */
export interface RecordSettings {
  readonly data: string;
  readonly seed: string;
  /** The number of resamples behind each interval. */
  readonly replicates?: number;
}

/** The results of recorded replies on base rates and ways of asking. */
export interface ReplyRecord {
  readonly opinionQa: readonly JudgedReplies[];
  /** OpinionQA's ways of asking compared, model by model. */
  readonly ways: readonly WayDifference[];
  readonly nouns: readonly JudgedReplies[];
  readonly synthBench: readonly SynthBenchJudgement[];
  readonly polls: readonly Poll[];
  /** The parts skipped because their file is not in the folder. */
  readonly left: readonly { readonly id: string; readonly reason: string }[];
  readonly resampling: Resampling;
}

/**
 * Judges all replies in the folder. OpinionQA's files are required; missing parts of others are
 * left out.
 *
 * @param onProgress receives the part that is judged next
 *
 * @throws DataError if a file is malformed, or if OpinionQA's files are missing
 */
export function makeRecord(
  { data, seed, replicates = RESAMPLING.replicates }: RecordSettings,
  onProgress: (part: string) => void = () => {},
): ReplyRecord {
  const resampling = { seed, replicates };
  const { replies, people } = readOpinionQa(data);
  if (replies.some(({ own }) => own === undefined)) throw new DataError(`${data} lacks base rates`);
  const polls = drawPolls(people, seed);
  const isThere = (name: string): boolean => findRecorded(data, name) !== undefined;
  const nouns = isThere("nouns") ? readNouns(data) : [];
  const synthBench = isThere("synthbench") ? readSynthBench(data) : [];
  const judge = (recorded: (typeof replies)[number]): JudgedReplies => {
    onProgress(`${recorded.survey}: ${recorded.model}, ${recorded.way}`);
    return judgeReplies(recorded, polls, resampling);
  };
  return {
    opinionQa: replies.map(judge),
    ways: compareWays(replies, resampling),
    nouns: nouns.map(judge),
    synthBench: synthBench
      .filter(({ questionsOfScales }) => questionsOfScales > 0)
      .map((survey) => ({
        replies: survey,
        judged: judge(survey.scales),
        distance: distancesOf(survey.all, resampling).totalVariation,
      })),
    polls,
    left: ["nouns", "synthbench"]
      .filter((name) => !isThere(name))
      .map((name) => ({
        id: name,
        reason: `${name}.csv.gz is not in the folder; promptnce datasets fetch ${name} makes it`,
      })),
    resampling,
  };
}

/** All tables, in the order of the page. */
export function recordTables({ opinionQa, ways, nouns, synthBench }: ReplyRecord): Table[] {
  return [
    baseRatesTable(opinionQa),
    differencesTable(opinionQa),
    pmiTable(opinionQa),
    conditionalTable(opinionQa),
    ...(ways.length > 0 ? [waysTable(ways)] : []),
    attributesTable(opinionQa),
    zerosTable(opinionQa),
    ...(nouns.length > 0 ? [nounsTable(nouns)] : []),
    ...(synthBench.length > 0 ? [synthBenchTable(synthBench)] : []),
  ];
}

export function recordFigures({ opinionQa }: ReplyRecord): Figure[] {
  return [leadFigure(opinionQa), differencesFigure(opinionQa)];
}
