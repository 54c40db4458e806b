import { plan } from "@promptnce/core";
import { findTemplateIn } from "@promptnce/prompts";
import type { PaceEvent } from "@promptnce/providers";
import type { Batch } from "./ask.ts";
import type { Config } from "../study/config.ts";
import type { ModelChoice } from "@promptnce/providers/choose";
import { distinctJobs } from "./estimates-csv.ts";
import type { Experiment, LeftOut, Setting } from "../study/experiment.ts";
import { experiments } from "../experiments/all.ts";
import type { Job } from "../study/job.ts";
import { loadDatasets } from "../study/load-datasets.ts";
import { respondents } from "../study/respondent.ts";
import { prepareStudy } from "../study/study.ts";

/** What a run will ask, before anything is asked. */
export interface PlannedRun {
  readonly setting: Setting;
  readonly able: readonly Experiment[];
  readonly left: readonly LeftOut[];
  readonly jobs: readonly Job[];
  /** A list a model, in the order of the models. */
  readonly batches: readonly (readonly Batch[])[];
}

/** Reads the data and plans all experiments that can be done together. */
export async function planRun(config: Config, onPace?: (event: PaceEvent) => void): Promise<PlannedRun> {
  const studies = (await loadDatasets(config)).map((dataset) => prepareStudy(dataset, config));
  const setting: Setting = { config, studies };
  const { able, left } = chosenExperiments(setting);
  const jobs = distinctJobs(able.flatMap((experiment) => experiment.jobs(setting)));
  const batches = await Promise.all(config.models.map((choice) => batchesOf(jobs, choice, config, onPace)));
  return { setting, able, left, jobs, batches };
}

/** The experiments that were named, or all, and those that cannot be done here. */
function chosenExperiments(setting: Setting): { able: Experiment[]; left: LeftOut[] } {
  const { experiment: wanted } = setting.config;
  const chosen = experiments.filter(({ id }) => wanted === undefined || wanted.includes(id));
  const left = chosen.flatMap((experiment) => {
    const reason = experiment.missing?.(setting);
    return reason === undefined ? [] : [{ id: experiment.id, reason }];
  });
  return { able: chosen.filter(({ id }) => !left.some((out) => out.id === id)), left };
}

/** What one model is asked, a batch a subject. */
async function batchesOf(
  jobs: readonly Job[],
  choice: ModelChoice,
  config: Config,
  onPace: ((event: PaceEvent) => void) | undefined,
): Promise<Batch[]> {
  const providerOf = await respondents(config, choice, onPace);
  const able = jobs.filter(({ method, subject }) => !method.scored || providerOf(subject).scores === true);
  const bySubject = Map.groupBy(able, ({ subject }) => subject.name);
  return Array.from(bySubject.values(), (group): Batch => {
    const [{ subject }] = group as [Job];
    const runs = group.map(({ method, trials, samples }) => {
      return { task: subject.task, estimators: [method.estimator], trials, samples };
    });
    const findTemplate = findTemplateIn(config.mode);
    const questions = [...plan(runs)];
    return { subject: subject.name, questions, provider: providerOf(subject), findTemplate };
  });
}
