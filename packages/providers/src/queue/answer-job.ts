import type { Provider, Reply } from "@promptnce/core";
import { droppedParameters, type Sent, type VendorCallOptions } from "../call/dropped-parameters.ts";
import { failedReply, ProviderError } from "../errors/errors.ts";
import { entryOf } from "../store/cached.ts";
import { requestKey } from "../store/request-key.ts";
import type { Store, StoreEntry } from "../store/store.ts";
import type { Job } from "./queue.ts";

/** What one call came to: entries to be stored, and the error that it failed of for good, if it did. */
export interface JobAnswer {
  readonly entries: readonly StoreEntry[];
  readonly error?: ProviderError;
}

/**
 * Asks jobs of a provider, one call each and its repetitions, and makes of what comes what a direct run would store. A
 * setting that the model rejects by name is left out from then on, as long as none was answered with it.
 */
export function jobAnswers(provider: Provider, store: Pick<Store, "leftOut">) {
  const { name, model } = provider;
  const known = store.leftOut?.(provider) ?? [];
  const settings = droppedParameters(provider.settings, known, undefined);
  /** Under the settings as they are sent, which may not be those that were asked for. */
  const keyOf = ({ request }: Job, { settings }: Sent): string =>
    requestKey({ ...request, provider: name, model, settings });
  const entryFor = (job: Job, sent: Sent, reply: Reply): StoreEntry => {
    const { request, attempt, template } = job;
    return { ...entryOf(provider, sent, { key: keyOf(job, sent), request, attempt }, reply), template };
  };
  return {
    /** The key under which its reply is stored. */
    keyOf: (job: Job): string => keyOf(job, settings.now),
    /** Of a job that came to nothing. */
    failed: (job: Job, message: string): StoreEntry =>
      entryFor(job, settings.now, { text: "", stop: "failed", failure: { kind: "worker", message } }),
    /** @throws What is no ProviderError, and the signal's reason. */
    async answer(job: Job, signal: AbortSignal): Promise<JobAnswer> {
      const { attempt } = job;
      for (;;) {
        const sent = settings.now;
        const entries: StoreEntry[] = [];
        const charged = new WeakSet<ProviderError>();
        const onCharge = (error: ProviderError): void => {
          if (charged.has(error)) return;
          charged.add(error);
          entries.push({ ...entryFor(job, sent, failedReply(error, error.body)), charge: true });
        };
        const options: VendorCallOptions = { signal, without: () => settings.without(sent), onCharge };
        try {
          const request = attempt === 0 ? job.request : { ...job.request, attempt };
          entries.push(entryFor(job, sent, await provider.complete(request, options)));
          settings.fix();
          return { entries };
        } catch (error) {
          if (settings.learn(error, sent)) continue;
          if (!(error instanceof ProviderError)) throw error;
          if (error.mayBeBilled) onCharge(error);
          return { entries: [...entries, entryFor(job, sent, failedReply(error))], error };
        }
      }
    },
  };
}
