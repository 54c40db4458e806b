import { join } from "node:path";
import {
  type ClassJob,
  classMethod,
  planClass,
  scoreJob,
  type ScoredJob,
} from "@promptnce/case-study/judging";
import {
  type Answers,
  collectAnswers,
  estimate,
  type FindTemplate,
  type Provider,
} from "@promptnce/core";
import { findTemplateWith, readPromptWith } from "@promptnce/prompts/packs";
import { readFromOf } from "#command";
import { asFlag, UsageError } from "#command/errors";
import {
  allPlanned,
  askAll,
  type AskingReport,
  type AskedManifest,
  askedManifest,
} from "@promptnce/engine/run";
import type { StoredReplies } from "@promptnce/engine";
import type { ProviderIdentity } from "@promptnce/providers";
import { loadPacks, wordingMode } from "@promptnce/rows/tasks";
import { simulated, rehearsedText } from "@promptnce/rehearsal";
import { askModel } from "../asking/ask-model.ts";
import { askedModel, providerOf, refuseScoredBatch } from "../options/chosen-model.ts";
import { said } from "../terminal/said.ts";
import { sayCodeOfPack, showProgress } from "#command/terminal";
import { thisProgram } from "../terminal/this-program.ts";
import type { ScoreClass } from "./score-class.ts";
import type { ScoreOptions } from "./score-options.ts";

/** The rankings of a class's summaries, with the answers that they rest on. */
export interface ClassAnswers {
  readonly scored: readonly ScoredJob[];
  readonly provider: ProviderIdentity;
  readonly findTemplate: FindTemplate;
  readonly replies: StoredReplies;
  readonly answers: Answers;
  readonly seed: string;
}

/** The complete output of a run, in memory: the input of its tables and its page. */
export interface ScoreResult extends ClassAnswers {
  /** The sentence on what is simulated, if anything is. */
  readonly simulated: string | undefined;
  readonly asked: AskingReport;
  readonly manifest: ScoreManifest;
}

/** The numbers of a class's students and attempts, and the files that they were read from. */
interface ClassCounts {
  readonly students: number;
  readonly attempts: number;
  readonly repeats: number;
  readonly blank: number;
  readonly tooFewAttempts: number;
  readonly sources: ScoreClass["sources"];
}

/** The information needed to understand and repeat the run. No paths, no keys, no code. */
interface ScoreManifest extends AskedManifest {
  readonly program: object;
  readonly simulated: string | false;
  readonly run: object;
  readonly class: ClassCounts;
  readonly comparisons: readonly object[];
}

/** The ranking of a class's summaries from the replies. A dry run only prints its text. */
export async function askScore(
  subject: ScoreClass,
  options: ScoreOptions,
  store: string,
  signal: AbortSignal,
): Promise<ScoreResult | undefined> {
  const { concurrency, seed } = options;
  const modelChoice = askedModel(options, store);
  const { replies } = modelChoice.model;
  const packs = await loadPacks(options.pack, undefined, sayCodeOfPack);
  const provider = await providerOf(modelChoice, () =>
    simulated({
      read: readPromptWith(packs),
      joint: subject.joint,
      profile: options.profile,
      seed,
    }),
  );
  const settings = settingsOf(options, provider);
  const { jobs, questions } = planClass(subject.students, settings);
  if (modelChoice.given.batch) refuseScoredBatch(jobs.map(({ method }) => method));
  const findTemplate = findTemplateWith(packs, settings.mode);
  const asks = allPlanned(questions, findTemplate);
  const run = await askModel(modelChoice, { provider, asks, signal }, async (asking, batched) => {
    const page = options.report ? join(options.out, "report.html") : undefined;
    using display = await showProgress(questions.length, process.stderr, {
      store,
      asked: { model: provider.model, task: "programs" },
      page,
      prices: options,
    });
    const { counts } = asking;
    const onSettled = (): void => display.update(counts.questions, counts);
    const how = { concurrency, signal, onSettled };
    const answers = await collectAnswers(askAll(asks, asking, how));
    return { answers, batched, session: asking };
  });
  if (run === undefined) return undefined;
  const { session, answers, batched } = run;
  const { asked } = session;
  const simulatedSentence = sentenceOf(subject, provider, asked.rehearsed);
  const paid = { replies, prices: options, writeOption: asFlag };
  return {
    scored: jobs.map((job) => {
      const outcomes = estimate(job.method.estimator, job.trials, answers, { task: "programs" });
      return scoreJob(job, outcomes, seed);
    }),
    simulated: simulatedSentence,
    provider: session.provider,
    asked,
    findTemplate,
    replies,
    answers,
    seed,
    manifest: {
      program: thisProgram(),
      simulated: simulatedSentence ?? false,
      run: settings,
      class: countsOf(subject),
      comparisons: jobs.map(comparisonsOf),
      ...(await askedManifest([session], { paid, batched })),
    },
  };
}

/** The settings by which the comparisons are planned, which the manifest states. */
function settingsOf(options: ScoreOptions, provider: Provider) {
  const {
    variant = ["compression", "future"],
    structured = false,
    k,
    limit,
    window,
    seed,
  } = options;
  return {
    variants: [...new Set(variant)],
    methods: [...new Set(methodsFor(provider, options.methods))],
    mode: wordingMode({ structured, readFrom: readFromOf(options), k }),
    rotations: options.rotations,
    k,
    limit,
    window,
    seed,
  };
}

function countsOf({ students, attempts, repeats, blank, short, sources }: ScoreClass): ClassCounts {
  return {
    students: students.length,
    attempts,
    repeats,
    blank,
    tooFewAttempts: short.length,
    sources,
  };
}

function comparisonsOf({ variant, method, comparisons, skipped }: ClassJob): object {
  return {
    variant,
    method: method.id,
    comparisons: comparisons.length,
    skipped: skipped.length,
  };
}

/** The note on simulated data, if there are any. */
function sentenceOf(
  { madeUp }: ScoreClass,
  provider: Provider,
  rehearsed: boolean,
): string | undefined {
  const sentences = said(
    provider.name === "simulated" &&
      `The answers are those of the simulated respondent (profile ${provider.model}), not of a language model.`,
    rehearsed && rehearsedText([provider.model]),
    madeUp ??
      (provider.name === "simulated" &&
        "It knows nothing of what a summary of these students says, so these rates are coin flips."),
  );
  return sentences.length > 0 ? sentences.join(" ") : undefined;
}

/** The named methods, or all methods that this provider supports. */
function methodsFor(
  { scores, plain, model }: Provider,
  named: readonly string[] | undefined,
): string[] {
  if (named === undefined)
    return ["promptnce", "infonce", ...(scores ? [plain ? "gem+plain" : "gem"] : [])];
  const scored = named.find((name) => classMethod(name).needs.scores);
  if (scored !== undefined && !scores) {
    throw new UsageError(
      `--methods ${scored}: ${model} gives no log-probabilities of a text; use llama:FILE.gguf, or a server with --scoring`,
    );
  }
  return [...new Set(named)];
}
