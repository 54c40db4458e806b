import type { CallContext, Provider } from "@promptnce/core";
import { droppedParameters, type CurrentSettings } from "@promptnce/providers/contract";
import { modelAttempts, requestKey, UnansweredError } from "@promptnce/engine";
import type { PostgresStore } from "../store/postgres-store.ts";
import type { HeldJobs } from "./held-jobs.ts";
import type { JobCall } from "./job-call.ts";

/** The attempts of a worker at its jobs. */
export interface JobAttempts {
  /**
   * Makes the attempt of a job through these links around the model, again where the model has
   * rejected a setting meanwhile.
   */
  make(call: JobCall, through: Provider): Promise<void>;
  /** Stores the failures whose cause was still undecided. */
  readonly settle: () => Promise<void>;
}

export function jobAttempts(
  provider: Provider,
  store: PostgresStore,
  { closing, complete, release }: HeldJobs,
): JobAttempts {
  const { name, model } = provider;
  const attempts = modelAttempts(provider, false);
  const settings = droppedParameters(provider.settings, store.leftOut(provider), undefined);

  /** Makes the attempt of a job, with the settings that are sent now. */
  const makeWith = async (
    sent: CurrentSettings,
    call: JobCall,
    through: Provider,
  ): Promise<void> => {
    const { entries, lost } = call;
    const { request, attempt } = call.job;
    call.hasFailed = false;
    const key = requestKey({ ...request, provider: name, model, settings: sent.settings });
    const one = attempts.begin({ key, request, attempt }, sent, async (entry) => {
      store.note(entry);
      entries.push(entry);
      if (entry.charge !== true) await complete(call);
    });
    const context: CallContext = settings.context(sent, { signal: lost.signal, closing });
    const outcome = await one.send(through, context);
    if ("error" in outcome) {
      // The decision may take long, and no other call should wait for money that this one no longer
      // needs.
      await release(call);
      call.hasFailed = true;
    }
    await one.settle(outcome);
    settings.fix();
  };

  return {
    make: (call, through) => settings.whileLearning((sent) => makeWith(sent, call, through)),
    settle: () =>
      attempts.settle().catch((error: unknown) => {
        // The questions stay in the queue; the worker ends with the error that occurred.
        throw error instanceof UnansweredError ? error.last : error;
      }),
  };
}
