import { join } from "node:path";
import { type Answers, collectAnswers, type Provider } from "@promptnce/core";
import {
  repliesAt,
  fillStore,
  type ModelChoice,
  type OpenedStore,
  openStore,
} from "@promptnce/command";
import { asFlag, UsageError } from "@promptnce/command/errors";
import {
  askAll,
  askedManifest,
  servedTexts,
  session,
  storedOf,
  type AskingReport,
  type AskedCounts,
  type Person,
  type Session,
  type UnreadableReply,
} from "@promptnce/engine/run";
import type { RunSubject } from "@promptnce/engine/journal";
import type { Inquiries } from "@promptnce/engine";
import {
  type Figure,
  type PairsData,
  type SharedNote,
  type Table,
  valueText,
} from "@promptnce/report";
import { showProgress, withEndNoted } from "@promptnce/command/terminal";
import type { Config } from "../study/config.ts";
import type { Report } from "../scoring/experiment.ts";
import { scoreBlocks } from "../scoring/blocks.ts";
import type { Job } from "../study/job.ts";
import { type AskedCosts, type ModelAnswers, type Results, resultsOf } from "../study/results.ts";
import { askedCosts } from "./asked-costs.ts";
import { nameStore } from "./config-of-run.ts";
import { unnamedWorlds } from "./made-up-worlds.ts";
import { manifest } from "./manifest.ts";
import { pairsData } from "./pairs-data.ts";
import { type PlannedRun, planRun, type SubjectQuestions } from "./plan-run.ts";

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

/** The questions about a subject with their results. */
interface SubjectAnswers extends SubjectQuestions {
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
  const notes = modeNotes[config.mode];
  const reports = able.map(({ id, title, report }, i) => {
    const own = scoredBlocks.splice(0, blocks[i]!.length);
    const { tables: made, figures = [], finding } = report(results, own);
    const tables = made.map(withoutAbsentPaper).map((table): Table => {
      return { ...table, notes: [...table.notes, ...flaggedNotes(table), ...notes] };
    });
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
 * The table, without the paper's columns if it has none of the paper's datasets: they would be
 * empty.
 */
function withoutAbsentPaper<T extends Table>(table: T): T {
  const { columns, rows } = table;
  const isEmpty = (i: number): boolean => rows.every((row) => row[i] === undefined);
  if (!columns.some(({ id }, i) => id === "paper_dataset" && isEmpty(i))) return table;
  const kept = columns.flatMap(({ id }, i) => (id.startsWith("paper_") && isEmpty(i) ? [] : [i]));
  return {
    ...table,
    columns: kept.map((i) => columns[i]),
    rows: rows.map((row) => kept.map((i) => row[i])),
  };
}

/** The note for a table whose numbers of scored pairs include flagged ones. */
function flaggedNotes({ columns, rows }: Pick<Table, "columns" | "rows">): SharedNote[] {
  // Only in our own cells, because a label may end like this too.
  const flagged = columns.some(({ id }, i) => {
    return (
      id.startsWith("scored") &&
      rows.some((row) => /, \d+ flagged$/.test(valueText(row[i], undefined)))
    );
  });
  const note = {
    title: "Flagged",
    text: "Flagged: so many of the scored rest on masses that summed to less than 0.9 or more than 1.1 and were rescaled. Nobody knows what they were meant as.",
  };
  return flagged ? [note] : [];
}

/** The notes under tables whose questions differ from the paper's way of asking. */
const modeNotes: Readonly<Record<Config["mode"], readonly SharedNote[]>> = {
  faithful: [],
  structured: [
    {
      title: "Structured mode",
      text: "Asked in structured mode (constant keys, replies held to a JSON Schema), which elicits other answers than the paper's prompts. Do not mix them with figures of faithful mode.",
    },
  ],
  tokens: [
    {
      title: "Tokens",
      text: "Read from tokens (our own wordings, answered by the distribution over the next token, divided by the mass on the options), which elicits other answers than spoken ones. Do not mix them with figures of another mode.",
    },
  ],
  decisions: [
    {
      title: "Decisions",
      text: "Asked of a decision model (our own wordings, answered by the probability of each option), which elicits other answers than spoken ones. A probability that came as 0 counts as the most that rounding leaves it, .005 of two decimals. Do not mix them with figures of another mode.",
    },
  ],
};

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

type RunQuestions = Pick<PlannedRun, "questions" | "alone">;

async function askModels({ questions: models, alone }: RunQuestions, config: Config, io: RunIo) {
  const { stderr, signal, storedOnly = false, person } = io;
  const say = (line: string): void => void stderr.write(`${line}\n`);
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
