import { syntheticClass } from "@promptnce/case-study/world";
import { shapeNames, syntheticWorld } from "@promptnce/datasets";
import { readPrompt, taskPromptReader } from "@promptnce/prompts";
import type { Joint, PromptReader, Provider } from "@promptnce/core";
import { simulated } from "@promptnce/rehearsal";
import type { FaultKind, FaultShares, SimulatedServerOptions } from "@promptnce/rehearsal/server";
import { DataError } from "@promptnce/rows/errors";
import { madeUpJoint } from "@promptnce/rows/survey";
import { readTask } from "@promptnce/rows/tasks";
import { withSimulatedSummaries } from "../asking/simulated-summaries.ts";
import type { ServeOptions } from "./serve-options.ts";
import { studyJoint } from "./study-joint.ts";
import { studyLabels } from "./study-labels.ts";

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
export async function serverOptions(options: ServeOptions): Promise<SimulatedServerOptions> {
  const { task, latency, failures, ...same } = options;
  // The worlds below answer for the paper's tasks.
  const isOwn = task !== undefined && !(shapeNames as readonly string[]).includes(task);
  const taskWorld = isOwn ? await ownTaskWorld(task) : undefined;
  const worlds = syntheticWorlds();
  if (taskWorld !== undefined) worlds.set(taskWorld.name, taskWorld.joint);
  const read: PromptReader = (...prompt) => taskWorld?.read(...prompt) ?? readPrompt(...prompt);
  const respondent = simulated({ read, joint: worlds, profile: "model-like", seed: SEED });
  return {
    ...same,
    respondent: advising(withSimulatedSummaries(respondent)),
    latencyMs: latency,
    faults: inEqualParts(failures),
    seed: SEED,
  };
}

/** The respondent, which says what to do about an input that none of its worlds has. */
function advising(respondent: Provider): Provider {
  return {
    ...respondent,
    complete: (...call) =>
      respondent.complete(...call).catch((error: unknown) => {
        if (!(error instanceof RangeError)) throw error;
        throw new RangeError(
          `${error.message}: the simulated server knows the inputs of its made-up worlds and, with --task STUDY, those of your rows.`,
        );
      }),
  };
}

function inEqualParts(failures: number): FaultShares {
  return Object.fromEntries(FAILURES.map((kind) => [kind, failures / FAILURES.length]));
}

/** All synthetic worlds by task, and the class of `score --demo`. */
function syntheticWorlds(): Map<string, Joint> {
  const worlds = shapeNames.map((shape) => {
    return [shape, whenAsked(() => syntheticWorld(shape, SEED))] as const;
  });
  return new Map<string, Joint>([["programs", whenAsked(() => syntheticClass(SEED))], ...worlds]);
}

/**
 * A world without contexts that is made for the first question about it: all take as long to make as
 * the rest of the command to start, and few are asked about.
 */
function whenAsked(make: () => Joint): Joint {
  let made: Joint | undefined;
  const world = (): Joint => (made ??= make());
  return {
    get name() {
      return world().name;
    },
    get marginal() {
      return world().marginal;
    },
    conditional: (x, y) => world().conditional(x, y),
  };
}

/**
 * People's answers in the rows of a study, or else a distribution made up for a task's labels, which
 * says nothing about any data; with the reader of the task's prompts.
 */
async function ownTaskWorld(
  file: string,
): Promise<{ name: string; joint: Joint; read: PromptReader }> {
  const task = readTask(file);
  const { name } = task;
  const read = taskPromptReader(task);
  const counted = await studyJoint(file, task);
  if (counted !== undefined) return { name, joint: counted, read };
  const labels = task.labels ?? (await studyLabels(file));
  if (labels === undefined) {
    throw new DataError(
      `${file} does not name its labels: the server sees no rows, so list them under labels.`,
    );
  }
  const marginal = new Map(labels.map((label) => [label, 1 / labels.length]));
  return {
    name,
    joint: madeUpJoint(marginal, SEED, `made up for ${name}`),
    read,
  };
}
