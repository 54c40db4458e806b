import type { Variant } from "@promptnce/case-study";
import { estimate, requestOf } from "@promptnce/core";
import type { FindTemplate, Provider } from "@promptnce/core";
import { findTemplateIn, readPrompt } from "@promptnce/prompts";
import { rehearsedText } from "@promptnce/providers";
import { simulated } from "@promptnce/providers/simulated";
import type { UnreadableText } from "../terminal/page.ts";
import { askScore } from "./ask-score.ts";
import { insteadOfAsking } from "./forecast.ts";
import { type AskedModel, askedModel, type GivenModel } from "../options/chosen-model.ts";
import { refuseScoredBatch } from "../options/refuse-scored-batch.ts";
import { planScore } from "./plan-score.ts";
import type { ScoreClass } from "./score-class.ts";
import { type ScoreManifest, scoreManifest } from "./score-manifest.ts";
import { scored, type Scored } from "./scored.ts";
import { expectedOutputTokens, modelProvider, priceFor, UsageError } from "@promptnce/providers/choose";

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
    readonly store: string;
    readonly seed: string;
    readonly unreadable: readonly UnreadableText[];
  };
}

/**
 * Asks about a class and ranks its summaries. Nothing comes of a dry run but its text.
 */
export async function runScore(
  subject: ScoreClass,
  options: ScoreOptions,
  signal: AbortSignal,
): Promise<ScoreResult | { readonly text: string }> {
  const { seed, variant: variants = ["compression", "future"], k, limit, window } = options;
  const { store, concurrency, structured = false } = options;
  const mode = structured ? "structured" : "faithful";
  const model = askedModel(options, store);
  const provider = await providerOf(subject, model, options);
  const methods = methodsFor(provider, options.method);
  const plan = planScore(subject.students, { variants, methods, k, limit, seed });
  if (model.batch) refuseScoredBatch(plan.jobs.map(({ method, name: id }) => ({ ...method, id })));
  const findTemplate = findTemplateIn(mode);
  const planned = plan.questions.map((question) => ({
    request: requestOf(findTemplate(question), question),
    expectedOutputTokens: expectedOutputTokens(question),
  }));
  const text = await insteadOfAsking(planned, provider, options);
  if (text !== undefined) return { text };
  const asked = await askScore(plan.questions, {
    provider,
    model,
    findTemplate,
    store,
    concurrency,
    signal,
  });
  const simulatedSentence = sentenceOf(subject, provider, asked.rehearsed);
  return {
    scored: plan.jobs.map((job) => {
      const outcomes = estimate(job.method.estimator, job.trials, asked.answers, {
        task: "programs",
      });
      return scored(job, outcomes, seed);
    }),
    simulated: simulatedSentence,
    asked: {
      provider: { name: provider.name, model: provider.model, settings: asked.settings },
      findTemplate,
      store,
      seed,
      unreadable: asked.unreadableTexts,
    },
    manifest: scoreManifest({
      run: { variants, methods, mode, k, limit, window, seed },
      readClass: subject,
      sources: subject.sources,
      simulated: simulatedSentence,
      provider,
      plan,
      asked,
      store,
      price: await priceFor(options, provider),
    }),
  };
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
