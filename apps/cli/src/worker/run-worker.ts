import { isDatabase, modelProvider, UsageError } from "@promptnce/providers/choose";
import { priceOf } from "@promptnce/providers";
import { openPostgresStore } from "@promptnce/providers/postgres";
import { setLimits, work } from "@promptnce/providers/workers";
import { chosenModel, sayOnStandardError } from "../options/chosen-model.ts";
import type { WorkerOptions } from "./worker-options.ts";

/**
 * Answers what waits, until the signal is aborted.
 *
 * @throws UsageError where the store is no database, or there is a budget and nobody knows the price.
 */
export async function runWorker(options: WorkerOptions, signal: AbortSignal): Promise<void> {
  const { store: address = "", rpm, inputTpm, outputTpm, budget, untilEmpty, ...given } = options;
  if (!isDatabase(address)) throw new UsageError("--store: give the database of a team, as postgres://user@host/name");
  const choice = chosenModel(given);
  if (choice.provider === "simulated") throw new UsageError("--model: name the model that this worker asks");
  await using store = await openPostgresStore(address);
  const onPace = sayOnStandardError;
  const provider = await modelProvider({ ...given, replies: store, onPace }, choice);
  const price = await priceOf({ ...given, provider: provider.name, model: provider.model });
  const limits = { requests: rpm, inputTokens: inputTpm, outputTokens: outputTpm, budget };
  await setLimits(store, provider, limits, price);
  const slots = given.concurrency;
  onPace(
    `Worker of ${provider.model}: up to ${slots} calls at once, until Ctrl-C${untilEmpty ? " or the queue is empty" : ""}.`,
  );
  const { answered, usd } = await work({ store, provider, price, slots, untilEmpty, signal, say: onPace });
  const cost = price ? `, for $${usd.toFixed(2)}` : "";
  onPace(`This worker answered ${answered} ${answered === 1 ? "question" : "questions"}${cost}.`);
}
