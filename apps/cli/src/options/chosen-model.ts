import type { Provider } from "@promptnce/core";
import type { Method } from "@promptnce/core/methods";
import { repliesAt } from "#command";
import { chosenModels, modelProvider } from "#command";
import { UsageError } from "#command/errors";
import type { GivenModel, ModelChoice, ModelOptions } from "#command";

/** The chosen model, its settings and the other options. */
export interface AskedModel<Given extends GivenModel = GivenModel> {
  readonly given: Given;
  readonly choice: ModelChoice;
  /** The file of the journal. */
  readonly store: string;
  /** What a provider is made of, with changes of the pace told on standard error. */
  readonly model: ModelOptions;
}

/**
 * The chosen model and settings from the options. @throws UsageError if two options are
 * incompatible
 */
export function askedModel<Given extends GivenModel>(
  given: Given,
  store: string,
): AskedModel<Given> {
  const model = { ...given, replies: repliesAt(store), onPace: sayOnStandardError };
  return { given, choice: chosenModel(given), store, model };
}

/** The model named by the options; the simulated respondent if none is named. */
export function chosenModel(given: Partial<GivenModel>): ModelChoice {
  const [choice, second] = chosenModels(given);
  if (choice === undefined || second !== undefined) {
    throw new UsageError("--model: one run asks one model; run the command again for another");
  }
  return choice;
}

/** The model's provider; of the simulated respondent, which each command makes of what it knows, that one. */
export async function providerOf(
  { choice, model }: AskedModel,
  simulated: () => Provider,
): Promise<Provider> {
  return choice.provider === "simulated" ? simulated() : await modelProvider(model, choice);
}

/** Refuses `--batch` where every method scores given texts, which single calls do: batches would have nothing to do. */
export function refuseScoredBatch(methods: readonly Pick<Method, "id" | "needs">[]): void {
  if (methods.some(({ needs }) => !needs.scores)) return;
  const ids = [...new Set(methods.map(({ id }) => id))].join(", ");
  throw new UsageError(
    `--batch: all that is asked here (${ids}) is to score given texts, which no batch does; leave it out, or name another method`,
  );
}

/** Prints a message line on standard error, separate from the results. */
export function sayOnStandardError(line: string): void {
  process.stderr.write(`${line}\n`);
}
