import { plan } from "@promptnce/core";
import type { Observation, Question, Trial } from "@promptnce/core";
import type { StoredReplies } from "@promptnce/providers";
import type { SubjectQuestions } from "../run/plan-run.ts";
import type { Job } from "../study/job.ts";
import type { Results } from "../study/results.ts";
import { wantedQuestions } from "./asked-questions.ts";
import type { AskedQuestion } from "./asked-questions.ts";

/** What one method said of a pair, and which questions it rests on. */
export interface PairEstimate {
  readonly method: string;
  readonly conditional?: number;
  readonly marginal?: number;
  readonly pmi?: number;
  /** Mass on OTHER, of open candidate sets. */
  readonly other?: number;
  readonly status: string;
  /** Places in `questions`. */
  readonly asked: readonly number[];
}

export interface PairRow {
  /** What the pair belongs to, as a dataset. */
  readonly dataset: string;
  readonly model: string;
  readonly pair: string;
  readonly x: string;
  readonly y: string;
  /** The true values, where they are known. */
  readonly conditional?: number;
  readonly marginal?: number;
  readonly pmi?: number;
  /** Where a prompt showed the pair: it is left out of scores and figures of scores. */
  readonly shown?: true;
  readonly estimates: readonly PairEstimate[];
}

/** All that the table of pairs shows; questions that several pairs share are there once. */
export interface PairsData {
  /** What columns, and PMI itself, are called instead of as a benchmark calls them. */
  readonly titles?: Readonly<Record<string, string>>;
  readonly questions: readonly AskedQuestion[];
  readonly pairs: readonly PairRow[];
}

interface PairsSource {
  readonly results: Results;
  readonly jobs: readonly Job[];
  readonly asks: readonly SubjectQuestions[];
  readonly replies: StoredReplies;
}

/** The evaluation pairs at the run's K with every method that was run on them. */
export async function pairsData({ results, jobs, asks, replies }: PairsSource): Promise<PairsData> {
  const { k, pairs: all } = results.config;
  // Each method once, on all pairs: not the short lists of single experiments.
  const whole = jobs.filter((job) => job.list === "evaluation" && job.k === k && job.trials.length === all);
  const shown = [...new Map(whole.map((job) => [`${job.subject.name} ${job.method.id}`, job])).values()];
  const wanted = wantedQuestions();
  const pairs = results.models.flatMap((model) => {
    const rows = new Map<string, PairRow & { estimates: PairEstimate[] }>();
    for (const job of shown) {
      const asked = asks.find(({ subject, provider }) => {
        return subject === job.subject.name && provider.name === model.provider && provider.model === model.model;
      });
      if (!asked || (job.method.scored && !model.scores)) continue;
      for (const { trial, estimate, status } of model.outcomes(job)) {
        const places = wanted.placesOf(questionsOf(job, trial), asked);
        const row = rows.get(`${job.subject.name} ${trial.id}`) ?? rowOf(job, trial as PairTrial, model.label);
        rows.set(`${job.subject.name} ${trial.id}`, row);
        row.estimates.push({ method: job.method.title, ...estimate, status, asked: places });
      }
    }
    return [...rows.values()];
  });
  return { pairs, questions: await wanted.readFrom(replies) };
}

type PairTrial = Trial & Observation;

function rowOf({ subject }: Job, trial: PairTrial, model: string) {
  const { id, x, y, conditional, marginal, pmi } = trial;
  const text = Object.values(x).join(" / ");
  return {
    dataset: subject.name,
    model,
    pair: id,
    x: text,
    y,
    conditional,
    marginal,
    pmi,
    estimates: [] as PairEstimate[],
  };
}

function questionsOf({ subject, method }: Job, trial: Trial): Question[] {
  return [...plan([{ task: subject.task, estimators: [method.estimator], trials: [trial] }])];
}
