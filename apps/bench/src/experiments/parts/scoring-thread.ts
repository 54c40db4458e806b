import { Worker } from "node:worker_threads";
import type { Score, ScoreArguments } from "./score-block.ts";

/** The thread that scores, while it has something to score. */
let running:
  | { readonly thread: Worker; readonly waiting: PromiseWithResolvers<Score[]>[] }
  | undefined;

/**
 * The scores that {@link scoreBlock} gives, computed in one other thread, block after block. The
 * thread ends when no block is waiting for it, and frees its memory.
 */
export function scoreInThread(block: ScoreArguments): Promise<Score[]> {
  running ??= started();
  const scores = Promise.withResolvers<Score[]>();
  running.waiting.push(scores);
  running.thread.postMessage(block);
  return scores.promise;
}

/** Scoring keeps little, so that a small young generation saves 20 MB and no time is lost. */
const resourceLimits = { maxYoungGenerationSizeMb: 2 };

function started() {
  const thread = new Worker(new URL("score-thread.ts", import.meta.url), { resourceLimits });
  const waiting: PromiseWithResolvers<Score[]>[] = [];
  thread.on("message", (scores: Score[]) => {
    waiting.shift()!.resolve(scores);
    if (waiting.length > 0) return;
    running = undefined;
    void thread.terminate();
  });
  thread.on("error", (error) => {
    running = undefined;
    for (const { reject } of waiting) {
      reject(error);
    }
  });
  return { thread, waiting };
}
