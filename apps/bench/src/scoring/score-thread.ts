import { parentPort, workerData } from "node:worker_threads";
import { scoresOf, type StudyBlocks } from "./scoring-thread.ts";

// The program of the thread that `scoring-thread.ts` starts: it answers with the scores.
parentPort!.postMessage(scoresOf(workerData as readonly StudyBlocks[]));
