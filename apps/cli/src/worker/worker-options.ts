import { flag, modelOptions, numberAbove, option, type OptionValues } from "@promptnce/providers/choose";

/** The options of `worker`, in the order of its help. */
export function workerOptions() {
  const { store, provider, model, baseUrl, scoring, grammar, keyEnv, settings, effort, maxTokens, ...rest } =
    modelOptions();
  const { threads, gpu, contextSize, chatTemplate, concurrency, timeout, rpm, budget, priceIn, priceOut } = rest;
  const asked = { store: { ...store, help: "the database whose questions are answered; needed" }, provider, model };
  const how = { baseUrl, scoring, grammar, keyEnv, settings, effort, maxTokens, threads, gpu, contextSize };
  return {
    ...asked,
    ...how,
    chatTemplate,
    concurrency,
    timeout,
    rpm: { ...rpm, help: "requests a minute of all workers, at most" },
    inputTpm: option("<number>", "input tokens a minute of all workers, at most", numberAbove(0)),
    outputTpm: option("<number>", "output tokens a minute of all workers, at most", numberAbove(0)),
    budget: { ...budget, help: "all workers stop before more than this is spent, what the store holds included" },
    priceIn,
    priceOut,
    untilEmpty: flag("end when nothing waits and nothing is under way"),
  };
}

/** As the command line gives them. */
export type WorkerOptions = OptionValues<ReturnType<typeof workerOptions>>;
