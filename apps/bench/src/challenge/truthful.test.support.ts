import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { newFolder } from "@promptnce/testing/new-folder";
import { runMain } from "../testing/run-main.test.support.ts";
import { type ChallengePair, challengePairs } from "./challenge-pairs.ts";

/** The evaluation pairs of a world, with the truth. */
export async function truthOf(world: string): Promise<readonly ChallengePair[]> {
  const { evaluation } = await challengePairs(world, undefined);
  return evaluation;
}

/** A file of predictions with these lines, in a new folder. */
export function predictionsFile(header: string, lines: readonly string[]): string {
  const path = join(newFolder(), "predictions.csv");
  writeFileSync(path, `${[header, ...lines].join("\n")}\n`);
  return path;
}

/** What `bench challenge` prints for these words. */
export async function challenge(...words: string[]) {
  return runMain(["challenge", ...words], newFolder(), { env: { NO_COLOR: "1" } });
}
