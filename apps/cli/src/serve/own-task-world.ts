import type { Joint, PromptReader } from "@promptnce/providers";
import { DataError } from "@promptnce/rows";

/** What the simulated server needs to answer about a task of one's own. */
export interface OwnTaskWorld {
  readonly name: string;
  readonly joint: Joint;
  readonly read: PromptReader;
}

/**
 * A distribution made up for the labels of a task, and the reader of its prompts. It says nothing
 * about any data.
 *
 * @throws DataError where the file is no task, or one that does not name its labels.
 */
export async function ownTaskWorld(file: string, seed: string): Promise<OwnTaskWorld> {
  const { taskPromptReader } = await import("@promptnce/prompts");
  const { readTask } = await import("@promptnce/rows");
  const { madeUpJoint } = await import("@promptnce/rows");
  const task = readTask(file);
  const { name, labels } = task;
  if (labels === undefined) {
    throw new DataError(`${file} does not name its labels: the server sees no rows, so list them under labels.`);
  }
  const marginal = new Map(labels.map((label) => [label, 1 / labels.length]));
  const joint = madeUpJoint(marginal, seed, `made up for ${name}`);
  return { name, joint, read: taskPromptReader(task) };
}
