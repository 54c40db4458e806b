import type { Method } from "@promptnce/core";
import { repliesAt } from "@promptnce/providers";
import {
  chosenModels,
  type GivenModel,
  type ModelChoice,
  type ModelOptions,
  paceText,
  UsageError,
} from "@promptnce/providers/choose";

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
export function chosenModel(given: Partial<GivenModel>): ModelChoice {
  const [choice, second] = chosenModels(given);
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
