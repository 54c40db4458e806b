import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { ComparedColumns } from "./compared-columns.ts";
import { blockScores, type Score } from "./score-block.ts";

/** Blocks of one study, which share columns. */
export type StudyBlocks = readonly ComparedColumns[];

/**
 * The scores of each block's columns, by study.
 *
 * @param onScored Called after each block.
 */
export function scoresOf(studies: readonly StudyBlocks[], onScored?: () => void): Score[][][] {
  return studies.map((blocks) => blockScores(blocks, onScored));
}

/** Scoring keeps little, so that a small young generation saves 20 MB and no time is lost. */
const resourceLimits = { maxYoungGenerationSizeMb: 2 };

/** The scores that {@link scoresOf} gives, from another thread, which then ends. */
export async function scoreInThread(studies: readonly StudyBlocks[]): Promise<Score[][][]> {
  const program = new URL("score-thread.ts", import.meta.url);
  const thread = new Worker(program, { workerData: studies, resourceLimits });
  const [scores] = await once(thread, "message");
  return scores as Score[][][];
}
