import { parentPort } from "node:worker_threads";
import { type ScoreArguments, scoreBlock } from "./score-block.ts";

// The program of the thread that `scoring-thread.ts` starts: it answers each block with its scores.
parentPort!.on("message", (block: ScoreArguments) => {
  parentPort!.postMessage(scoreBlock(...block));
});
