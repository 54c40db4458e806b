import { join } from "node:path";
import { type Answers, collectAnswers } from "@promptnce/core";
import {
  checkModelsOfNew,
  fillStore,
  type OpenedStore,
  openStore,
  repliesAt,
} from "@promptnce/command";
import { asFlag, UsageError } from "@promptnce/command/errors";
import {
  askAll,
  session,
  storedOf,
  type AskingReport,
  type AskedCounts,
  type Person,
  type Session,
} from "@promptnce/engine/run";
import type { RunSubject } from "@promptnce/engine/journal";
import type { Inquiries } from "@promptnce/engine";
import { showProgress, withEndNoted } from "@promptnce/command/terminal";
import type { Config } from "../study/config.ts";
import type { AskedCosts } from "../study/results.ts";
import { askedCosts } from "./asked-costs.ts";
import { nameStore } from "./config-of-run.ts";
import type { PlannedRun, SubjectQuestions } from "./plan-run.ts";

/** The questions about a subject with their results. */
export interface SubjectAnswers extends SubjectQuestions {
  readonly answers: Answers;
  readonly asked: AskingReport;
  /** What the questions cost; `undefined` where that is nothing or not known. */
  readonly costs: AskedCosts | undefined;
}

export interface RunIo {
  readonly stderr: NodeJS.WriteStream;
  /** Aborting stops new requests; requests in flight are awaited and their replies stored. */
  readonly signal: AbortSignal;
  /** Called to confirm whether to continue if few replies are valid or a batch is not found. */
  readonly person?: Person | undefined;
  /** Whether to build the tables from stored replies without sending requests. */
  readonly storedOnly?: boolean;
  /** Called before any request is sent; the run continues when it resolves. */
  readonly beforeAsking?: (planned: PlannedRun) => Promise<void>;
}

/** Sends the requests that are missing from the store, and returns the answers to all questions. */
export async function askModels(
  { questions: models, alone }: Pick<PlannedRun, "questions" | "alone">,
  config: Config,
  io: RunIo,
) {
  const { stderr, signal, storedOnly = false, person } = io;
  const say = (line: string): void => void stderr.write(`${line}\n`);
  if (!storedOnly) await checkModelsOfNew(config.store, config, config.models);
  await using store = await openStore(config.store, say, config);
  const replies = repliesAt(config.store);
  const asks = models.map((subjects, i) => ({
    choice: config.models[i]!,
    asks: requestsOf(subjects),
  }));
  const filling = { ...config, model: { ...config, replies }, store, say, signal, person };
  // What is asked alone comes last: its budget then counts all that was spent before.
  const lists = [...models, ...alone];
  const questions = lists.flat().reduce((sum, { questions: own }) => sum + own.length, 0);
  const answering = { config, io, store, questions };
  const fillAndAnswer = async () => ({
    batched: await fillStore(asks, filling),
    answered: await answerAll(lists, answering),
  });
  const { batched, answered } = storedOnly
    ? { batched: 0, answered: await answerAll(lists, answering) }
    : await withEndNoted(config.store, signal, fillAndAnswer);
  const all = answered.flat();
  if (storedOnly && questions > 0 && all.every(({ asked }) => asked.questions === 0)) {
    throw new UsageError(`${config.store} holds none of the run's replies: ${nameStore}`);
  }
  const count = models.length;
  return { models: answered.slice(0, count), alone: answered.slice(count), questions, batched };
}

function subjectOf(questions: readonly SubjectQuestions[]): RunSubject {
  const listed = (names: readonly string[]): string => [...new Set(names)].join(", ");
  return {
    model: listed(questions.map(({ provider }) => provider.model)),
    task: listed(questions.map(({ subject }) => subject)),
  };
}

/** The requests about all subjects; each iteration renders them anew. */
function requestsOf(subjects: readonly SubjectQuestions[]): Inquiries {
  return {
    *[Symbol.iterator]() {
      for (const { requests } of subjects) {
        yield* requests;
      }
    },
  };
}

/**
 * Sends the questions on each subject to each model and shows progress against the total number.
 */
async function answerAll(
  models: PlannedRun["questions"],
  {
    config,
    io,
    store,
    questions,
  }: {
    readonly config: Config;
    readonly io: RunIo;
    readonly store: OpenedStore;
    readonly questions: number;
  },
): Promise<SubjectAnswers[][]> {
  const { stderr, signal, storedOnly = false, person } = io;
  const files = storedOnly
    ? {}
    : {
        store: config.store,
        asked: subjectOf(models.flat()),
        page: join(config.out, "report.html"),
        prices: config,
      };
  using display = await showProgress(questions, stderr, files);
  const sessions: Session[] = [];
  const onSettled = (): void => {
    const sum = (of: keyof AskedCounts): number =>
      sessions.reduce((total, { counts }) => total + counts[of], 0);
    const counts = { stored: sum("stored"), unreadable: sum("unreadable"), failed: sum("failed") };
    display.update(sum("questions"), counts);
  };
  const answer = async (about: SubjectQuestions): Promise<SubjectAnswers> => {
    const { maxFailures, retryFailed } = config;
    const watching = storedOnly
      ? { attempts: 0 }
      : { maxFailures, retryFailed, prices: config, person, writeOption: asFlag };
    const asking = session({ ...about, store, ...watching });
    sessions.push(asking);
    const wanted = storedOnly ? await storedOf(about.requests, asking, store) : about.requests;
    const how = { concurrency: config.concurrency, signal, onSettled };
    const costs = await askedCosts(config, asking.provider);
    const answers = await collectAnswers(costs.noting(askAll(wanted, asking, how)));
    return { ...about, answers, asked: asking.asked, costs: costs.all };
  };
  // Sequential: each one already uses the full concurrency limit.
  return await Array.fromAsync(models, (modelQuestions) => Array.fromAsync(modelQuestions, answer));
}
