import type { Variant } from "@promptnce/case-study";
import { estimate } from "@promptnce/core";
import type { Answers, FindTemplate, Provider } from "@promptnce/core";
import { findTemplateIn, readPrompt } from "@promptnce/prompts";
import { rehearsedText, type StoredReplies } from "@promptnce/providers";
import { simulated } from "@promptnce/providers/simulated";
import type { UnreadableText } from "../terminal/page.ts";
import {
  type AskedModel,
  askedModel,
  fillJournal,
  type GivenModel,
  refuseScoredBatch,
  sayOnStandardError,
  tellLeftOut,
} from "../options/chosen-model.ts";
import { planScore } from "./plan-score.ts";
import type { ScorePlan } from "./plan-score.ts";
import type { ScoreClass } from "./score-class.ts";
import { scored, type Scored } from "./scored.ts";
import { personAtTerminal, showProgress } from "../terminal/terminal.ts";
import { thisProgram } from "../terminal/this-program.ts";
import { batchAsk, modelProvider, UsageError } from "@promptnce/providers/choose";
import {
  type AskedManifest,
  askedManifest,
  askQuestions,
  forecast,
  insteadOfAsking,
  openStore,
  planned,
  type Session,
  session,
} from "@promptnce/providers/run";

export interface ScoreOptions extends GivenModel {
  readonly variant?: readonly Variant[];
  readonly method?: readonly string[];
  readonly structured?: boolean;
  readonly k: number;
  readonly limit: number;
  readonly window: number;
  readonly store: string;
}

/** All that a run leaves, still in memory: what tables and a page are made from. */
export interface ScoreResult {
  readonly scored: readonly Scored[];
  /** The sentence that says what is simulated, where anything is. */
  readonly simulated: string | undefined;
  readonly manifest: ScoreManifest;
  /** Who was asked, with the settings that were sent, how, and where the replies are. */
  readonly asked: {
    readonly provider: Pick<Provider, "name" | "model" | "settings">;
    readonly findTemplate: FindTemplate;
    readonly replies: StoredReplies;
    readonly seed: string;
    readonly unreadable: readonly UnreadableText[];
  };
}

/** The record of a run; a page shows some of it by itself. */
type ScoreManifest = AskedManifest & {
  readonly class: Record<string, unknown> & { readonly students: number; readonly attempts: number };
  readonly [field: string]: unknown;
};

/** A page shows so many unreadable replies at most. */
const UNREADABLE = 200;

/**
 * Asks about a class and ranks its summaries. Nothing comes of a dry run but its text.
 */
export async function runScore(
  subject: ScoreClass,
  options: ScoreOptions,
  signal: AbortSignal,
): Promise<ScoreResult | { readonly text: string }> {
  const { seed, variant: variants = ["compression", "future"], k, limit, window } = options;
  const { structured = false } = options;
  const mode = structured ? "structured" : "faithful";
  const asked = askedModel(options, options.store);
  const provider = await providerOf(subject, asked, options);
  const methods = methodsFor(provider, options.method);
  const plan = planScore(subject.students, { variants, methods, k, limit, seed });
  if (asked.batch) refuseScoredBatch(plan.jobs.map(({ method, name: id }) => ({ ...method, id })));
  const findTemplate = findTemplateIn(mode);
  const requests = plan.questions.map((question) => planned(question, findTemplate));
  const text = await insteadOfAsking(
    async () => [await forecast([{ provider, requests }], asked.model)],
    options,
    personAtTerminal(() => import("@clack/prompts")),
  );
  if (text !== undefined) return { text };
  const outcome = await askAll(plan, { asked, provider, findTemplate, concurrency: options.concurrency, signal });
  const { settings, rehearsed, unreadableReplies: unreadable } = outcome.session.asked;
  const simulatedSentence = sentenceOf(subject, provider, rehearsed);
  const { students, attempts, repeats, blank, short, sources } = subject;
  return {
    scored: plan.jobs.map((job) => {
      const outcomes = estimate(job.method.estimator, job.trials, outcome.answers, { task: "programs" });
      return scored(job, outcomes, seed);
    }),
    simulated: simulatedSentence,
    asked: {
      provider: { name: provider.name, model: provider.model, settings },
      findTemplate,
      replies: asked.model.replies,
      seed,
      unreadable,
    },
    // What a reader needs to know, and to make the same run again. No paths, no keys, no code.
    manifest: {
      program: thisProgram(),
      simulated: simulatedSentence ?? false,
      run: { variants, methods, mode, k, limit, window, seed },
      class: { students: students.length, attempts, repeats, blank, tooFewAttempts: short.length, sources },
      comparisons: plan.jobs.map(({ variant, name, comparisons, skipped }) => {
        return { variant, method: name, comparisons: comparisons.length, skipped: skipped.length };
      }),
      ...(await askedManifest([{ provider, asked: outcome.session.asked }], {
        paid: { replies: asked.model.replies, prices: options },
        batched: outcome.batched,
      })),
    },
  };
}

interface AskAllOptions {
  readonly asked: AskedModel;
  readonly provider: Provider;
  readonly findTemplate: FindTemplate;
  readonly concurrency: number;
  readonly signal: AbortSignal;
}

/** Answers every question, from the store where it has them and from the provider where not. */
async function askAll(
  { questions }: ScorePlan,
  { asked, provider, findTemplate, concurrency, signal }: AskAllOptions,
): Promise<{ answers: Answers; session: Session; batched: number }> {
  using journal = openStore(asked.store, sayOnStandardError);
  const asks = questions.map((question) => batchAsk(question, findTemplate));
  const batched = await fillJournal(asked, asks, { journal, signal });
  const onLeftOut = tellLeftOut(provider.model);
  const asking = session({ provider, findTemplate, store: journal, texts: UNREADABLE, onLeftOut });
  const display = showProgress(questions.length, process.stderr, { doing: "asking", did: "asked" });
  const onProgress = ({ done, stored }: { done: number; stored: number }): void =>
    display.update(done, `${stored} from store`);
  try {
    return {
      answers: await askQuestions(questions, asking, { concurrency, signal, onProgress }),
      session: asking,
      batched,
    };
  } finally {
    display.stop();
  }
}

/** What is simulated, where anything is. */
function sentenceOf({ madeUp }: ScoreClass, provider: Provider, rehearsed: boolean): string | undefined {
  const said = [
    provider.name === "simulated" &&
      `The answers are those of the simulated respondent (profile ${provider.model}), not of a language model.`,
    rehearsed && rehearsedText([provider.model]),
    madeUp ??
      (provider.name === "simulated" &&
        "It knows nothing of what a summary of these students says, so that the rates are a coin's."),
  ].filter((sentence) => typeof sentence === "string");
  return said.length > 0 ? said.join(" ") : undefined;
}

async function providerOf(
  { joint }: ScoreClass,
  { choice, model }: AskedModel,
  { profile, seed }: ScoreOptions,
): Promise<Provider> {
  return choice.provider === "simulated"
    ? simulated({ read: readPrompt, joint, profile, seed })
    : modelProvider(model, choice);
}

/** The methods named, or all that this provider can answer. */
function methodsFor({ scores, model }: Provider, named: readonly string[] | undefined): string[] {
  if (named === undefined) return ["promptnce", "infonce", ...(scores ? ["gem"] : [])];
  const scored = named.find((name) => name.startsWith("gem"));
  if (scored !== undefined && !scores) {
    throw new UsageError(
      `--method ${scored}: ${model} gives no log-probabilities of a text; llama:FILE.gguf does, or a server with --scoring`,
    );
  }
  return [...new Set(named)];
}
