import { syntheticClass } from "@promptnce/case-study";
import { datasetNames, readDataset, shapeNames, syntheticWorld } from "@promptnce/datasets";
import { readPrompt, taskPromptReader } from "@promptnce/prompts";
import type { Joint, PromptReader } from "@promptnce/providers";
import { simulated } from "@promptnce/providers/simulated";
import type { SimulatedServerOptions } from "@promptnce/providers/simulated-server";
import { DataError, madeUpJoint, readTask } from "@promptnce/rows";
import { withSimulatedSummaries } from "../asking/simulated-summaries.ts";
import type { ServeOptions } from "./serve-options.ts";

/** What the server is made of: a respondent that knows the worlds which are named, and how it errs. */
export async function serverOptions(options: ServeOptions): Promise<SimulatedServerOptions> {
  const { dataset, data, task, profile, latency, fault, reject, batchErrored, batchExpired, batchAfter, ...same } =
    options;
  const { seed } = same;
  const worlds = await simulatedWorlds(dataset, data, seed);
  const own = task === undefined ? undefined : ownTaskWorld(task, seed);
  const joint = own === undefined ? worlds : new Map([...worlds, [own.name, own.joint]]);
  const read: PromptReader = (...prompt) => own?.read(...prompt) ?? readPrompt(...prompt);
  return {
    ...same,
    respondent: withSimulatedSummaries(simulated({ read, joint, profile, seed })),
    latencyMs: latency,
    faults: fault,
    batches: { errored: batchErrored, expired: batchExpired, afterMs: batchAfter },
    ...(reject && { rejects: reject }),
  };
}

/** By task the world or dataset that is named, else all synthetic worlds; and the class that a bench run asks about. */
async function simulatedWorlds(dataset: string | undefined, data: string, seed: string): Promise<Map<string, Joint>> {
  const worlds = new Map<string, Joint>([["programs", syntheticClass(seed)]]);
  for (const shape of shapeNames) {
    if (dataset === undefined || dataset === `synthetic-${shape}`) worlds.set(shape, syntheticWorld(shape, seed));
  }
  const real = datasetNames.find((name) => name === dataset);
  if (real !== undefined) worlds.set(real, await readDataset(real, data));
  return worlds;
}

/** A distribution made up for the labels of a task, which says nothing about any data, and the reader of its prompts. */
function ownTaskWorld(file: string, seed: string): { name: string; joint: Joint; read: PromptReader } {
  const task = readTask(file);
  const { name, labels } = task;
  if (labels === undefined) {
    throw new DataError(`${file} does not name its labels: the server sees no rows, so list them under labels.`);
  }
  const marginal = new Map(labels.map((label) => [label, 1 / labels.length]));
  return { name, joint: madeUpJoint(marginal, seed, `made up for ${name}`), read: taskPromptReader(task) };
}
