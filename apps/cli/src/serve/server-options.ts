import { syntheticClass } from "@promptnce/case-study/world";
import { shapeNames, syntheticWorld } from "@promptnce/datasets";
import { readPrompt, taskPromptReader } from "@promptnce/prompts";
import type { PromptReader } from "@promptnce/core";
import type { Joint } from "@promptnce/providers/simulated";
import { simulated } from "@promptnce/providers/simulated";
import type {
  FaultKind,
  FaultShares,
  SimulatedServerOptions,
} from "@promptnce/providers/simulated-server";
import { DataError } from "@promptnce/rows";
import { madeUpJoint } from "@promptnce/rows/survey";
import { readTask } from "@promptnce/rows/tasks";
import { withSimulatedSummaries } from "../asking/simulated-summaries.ts";
import type { ServeOptions } from "./serve-options.ts";

/**
 * The seed of the worlds, the respondent and the failing requests; the default of `bench` and
 * `score --demo`.
 */
const SEED = "1";

/** The kinds of failure, which are equally frequent. */
const FAILURES: readonly FaultKind[] = ["429", "500", "529", "cut", "malformed"];

/**
 * The server's settings: a respondent that knows the synthetic worlds and the given task, and its
 * errors.
 */
export function serverOptions(options: ServeOptions): SimulatedServerOptions {
  const { task, latency, failures, ...same } = options;
  const taskWorld = task === undefined ? undefined : ownTaskWorld(task);
  const worlds = syntheticWorlds();
  if (taskWorld !== undefined) worlds.set(taskWorld.name, taskWorld.joint);
  const read: PromptReader = (...prompt) => taskWorld?.read(...prompt) ?? readPrompt(...prompt);
  const respondent = simulated({ read, joint: worlds, profile: "model-like", seed: SEED });
  return {
    ...same,
    respondent: withSimulatedSummaries(respondent),
    latencyMs: latency,
    faults: inEqualParts(failures),
    seed: SEED,
  };
}

function inEqualParts(failures: number): FaultShares {
  return Object.fromEntries(FAILURES.map((kind) => [kind, failures / FAILURES.length]));
}

/** All synthetic worlds by task, and the class of `score --demo`. */
function syntheticWorlds(): Map<string, Joint> {
  const worlds = shapeNames.map((shape) => [shape, syntheticWorld(shape, SEED)] as const);
  return new Map<string, Joint>([["programs", syntheticClass(SEED)], ...worlds]);
}

/**
 * A distribution made up for a task's labels, which says nothing about any data, with the reader of
 * the task's prompts.
 */
function ownTaskWorld(file: string): { name: string; joint: Joint; read: PromptReader } {
  const task = readTask(file);
  const { name, labels } = task;
  if (labels === undefined) {
    throw new DataError(
      `${file} does not name its labels: the server sees no rows, so list them under labels.`,
    );
  }
  const marginal = new Map(labels.map((label) => [label, 1 / labels.length]));
  return {
    name,
    joint: madeUpJoint(marginal, SEED, `made up for ${name}`),
    read: taskPromptReader(task),
  };
}
