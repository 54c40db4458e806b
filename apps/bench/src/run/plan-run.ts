import { type FindTemplate, plan, type Provider, type Question } from "@promptnce/core";
import { findTemplateWith, type Pack } from "@promptnce/prompts/packs";
import { scoredPlain } from "@promptnce/prompts/writing";
import { type ModelChoice, repliesAt } from "@promptnce/command";
import type { Config } from "../study/config.ts";
import { allPlanned, forecast, inShard, type PlannedQuestion } from "@promptnce/engine/run";
import { type ModelEstimate } from "@promptnce/engine/money";
import type { Experiment } from "../scoring/experiment.ts";
import { experiments } from "../experiments/all.ts";
import { paidModel } from "./paid-model.ts";
import { distinctJobs, type Job } from "../study/job.ts";
import { respondents, type Respondents } from "../study/respondent.ts";
import { packsOf } from "../study/own-data.ts";
import { prepareStudies, type Setting } from "../study/study.ts";

/** The questions of a run, before any request is sent. */
export interface PlannedRun {
  readonly packs: readonly Pack[];
  readonly setting: Setting;
  /** The chosen experiments that can run. */
  readonly able: readonly Experiment[];
  /** The others, each with the reason. */
  readonly left: readonly { readonly id: string; readonly reason: string }[];
  readonly jobs: readonly Job[];
  /** For each model, the questions by subject. */
  readonly questions: readonly (readonly SubjectQuestions[])[];
  /** For each model, questions that are asked once more, one in each request. */
  readonly alone: readonly (readonly SubjectQuestions[])[];
}

/** Reads the data and plans every experiment that can run, with one list of questions per model. */
export async function planRun(
  config: Config,
  onPace?: (line: string) => void,
): Promise<PlannedRun> {
  const packs = await packsOf(config);
  const setting: Setting = { config, studies: await prepareStudies(config, packs) };
  const chosen = experiments.filter(
    ({ id, byDefault }) => config.experiment?.includes(id) ?? byDefault?.(config) ?? true,
  );
  const unnamed = chosen.filter(({ id, madeUp }) => {
    return madeUp !== undefined && config.experiment?.includes(id) !== true;
  });
  const payer = unnamed.length === 0 || config.asksMadeUp ? undefined : await paidModel(config);
  const left = chosen.flatMap((experiment) => {
    const { id, missing, madeUp } = experiment;
    const unpaid =
      payer !== undefined && unnamed.includes(experiment)
        ? `${payer} would be paid for questions about made-up ${madeUp}, which say little of a model; --experiment ${id} asks them`
        : undefined;
    const reason = missing?.(setting) ?? unpaid;
    return reason === undefined ? [] : [{ id, reason }];
  });
  const able = chosen.filter(({ id }) => !left.some((out) => out.id === id));
  const jobs = distinctJobs(able.flatMap((experiment) => experiment.jobs(setting)));
  const providersOf = await Promise.all(
    config.models.map((choice) => respondents(config, choice, packs, onPace)),
  );
  const questions = providersOf.map((providerOf) => questionsFor(jobs, providerOf, config, packs));
  const aloneJobs = distinctJobs(able.flatMap((experiment) => experiment.alone?.(setting) ?? []));
  const alone = await Promise.all(
    config.models.map(async (choice) => {
      if (aloneJobs.length === 0 || !asksSeveral(config)) return [];
      const one = { ...config, questionsPerRequest: undefined };
      const providerOf = await respondents(one, withoutSeveral(choice), packs, onPace);
      return questionsFor(aloneJobs, providerOf, one, packs);
    }),
  );
  return { packs, setting, able, left, jobs, questions, alone };
}

/** Whether requests put several questions, which this program and not a worker puts together. */
function asksSeveral({ questionsPerRequest = 1, workers }: Config): boolean {
  return questionsPerRequest > 1 && workers !== true;
}

/** The choice, without the number of questions in a request where its settings are recorded. */
function withoutSeveral({ recorded, ...choice }: ModelChoice): ModelChoice {
  if (recorded === undefined) return choice;
  const { questions: _, ...settings } = recorded;
  return { ...choice, recorded: settings };
}

/** The questions about one subject. */
export interface SubjectQuestions {
  readonly subject: string;
  readonly questions: readonly Question[];
  /** Their requests; each iteration renders them anew. */
  readonly requests: Iterable<PlannedQuestion>;
  readonly provider: Provider;
  /** The prompts of the run's mode. */
  readonly findTemplate: FindTemplate;
}

/** The questions for one model, by subject. */
function questionsFor(
  jobs: readonly Job[],
  providerOf: Respondents,
  config: Config,
  packs: readonly Pack[],
): SubjectQuestions[] {
  const able = jobs.filter(
    ({ method, subject }) => !method.needs.scores || providerOf(subject).scores === true,
  );
  const bySubject = Map.groupBy(able, ({ subject }) => subject.name);
  return Array.from(bySubject.values(), (group) => {
    const [{ subject }] = group as [Job];
    const runs = group.map(({ method, trials, samples }) => {
      return { task: subject.task, estimators: [method.estimator], trials, samples };
    });
    const provider = providerOf(subject);
    const wordings = findTemplateWith(packs, config.mode);
    const findTemplate = provider.plain ? scoredPlain(wordings) : wordings;
    const all = [...plan(runs)].filter((question) => inShard(question, config.shard));
    const questions = provider.questionsPerRequest === undefined ? all : sameInputTogether(all);
    const requests = allPlanned(questions, findTemplate);
    return { subject: subject.name, questions, requests, provider, findTemplate };
  });
}

/** The questions in another order: those about one x, or about none, follow each other. */
function sameInputTogether(questions: readonly Question[]): Question[] {
  const inputOf = (question: Question): string =>
    JSON.stringify("x" in question ? question.x : question.kind);
  return [...Map.groupBy(questions, inputOf).values()].flat();
}

/** The forecast of a planned run for each model that receives requests. */
export function forecasts(run: PlannedRun, config: Config): Promise<ModelEstimate[]> {
  const options = { ...config, replies: repliesAt(config.store) };
  return Promise.all(
    run.questions.flatMap(([first, ...rest], i) =>
      first ? [forecast([first, ...rest, ...run.alone[i]!], options)] : [],
    ),
  );
}
