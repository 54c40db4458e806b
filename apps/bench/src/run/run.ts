import { openJournal, totals } from "@promptnce/providers";
import { askInBatches, batchAsk, openBatchesText, paceText, UsageError } from "@promptnce/providers/choose";
import type { ModelAsks, ModelChoice } from "@promptnce/providers/choose";
import { askBatch, recordsOf } from "./ask.ts";
import type { Asked, Batch, UnreadableReply } from "./ask.ts";
import type { Config } from "../study/config.ts";
import { nameStore } from "./config-of-run.ts";
import type { LeftOut, Report } from "../study/experiment.ts";
import type { Job } from "../study/job.ts";
import { manifest } from "./manifest.ts";
import { planRun } from "./plan-run.ts";
import type { PlannedRun } from "./plan-run.ts";
import { runCost } from "./run-cost.ts";
import { showProgress } from "./progress.ts";
import { resultsOf } from "../study/results.ts";
import type { Results } from "../study/results.ts";
import { withMode } from "./with-mode.ts";
import { unsent, type Unsent } from "./unsent.ts";

/** All that a run leaves, still in memory. */
export interface RunResult extends Required<Report> {
  readonly config: Config;
  /** The same tables and figures by experiment. */
  readonly reports: readonly ExperimentReport[];
  readonly unreadable: readonly UnreadableReply[];
  readonly results: Results;
  readonly jobs: readonly Job[];
  /** With the settings as they were sent. */
  readonly batches: readonly Batch[];
  readonly left: readonly LeftOut[];
  readonly unsent: readonly Unsent[];
  readonly manifest: object;
}

interface ExperimentReport extends Required<Report> {
  readonly id: string;
  readonly title: string;
}

export interface RunIo {
  readonly stderr: NodeJS.WriteStream;
  /** Aborting asks nothing new; what is in flight is awaited and stored. */
  readonly signal: AbortSignal;
  /** Makes the tables from stored replies and asks nothing. */
  readonly storedOnly?: boolean;
  /** Asked before anything is sent; the run goes on when it resolves. */
  readonly beforeAsking?: (planned: PlannedRun) => Promise<void>;
}

/** Plans all experiments together, asks what the store does not hold, and makes the tables. */
export async function run(config: Config, io: RunIo): Promise<RunResult> {
  const planned = await planRun(config, (event) => {
    const text = paceText(event);
    // On a terminal over the bar, which draws itself again below.
    if (text !== undefined) io.stderr.write(`${io.stderr.isTTY ? "\r\u001B[K" : ""}${text}\n`);
  });
  await io.beforeAsking?.(planned);
  const { setting, able, left, jobs, batches } = planned;
  const { studies } = setting;
  const { asked, ...outcome } = await askAll(batches, config, io);
  const answered = config.models.map((choice, i) =>
    modelAnswers(choice, batches[i] ?? [], (batch) => asked[batches.flat().indexOf(batch)]),
  );
  const results = resultsOf(setting, answered);
  const reports = able.map((experiment): ExperimentReport => {
    const { id, title } = experiment;
    const { tables, figures = [] } = experiment.report(results);
    return { id, title, figures, tables: tables.map((table) => withMode(table, config.mode)) };
  });
  return {
    config,
    reports,
    unreadable: inOrder(asked.flatMap(({ unreadable }) => unreadable)),
    tables: reports.flatMap(({ tables }) => tables),
    figures: reports.flatMap(({ figures }) => figures),
    results,
    jobs,
    left,
    unsent: unsent(batches.flat(), asked),
    batches: batches.flat().map((batch, i) => asSent(batch, asked[i])),
    manifest: manifest({ config, studies, batches: batches.flat(), asked, left, ...outcome }),
  };
}

function asSent(batch: Batch, asked: Asked | undefined): Batch {
  const { provider } = batch;
  return { ...batch, provider: { ...provider, settings: asked?.settings ?? provider.settings } };
}

/** Answers come in any order; what is written is the same bytes for the same answers. */
function inOrder(replies: readonly UnreadableReply[]): UnreadableReply[] {
  return replies.toSorted((a, b) => (a.prompt < b.prompt ? -1 : a.prompt > b.prompt ? 1 : 0));
}

function modelAnswers(choice: ModelChoice, own: readonly Batch[], askedOf: (batch: Batch) => Asked | undefined) {
  const [first] = own;
  return {
    provider: first?.provider.name ?? choice.provider,
    model: first?.provider.model ?? choice.model,
    rehearsed: own.some((batch) => askedOf(batch)?.rehearsed),
    scores: first?.provider.scores ?? false,
    answers: new Map(own.map((batch) => [batch.subject, askedOf(batch)?.answers ?? new Map()])),
  };
}

async function askAll(models: readonly (readonly Batch[])[], config: Config, io: RunIo) {
  const batches = models.flat();
  const { stderr, signal, storedOnly = false } = io;
  using journal = openJournal(config.store);
  for (const { line, reason } of journal.damage) {
    stderr.write(`${config.store}, line ${line}: ${reason}; only that reply is lost\n`);
  }
  const questions = batches.reduce((sum, batch) => sum + batch.questions.length, 0);
  const before = journal.size;
  const say = (line: string): void => void stderr.write(`${line}\n`);
  if (config.batch && !storedOnly) {
    await askInBatches(modelAsks(models, config), { model: config, journal, say, signal });
  } else if (!storedOnly) {
    const open = openBatchesText(config.store);
    if (open !== undefined) say(open);
  }
  const display = showProgress(questions, stderr);
  const asked: Asked[] = [];
  try {
    for (const batch of batches) {
      const onProgress = display.part();
      asked.push(await askBatch(batch, journal, { ...config, signal, onProgress, storedOnly }));
    }
  } finally {
    display.stop();
  }
  const added = journal.size - before;
  const found = asked.reduce((sum, batch) => sum + batch.keys.size, 0);
  const unreadable = asked.reduce((sum, batch) => sum + batch.unreadable.length, 0);
  if (storedOnly && found + unreadable === 0 && questions > 0) {
    throw new UsageError(`${config.store} holds none of the run's replies: ${nameStore}`);
  }
  return {
    asked,
    counts: { questions, asked: added, fromStore: found - added, unreadable },
    totals: totals(recordsOf(config.store, asked)),
    cost: await runCost(
      recordsOf(config.store, asked),
      batches.map(({ provider }) => provider),
      config,
    ),
  };
}

/** What vendors' batches are to ask of each model. */
function modelAsks(models: readonly (readonly Batch[])[], config: Config): ModelAsks[] {
  return config.models.map((choice, i) => {
    const batches = models[i] ?? [];
    const asks = batches.flatMap(({ questions, findTemplate }) =>
      questions.map((question) => batchAsk(question, findTemplate)),
    );
    return { choice, asks };
  });
}
