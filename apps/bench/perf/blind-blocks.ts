import { type Answer, plan, type Question, questionKey, type Dataset } from "@promptnce/core";
import { datasetOfCounts, syntheticWorld } from "@promptnce/datasets";
import { isMeasured, placeOf, type Table, valueText } from "@promptnce/report";
import { experiments } from "../src/experiments/all.ts";
import { scoreBlocks } from "../src/scoring/blocks.ts";
import { parseConfig } from "../src/study/config.ts";
import { drawCounts } from "../src/study/draw-counts.ts";
import { distinctJobs } from "../src/study/job.ts";
import { resultsOf } from "../src/study/results.ts";
import { prepareStudy, type Setting } from "../src/study/study.ts";
import { answerTo, type Respondent } from "./blind-respondents.ts";

/** The experiments whose tables mark methods by a ρ with human data about pairs. */
const MARKED = [
  "conditional",
  "pmi",
  "oracle",
  "zero-shot",
  "diagnostic-conditional",
  "k-sweep",
  "interventions",
  "recalibration",
  "implied-marginal",
];
const marked = experiments.filter(({ id }) => MARKED.includes(id));

/** The random draws of one seed: worlds, split and candidates, with all questions about them. */
export interface BlindRun {
  readonly setting: Setting;
  readonly seed: number;
  /** The questions by dataset name. */
  readonly questions: ReadonlyMap<string, readonly Question[]>;
}

/** The draws of a seed over these datasets, of `pairs` pairs each. */
export function blindRun(
  seed: number,
  datasets: readonly Dataset[] = blindWorlds(`${seed}`),
  pairs = 120,
): BlindRun {
  const config = parseConfig({ pairs: `${pairs}`, dev: "60", seed: `${seed}` });
  const studies = datasets.map((dataset) => prepareStudy(dataset, config));
  const setting = { config, studies };
  const jobs = distinctJobs(marked.flatMap((experiment) => experiment.jobs(setting)));
  const questions = studies.map(({ dataset }) => {
    const runs = jobs
      .filter(({ subject }) => subject.name === dataset.name)
      .map(({ method, trials }) => {
        return { task: dataset.task, estimators: [method.estimator], trials };
      });
    return [dataset.name, [...plan(runs)]] as const;
  });
  return { setting, seed, questions: new Map(questions) };
}

/**
 * The worlds shaped like the three datasets; one with few inputs and all of their labels, so that
 * both repeat; and one in which eight people answered about each input, so that inputs differ in
 * how many labels they have.
 */
function blindWorlds(seed: string): Dataset[] {
  const [words, chaosnli, goemotions] = (["words", "chaosnli", "goemotions"] as const).map(
    (shape): Dataset => syntheticWorld(shape, seed),
  );
  const few = { ...chaosnli!, observations: chaosnli!.observations.slice(0, 240) };
  const survey = { ...few, name: "synthetic-survey" };
  return [words!, chaosnli!, goemotions!, survey, answered(chaosnli!, 8, seed)];
}

/** The world as far as the answers of so many people about each input show it. */
function answered(world: Dataset, people: number, seed: string): Dataset {
  const inputs = Map.groupBy(world.observations, ({ x }) => JSON.stringify(x));
  const pairs = [...inputs].flatMap(([key, own]) => {
    const shares = new Map(own.map(({ y, conditional }) => [y, conditional]));
    const { counts } = drawCounts(shares, people, `${seed}/${key}`);
    return [...counts].map(([y, count]) => ({ x: own[0]!.x, y, count }));
  });
  const named = { name: `${world.name}-answered`, task: world.task, labels: world.labels };
  return { ...datasetOfCounts({ ...named, pairs }), simulated: true };
}

/**
 * The number of blocks that a table has for a dataset, and the number of those with a marked
 * method.
 */
export interface BlockCount {
  readonly table: string;
  readonly dataset: string;
  readonly blocks: number;
  readonly marked: number;
}

/** Counts the blocks in the tables of a run that this respondent answers. */
export async function blockCounts(
  { setting, seed, questions }: BlindRun,
  respondentOf: (world: Dataset) => Respondent,
  name: string,
): Promise<BlockCount[]> {
  const answers = setting.studies.map(({ dataset }) => {
    const respondent = respondentOf(dataset);
    const answerEntries = questions.get(dataset.name)!.map((question): [string, Answer] => {
      const answer = answerTo(question, respondent, `${name} ${seed}`);
      return [questionKey(question), answer];
    });
    return [dataset.name, new Map(answerEntries)] as const;
  });
  const model = { provider: "blind", model: name, rehearsed: false, scores: true };
  const results = resultsOf(setting, [{ ...model, answers: new Map(answers) }]);
  const asked = marked.map((experiment) => experiment.blocks!(results));
  const scored = await scoreBlocks(asked.flat(), results);
  return marked
    .flatMap((experiment, i) => {
      const blocks = scored.splice(0, asked[i]!.length);
      return experiment.report(results, blocks).tables;
    })
    .filter(({ columns }) => columns.some(({ id }) => id === "uses_both"))
    .flatMap(countsOf);
}

function countsOf(table: Table): BlockCount[] {
  const at = (id: string) => placeOf(table, id);
  const [dataset, method, rho] = [at("dataset"), at("method"), at("rho")];
  const isBaseline = (row: Table["rows"][number]) =>
    valueText(row[method], undefined).startsWith("baseline:");
  const isMarked = (row: Table["rows"][number]) => {
    const value = row[rho];
    return isMeasured(value) && value.mark !== undefined;
  };
  // A block ends with its baselines.
  const starts = table.rows.map(
    (row, i) => i === 0 || (isBaseline(table.rows[i - 1]!) && !isBaseline(row)),
  );
  const blocks = starts.flatMap((isStart, i) => {
    if (!isStart) return [];
    const next = starts.indexOf(true, i + 1);
    return [table.rows.slice(i, next === -1 ? undefined : next)];
  });
  return blocks.map((rows) => ({
    table: table.name,
    dataset: valueText(rows[0]![dataset], undefined),
    blocks: 1,
    marked: rows.some(isMarked) ? 1 : 0,
  }));
}
