import type { Method } from "@promptnce/core";
import { type Profile, repliesAt } from "@promptnce/providers";
import {
  type GivenModels,
  type ModelChoice,
  modelMistakes,
  type ModelOptions,
  modelsOf,
  paceText,
  UsageError,
} from "@promptnce/providers/choose";

/** The options of `modelOptions` as the command line gives them. */
export interface GivenModel extends Omit<GivenModels, "model"> {
  readonly model?: readonly string[];
  readonly profile: Profile;
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly scoring?: ModelOptions["scoring"];
  readonly maxTokens?: number;
  readonly seed: string;
  readonly concurrency: number;
  readonly confirmAbove: number;
  readonly yes?: true;
  readonly dryRun?: true;
  readonly store?: string;
}

/** Who is asked, how, and whether in batches. */
export interface AskedModel {
  readonly batch: boolean;
  readonly choice: ModelChoice;
  /** The file of the journal. */
  readonly store: string;
  readonly model: ModelOptions;
}

/**
 * All that the options say of who is asked, over a store.
 *
 * @throws UsageError naming the option that does not go with another.
 */
export function askedModel(given: GivenModel, store: string): AskedModel {
  return {
    batch: given.batch ?? false,
    choice: chosenModel(given),
    store,
    model: modelSettings(given, store),
  };
}

/** The model that the options name; the simulated respondent where they name none. */
function chosenModel(given: GivenModel): ModelChoice {
  const names = given.model ?? [];
  const [mistake] = modelMistakes({ ...given, model: names });
  if (mistake !== undefined) throw new UsageError(`--${dashed(mistake[0])}: ${mistake[1]}`);
  const [choice, second] = modelsOf(names, given.provider, given.profile);
  if (choice === undefined || second !== undefined) {
    throw new UsageError("--model: one run asks one model; run the command again for another");
  }
  return choice;
}

/** The options that a provider is made of, with changes of the pace told on standard error. */
function modelSettings(given: GivenModel, store: string): ModelOptions {
  return {
    ...given,
    replies: repliesAt(store),
    dryRun: given.dryRun ?? false,
    onPace: (event) => {
      const text = paceText(event);
      if (text !== undefined) sayOnStandardError(text);
    },
  };
}

/**
 * Refuses `--batch` where every method scores given texts, which single calls do: batches would have
 * nothing to do.
 *
 * @throws UsageError naming the methods.
 */
export function refuseScoredBatch(methods: readonly Pick<Method, "id" | "scored">[]): void {
  if (methods.some(({ scored }) => scored !== true)) return;
  const ids = [...new Set(methods.map(({ id }) => id))].join(", ");
  throw new UsageError(
    `--batch: all that is asked here (${ids}) is to score given texts, which no batch does; leave it out, or name another method`,
  );
}

/** A line for people, beside results. */
export function sayOnStandardError(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Says at once that a setting which was asked for is not sent, since the model rejects it. */
export function tellLeftOut(model: string): (name: string, value: unknown) => void {
  return (name, value) => sayOnStandardError(`Not sent: ${name} = ${JSON.stringify(value)}, which ${model} rejects.`);
}

function dashed(option: string): string {
  return option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
