import type { Provider } from "@promptnce/core";
import type { Method } from "@promptnce/core/methods";
import {
  repliesAt,
  chosenModels,
  modelProvider,
  type GivenModel,
  type ModelChoice,
  type ModelOptions,
} from "#command";
import { UsageError } from "#command/errors";
import { say } from "#command/start";

/** The chosen model, its settings and the other options. */
export interface AskedModel<Given extends GivenModel = GivenModel> {
  readonly given: Given;
  readonly choice: ModelChoice;
  /** The file of the journal. */
  readonly store: string;
  /** The options for creating the provider. Changes of pace are reported on standard error. */
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
  const model = { ...given, replies: repliesAt(store), onPace: say };
  return { given, choice: chosenModel(given), store, model };
}

/** The model named by the options; the simulated respondent if none is named. */
export function chosenModel(options: Partial<GivenModel>): ModelChoice {
  const [choice, second] = chosenModels(options);
  if (choice === undefined || second !== undefined) {
    throw new UsageError("--model: a run asks one model; run the command again for another");
  }
  return choice;
}

/**
 * The provider of the chosen model. For the simulated respondent, each command supplies its own.
 */
export async function providerOf(
  { choice, model }: AskedModel,
  simulated: () => Provider | Promise<Provider>,
): Promise<Provider> {
  return choice.provider === "simulated" ? simulated() : await modelProvider(model, choice);
}

/**
 * Refuses `--batch` if every method only scores given texts: no batch API does that, so there would
 * be nothing to batch.
 */
export function refuseScoredBatch(methods: readonly Pick<Method, "id" | "needs">[]): void {
  if (methods.some(({ needs }) => !needs.scores)) return;
  const ids = [...new Set(methods.map(({ id }) => id))].join(", ");
  throw new UsageError(
    `--batch: the methods here (${ids}) only score given texts, which batches cannot do; leave it out, or name another method`,
  );
}
