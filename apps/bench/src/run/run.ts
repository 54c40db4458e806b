import type { Provider } from "@promptnce/core";
import { type ModelChoice, repliesAt } from "@promptnce/command";
import { asFlag } from "@promptnce/command/errors";
import {
  askedManifest,
  servedTexts,
  type AskingReport,
  type UnreadableReply,
} from "@promptnce/engine/run";
import type { Figure, PairsData, Table } from "@promptnce/report";
import { showProgress } from "@promptnce/command/terminal";
import type { Config } from "../study/config.ts";
import type { Report } from "../scoring/experiment.ts";
import { scoreBlocks } from "../scoring/blocks.ts";
import type { Job } from "../study/job.ts";
import { type ModelAnswers, type Results, resultsOf } from "../study/results.ts";
import { askModels, type RunIo, type SubjectAnswers } from "./ask-models.ts";
import { unnamedWorlds } from "./made-up-worlds.ts";
import { manifest } from "./manifest.ts";
import { pairsData } from "./pairs-data.ts";
import { type PlannedRun, planRun } from "./plan-run.ts";
import { tableOfRun } from "./table-of-run.ts";

/** The complete output of a run, in memory. */
export interface RunResult {
  readonly config: Config;
  /** How many questions were planned. */
  readonly questions: number;
  /** The results of each subject's questions, and these with the questions. */
  readonly asked: readonly AskingReport[];
  readonly asks: readonly SubjectAnswers[];
  /** The notes on which models answered, one sentence each. */
  readonly served: readonly string[];
  readonly reports: readonly ExperimentReport[];
  /** All tables of the reports. */
  readonly tables: readonly Table[];
  /** Replies that could not be read, in the order of their prompts. */
  readonly unreadable: readonly UnreadableReply[];
  readonly results: Results;
  readonly jobs: readonly Job[];
  /** The experiments left out, each with the reason. */
  readonly left: PlannedRun["left"];
  /** The made-up worlds used because no data were named. */
  readonly worlds: readonly string[];
  /** The settings requested but not sent, see {@link unsentTexts}. */
  readonly unsent: readonly string[];
  readonly pairs: PairsData;
  readonly manifest: object;
  /** What the replies cost, in dollars; absent where nothing was paid. */
  readonly usd: number | undefined;
}

/** What an experiment of a run shows. */
interface ExperimentReport extends Report {
  readonly id: string;
  readonly title: string;
  readonly figures: readonly Figure[];
}

/** Plans a run, and sends the requests missing from the store; tables are built by {@link run}. */
export async function planAndAsk(config: Config, io: RunIo) {
  const planned = await planRun(config, (text) => void io.stderr.write(`${text}\n`));
  await io.beforeAsking?.(planned);
  return { planned, answered: await askModels(planned, config, io) };
}

/**
 * Plans all experiments together, sends the requests missing from the store and builds the tables.
 */
export async function run(config: Config, io: RunIo): Promise<RunResult> {
  const { planned, answered } = await planAndAsk(config, io);
  const { setting, able, left, jobs } = planned;
  const { models, alone, ...counts } = answered;
  const main = models.flat();
  const all = [...main, ...alone.flat()];
  const rehearsed = all.some(({ asked }) => asked.rehearsed);
  const answers = config.models.map((choice, i) =>
    modelAnswers(choice, models[i] ?? [], alone[i] ?? []),
  );
  const results = resultsOf(setting, answers);
  // Uses the settings as sent.
  const asks = main.map((one) => ({
    ...one,
    provider: { ...one.provider, settings: one.asked.settings },
  }));
  // A thread scores while the pairs and the cost are put together.
  let scored = 0;
  const blocks = able.map((experiment) => experiment.blocks?.(results) ?? []);
  const scores = blocks.flat().length * results.models.length;
  const steps = { doing: "scoring", did: "scored", isUneven: true };
  using display = await showProgress(scores, io.stderr, steps);
  const scoring = scoreBlocks(blocks.flat(), results, () => display.update(++scored));
  const { pairs, wanted } = pairsData(results, jobs, asks);
  // The store is streamed once, for both the cost and the page.
  const replies = wanted.noting(repliesAt(config.store));
  const paid = { replies, prices: config, writeOption: asFlag };
  const [askedManifestFields, scoredBlocks] = await Promise.all([
    askedManifest(all, { paid, ...counts }),
    scoring,
  ]);
  const reports = able.map(({ id, title, report }, i) => {
    const own = scoredBlocks.splice(0, blocks[i]!.length);
    const { tables: made, figures = [], finding } = report(results, own);
    const tables = made.map((table) => tableOfRun(table, config.mode));
    return { id, title, figures, tables, ...(finding !== undefined && { finding }) };
  });
  return {
    config,
    questions: counts.questions,
    asked: all.map(({ asked }) => asked),
    served: [...new Set(servedTexts(all))],
    reports,
    // Replies arrive in any order; the output is byte-identical for the same replies.
    unreadable: all
      .flatMap(({ asked }) => asked.unreadableReplies)
      .toSorted((a, b) => (a.prompt < b.prompt ? -1 : Number(a.prompt > b.prompt))),
    tables: reports.flatMap(({ tables }) => tables),
    results,
    jobs,
    left,
    worlds: unnamedWorlds(planned, config),
    unsent: unsentTexts(all),
    asks,
    pairs: { pairs, questions: wanted.questions },
    manifest: manifest(planned, askedManifestFields, rehearsed),
    usd: askedManifestFields.cost?.usd,
  };
}

/**
 * `temperature = 0, which NAME rejects`: the settings requested but not sent, once per model and
 * set of settings.
 */
export function unsentTexts(
  asks: readonly { provider: Provider; asked: Pick<AskingReport, "leftOut"> }[],
): string[] {
  const texts = asks.flatMap(({ provider: { name, model }, asked: { leftOut } }) => {
    const settings = Object.entries(leftOut).map(
      ([key, value]) => `${key} = ${JSON.stringify(value)}`,
    );
    const text = `${settings.join(", ")}, which ${model} rejects`;
    return settings.length === 0 ? [] : [[`${name}: ${text}`, text] as const];
  });
  return [...new Map(texts).values()];
}

function modelAnswers(
  choice: ModelChoice,
  answeredSubjects: readonly SubjectAnswers[],
  alone: readonly SubjectAnswers[],
): ModelAnswers {
  const [first] = answeredSubjects;
  const bySubject = <T>(some: readonly SubjectAnswers[], of: (one: SubjectAnswers) => T) =>
    new Map(some.map((one) => [one.subject, of(one)]));
  return {
    provider: first?.provider.name ?? choice.provider,
    model: first?.provider.model ?? choice.model,
    rehearsed: answeredSubjects.some(({ asked }) => asked.rehearsed),
    scores: first?.provider.scores ?? false,
    plain: first?.provider.plain ?? false,
    answers: bySubject(answeredSubjects, ({ answers }) => answers),
    alone: bySubject(alone, ({ answers }) => answers),
    costs: bySubject(answeredSubjects, ({ costs }) => costs),
  };
}
