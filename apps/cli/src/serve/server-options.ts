import type { PromptReader } from "@promptnce/providers";
import type { SimulatedServerOptions } from "@promptnce/providers/simulated-server";
import { ownTaskWorld } from "./own-task-world.ts";
import { simulatedWorlds } from "./simulated-worlds.ts";
import type { ServeOptions } from "./serve-options.ts";

/**
 * What the server is made of: a respondent that knows the worlds which are named, and how it errs.
 *
 * @throws DatasetError where a dataset's files are missing or wrong, DataError for a task that is.
 */
export async function serverOptions(options: ServeOptions): Promise<SimulatedServerOptions> {
  const { profile, seed, latency, fault, rateLimit, retryAfter, reject, vary, port } = options;
  const { readPrompt } = await import("@promptnce/prompts");
  const { simulated } = await import("@promptnce/providers/simulated");
  const { withSimulatedSummaries } = await import("../asking/simulated-summaries.ts");
  const worlds = await simulatedWorlds(options.dataset, options.data, seed);
  const own = options.task === undefined ? undefined : await ownTaskWorld(options.task, seed);
  const joint = own === undefined ? worlds : new Map([...worlds, [own.name, own.joint]]);
  const read: PromptReader = (...prompt) => own?.read(...prompt) ?? readPrompt(...prompt);
  return {
    respondent: withSimulatedSummaries(simulated({ read, joint, profile, seed })),
    port,
    latencyMs: latency,
    faults: fault,
    seed,
    batches: {
      errored: options.batchErrored,
      expired: options.batchExpired,
      afterMs: options.batchAfter,
    },
    ...(rateLimit !== undefined && { rateLimit }),
    ...(retryAfter !== undefined && { retryAfter }),
    ...(reject && { rejects: reject }),
    ...(vary && { vary }),
  };
}
