import { hash } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { UsageError } from "@promptnce/command/errors";
import type { Dataset, Observation } from "@promptnce/core";
import { candidateSet } from "@promptnce/core/sampling";
import { datasetNames, readDataset, type ShapeName, syntheticWorld } from "@promptnce/datasets";
import { isReal, syntheticDatasets } from "../study/config.ts";
import { PAPER, prepareStudy, type Study } from "../study/study.ts";
import { challengeId, drawn, type Version, versionOf } from "./versions.ts";

/** A version of the challenge together with the data that it is scored by. */
export interface ChallengePairs {
  readonly version: Version;
  readonly study: Study;
  /** The pairs that are scored, in order, each with its id in the challenge. */
  readonly evaluation: readonly ChallengePair[];
  readonly development: readonly ChallengePair[];
}

/** A pair of the challenge with what people did, which entrants do not see. */
export interface ChallengePair {
  readonly id: string;
  readonly pair: Observation;
}

/**
 * The frozen pairs of a dataset: 500 for evaluation and 200 for development, as in the paper.
 *
 * @param data the folder of the datasets; worlds need none
 * @throws UsageError if the dataset is unknown or needs a folder, DatasetError if its files are not
 *   as expected, and Error if the pairs are not those that were frozen
 */
export async function challengePairs(
  name: string,
  data: string | undefined,
): Promise<ChallengePairs> {
  const dataset = await datasetOf(name, data);
  const version = versionOf(dataset)!;
  const study = prepareStudy(dataset, { ...PAPER, ...drawn, rotations: 1, responses: 1 });
  const named = (pair: Observation): ChallengePair => ({ id: challengeId(version, pair.id), pair });
  const pairs = {
    version,
    study,
    evaluation: study.evaluation.map(named),
    development: study.development.map(named),
  };
  const sha256 = hashOf(pairs);
  if (version.sha256 !== undefined && version.sha256 !== sha256) {
    throw new Error(
      `the pairs of ${version.name} have the SHA-256 ${sha256} and not the frozen ${version.sha256}: this program draws other pairs than the challenge has`,
    );
  }
  return pairs;
}

async function datasetOf(name: string, data: string | undefined): Promise<Dataset> {
  if (!isReal(name))
    return syntheticWorld(name.replace(/^synthetic-/, "") as ShapeName, drawn.seed);
  if (data === undefined) {
    throw new UsageError(`--data: ${name} needs the folder that the datasets' files are in`);
  }
  return readDataset(name, data);
}

/** The datasets of which a folder has files; all worlds if there is no folder. */
export function datasetsIn(data: string | undefined): readonly string[] {
  if (data === undefined) return syntheticDatasets;
  const found = datasetNames.filter((name) => existsSync(join(data, name)));
  if (found.length > 0) return found;
  throw new UsageError(
    `--data: ${data} holds none of ${datasetNames.join(", ")}; npx --yes pnpm@12 promptnce datasets fetch words --data ${data} fetches the first`,
  );
}

/** The pairs as JSON lines, without the truth: id, x, y, candidates and split. */
export function pairsText({ study, evaluation, development }: ChallengePairs): string {
  const lineOf = (split: string) => (named: ChallengePair) => {
    const { x, y } = named.pair;
    const candidates = candidateSet(named.pair, study.dataset.marginal, drawn.k, study.seed);
    return JSON.stringify({ id: named.id, x, y, candidates, split });
  };
  const lines = [
    ...evaluation.map(lineOf("evaluation")),
    ...development.map(lineOf("development")),
  ];
  return `${lines.join("\n")}\n`;
}

/** The SHA-256 of the file of pairs. */
export function hashOf(pairs: ChallengePairs): string {
  return hash("sha256", pairsText(pairs));
}
