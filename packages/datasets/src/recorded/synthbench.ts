import { z } from "zod";
import { readJson } from "../files/read-json.ts";
import type { Originals, Tables } from "./originals.ts";

/** Shorter runs are trials, and left out. */
const FEWEST_QUESTIONS = 100;

const shares = z.record(z.string(), z.string());

const description = z.looseObject({
  config: z.looseObject({ dataset: z.string(), provider: z.string() }),
  per_question: z.array(z.unknown()),
});

const run = z.looseObject({
  per_question: z.array(
    z.looseObject({
      key: z.string(),
      n_samples: z.string(),
      model_distribution: shares,
      human_distribution: shares,
    }),
  ),
});

/** A run's place and length. */
interface Run {
  readonly path: string;
  readonly dataset: string;
  readonly model: string;
  readonly questions: number;
}

/**
 * The table of SynthBench: of each model on each dataset its longest run, the first of several that
 * are as long. An answer that only the model or only people gave has 0 for the others.
 * @throws DatasetError where an original is not of its form
 */
export function synthbench(originals: Originals): Tables {
  const rows = [["dataset", "model", "question", "answer", "share", "samples", "people_share"]];
  for (const { path, dataset, model } of longestRuns(originals)) {
    for (const question of readJson(originals.read(path), run).per_question) {
      const { key, n_samples: samples, model_distribution, human_distribution } = question;
      const answers = new Set([model_distribution, human_distribution].flatMap(Object.keys));
      for (const answer of [...answers].toSorted()) {
        const share = model_distribution[answer] ?? "0";
        rows.push([dataset, model, key, answer, share, samples, human_distribution[answer] ?? "0"]);
      }
    }
  }
  return new Map([["synthbench.csv", rows]]);
}

/** By dataset and model. */
function longestRuns(originals: Originals): Run[] {
  const longest = new Map<string, Run>();
  for (const path of originals.paths) {
    const { config, per_question } = readJson(originals.read(path), description);
    const { dataset, provider: model } = config;
    const key = JSON.stringify([dataset, model]);
    const questions = per_question.length;
    if (questions >= FEWEST_QUESTIONS && questions > (longest.get(key)?.questions ?? 0)) {
      longest.set(key, { path, dataset, model, questions });
    }
  }
  return [...longest.values()].toSorted(
    (a, b) => order(a.dataset, b.dataset) || order(a.model, b.model),
  );
}

/** By code units, as no locale would. */
function order(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
