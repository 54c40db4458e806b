import type { Printed } from "../../paper/models.ts";
import type { Job } from "../../study/job.ts";
import { once } from "../../study/once.ts";
import type { ModelResults, Results } from "../../study/results.ts";
import type { Study } from "../../study/study.ts";
import { type Score, type ScoreArguments, scoreBlock } from "./score-block.ts";
import { columnOf, type ScorePair } from "./scored-pairs.ts";
import { scoreInThread } from "./scoring-thread.ts";

/** One row of a table of rank correlations. */
export interface MethodLine {
  readonly title: string;
  /** The method's id in `estimates.csv`. */
  readonly method: string;
  readonly k: number;
  /** The questions required for this row. */
  readonly jobs: readonly Job[];
  readonly pairs: (model: ModelResults) => readonly ScorePair[];
  readonly printed?: Printed | undefined;
  readonly printedSlope?: Printed | undefined;
  /**
   * Whether the row uses information unavailable to any method, so it is never marked best of its
   * block.
   */
  readonly ceiling?: boolean;
  /** Whether the row is a variant of another row in the block; only one of the two is compared. */
  readonly beside?: boolean;
  /** Whether the row uses P(y) alone and ignores x: the baseline for the methods of its block. */
  readonly baseline?: boolean;
}

/** A group of rows that are compared with each other. */
export interface Block {
  readonly study: Study;
  /** The quantity that ρ is computed against, e.g. `PMI`. */
  readonly measure: string;
  readonly lines: readonly MethodLine[];
  /**
   * The minimum number of scored items for ±, marks and comparisons, if the items are not pairs.
   */
  readonly least?: number;
}

/** The blocks without repetitions: the first of those with the same lines. */
export function distinctBlocks(blocks: readonly Block[]): Block[] {
  return blocks.filter(
    (block, i) => blocks.findIndex((other) => keyOf(other) === keyOf(block)) === i,
  );
}

function keyOf({ study, measure, lines }: Block): string {
  return JSON.stringify([
    study.dataset.name,
    measure,
    lines.map(({ title, method, k }) => [title, method, k]),
  ]);
}

/** A model's scores for the lines of a block. */
export function scoresOf(block: Block, model: ModelResults): Score[] {
  return once(model, keyOf(block), () => scoreBlock(...scoreArguments(block, model)));
}

/** Fewer pairs are scored sooner than a thread has started. */
const PAIRS_FOR_A_THREAD = 200;

/**
 * Scores the blocks of a run, so that {@link scoresOf} finds the scores: those of the last dataset
 * here, and those of the others in a thread meanwhile. Blocks of one dataset stay together, since
 * they share columns.
 */
export async function scoreAhead(
  blocks: readonly Block[],
  { models, studies }: Pick<Results, "models" | "studies">,
): Promise<void> {
  const isApart = ({ study }: Block): boolean =>
    study !== studies.at(-1) && study.evaluation.length >= PAIRS_FOR_A_THREAD;
  const work = blocks.flatMap((block) => models.map((model) => ({ block, model })));
  const scored = work
    .filter(({ block }) => isApart(block))
    .map(async ({ block, model }) => {
      const scores = await once(model, `${keyOf(block)}, in a thread`, () =>
        scoreInThread(scoreArguments(block, model)),
      );
      once(model, keyOf(block), () => scores);
    });
  for (const { block, model } of work) {
    if (!isApart(block)) scoresOf(block, model);
  }
  await Promise.all(scored);
}

/** The lines of a block as points of a figure. */
export function pointsOf(block: Block, model: ModelResults) {
  return scoresOf(block, model).map(({ rho: { value: rho, standardError = Number.NaN } }, i) => {
    const { title: method, method: id, baseline = false } = block.lines[i]!;
    return {
      dataset: block.study.dataset.name,
      model: model.label,
      id,
      method,
      rho,
      standardError,
      baseline,
    };
  });
}

function scoreArguments(
  { study: { seed }, lines, least }: Block,
  model: ModelResults,
): ScoreArguments {
  const columns = lines.map((line) => columnOf(line.pairs(model)));
  const baselineOf = lines.map(({ baseline, method, jobs: [job] }) => {
    const id = baseline ? method : job?.method.baseline?.id;
    return lines.findIndex((line) => line.baseline && line.method === id);
  });
  const ceilings = new Set(lines.keys().filter((i) => lines[i]?.ceiling));
  const beside = new Set(lines.keys().filter((i) => lines[i]?.beside));
  return [columns, { seed, least, ceilings, beside, baselineOf }];
}
